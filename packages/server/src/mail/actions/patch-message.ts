import type { MailboxId } from '@plmail/wire'
import type { EmailPatch, EmailRefusal } from '../types.ts'
import { maxKeywords, validKeywords } from '../keywords.ts'
import type { Box } from '../labels/select-boxes.ts'
import type { Decision } from './apply-decisions.ts'
import type { HeldFields } from './held-fields.ts'

/** Applies a patch to a message (RFC 8621 §4.6), or returns why that is impossible. */
export function patchMessage(
  heldFields: HeldFields,
  patch: EmailPatch,
  boxes: ReadonlyMap<MailboxId, Box>,
): Decision | EmailRefusal {
  const mailboxIds = patchMailboxes(heldFields, patch)
  for (const id of mailboxIds) {
    if (heldFields.mailboxIds.includes(id)) continue
    const box = boxes.get(id)
    if (!box) return 'unknown-mailbox'
    if (!box.isSelectable) return 'mailbox-not-selectable'
  }
  if (mailboxIds.length === 0) return 'no-mailbox'
  const keywords = patchKeywords(heldFields, patch)
  // Cutting the set would take a mark away at the provider that nobody asked to remove.
  if (keywords.length > Math.max(maxKeywords, heldFields.keywords.length)) return 'too-many-keywords'
  return { held: heldFields, keywords, mailboxIds }
}

function patchMailboxes(heldFields: HeldFields, patch: EmailPatch): MailboxId[] {
  const ids = new Set(patch.replaceMailboxes ?? heldFields.mailboxIds)
  for (const [id, isIn] of patch.mailboxes ?? []) {
    if (isIn) ids.add(id)
    else ids.delete(id)
  }
  return [...ids].sort((a, b) => a - b)
}

function patchKeywords(heldFields: HeldFields, patch: EmailPatch): string[] {
  const { replaceKeywords } = patch
  // Those that are kept were valid when they came.
  const keywords = new Set(
    replaceKeywords === undefined ? heldFields.keywords : validKeywords(replaceKeywords),
  )
  for (const [keyword, isSet] of patch.keywords ?? []) {
    if (isSet) for (const name of validKeywords([keyword])) keywords.add(name)
    else keywords.delete(keyword.toLowerCase())
  }
  return [...keywords].sort()
}
