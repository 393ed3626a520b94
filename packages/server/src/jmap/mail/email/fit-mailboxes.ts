import { type MailboxId, type MessageId, mailboxWireId } from '@plmail/wire'
import type { EmailPatch, Mail, MailboxView } from '../../../mail/index.ts'
import type { JmapAccount } from '../../engine/method.ts'
import type { PatchError } from './patch.ts'

/**
 * The mailboxes a message is put into: as asked, or as the provider will have it; `too-many` where the provider allows
 * fewer.
 */
type FittedPlaces = { mailboxIds: MailboxId[]; isAsAsked: boolean } | 'too-many'

/** Judges requested mailboxes of one account as its provider will judge them. */
export interface Places {
  fit(mailboxIds: readonly MailboxId[]): FittedPlaces
}

/** Undefined where a message can be in any mailboxes at once. */
export async function loadPlaces(mail: Mail, account: JmapAccount): Promise<Places | undefined> {
  const { placeLimits: limits } = account
  if (limits === undefined) return undefined
  const boxes = new Map((await mail.mailboxes.list(account.id)).map((box) => [box.id, box]))
  const isHiding = ({ role }: MailboxView) => role !== null && limits.hidingRoles.includes(role)
  const isFolder = ({ remoteId }: MailboxView) => limits.isFolder(remoteId)
  return {
    fit: (mailboxIds) => {
      const chosen = mailboxIds.flatMap((id) => boxes.get(id) ?? [])
      const hiding = chosen.find(isHiding)
      if (hiding && mailboxIds.length > 1) return { mailboxIds: [hiding.id], isAsAsked: false }
      const folders = chosen.filter(isFolder).length
      if (limits.mostFolders !== null && folders > limits.mostFolders) return 'too-many'
      return { mailboxIds: [...mailboxIds], isAsAsked: true }
    },
  }
}

export const tooManyMailboxes: PatchError = {
  type: 'tooManyMailboxes',
  description: { problem: 'mail/one-folder-only' },
}

/** A value of `mailboxIds` (RFC 8621 §4.1.1). */
export const mailboxIdsJson = (ids: readonly MailboxId[]): Record<string, true> =>
  Object.fromEntries(ids.map((id) => [mailboxWireId.encode(id), true]))

/** Updates as the provider will have them: which are refused, and which end otherwise than was asked. */
export interface FittedUpdates {
  patches: Map<MessageId, EmailPatch>
  refused: Map<MessageId, PatchError>
  /** Properties that the client did not choose (RFC 8620 §5.3, `updated`). */
  changed: Map<MessageId, Record<string, unknown>>
}

export async function fitUpdates(
  mail: Mail,
  account: JmapAccount,
  patches: ReadonlyMap<MessageId, EmailPatch>,
): Promise<FittedUpdates> {
  const fitted: FittedUpdates = { patches: new Map(patches), refused: new Map(), changed: new Map() }
  const moving = [...patches].filter(([, patch]) => patch.mailboxes || patch.replaceMailboxes)
  const places = moving.length > 0 ? await loadPlaces(mail, account) : undefined
  if (!places) return fitted
  const rows = await mail.read.emails(
    account.id,
    moving.map(([id]) => id),
    false,
  )
  const present = new Map<MessageId, readonly MailboxId[]>(rows.map(({ id, mailboxIds }) => [id, mailboxIds]))
  for (const [id, patch] of moving) fitOne(fitted, places, id, patch, present.get(id) ?? [])
  return fitted
}

function fitOne(
  fitted: FittedUpdates,
  places: Places,
  id: MessageId,
  patch: EmailPatch,
  present: readonly MailboxId[],
): void {
  const fit = places.fit(after(patch, present))
  if (fit === 'too-many') {
    // One that lies in several already may be taken out of some.
    const isFewer = after(patch, present).every((mailboxId) => present.includes(mailboxId))
    if (isFewer) return
    fitted.patches.delete(id)
    fitted.refused.set(id, tooManyMailboxes)
  } else if (!fit.isAsAsked) {
    const { mailboxes: _, ...rest } = patch
    fitted.patches.set(id, { ...rest, replaceMailboxes: new Set(fit.mailboxIds) })
    fitted.changed.set(id, { mailboxIds: mailboxIdsJson(fit.mailboxIds) })
  }
}

function after({ mailboxes, replaceMailboxes }: EmailPatch, present: readonly MailboxId[]): MailboxId[] {
  const ids = new Set(replaceMailboxes ?? present)
  for (const [id, isIn] of mailboxes ?? []) {
    if (isIn) ids.add(id)
    else ids.delete(id)
  }
  return [...ids]
}
