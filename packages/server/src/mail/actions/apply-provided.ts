import type { MailboxId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Provided } from '../types.ts'
import { normalKeywords } from '../keywords.ts'
import { type Box, selectBoxes } from '../labels/select-boxes.ts'
import { apply, type Decision } from './apply-decisions.ts'
import { type HeldFields, selectHeldFields } from './held-fields.ts'

export interface KeywordPatch {
  id: MessageId
  add: readonly string[]
  remove: readonly string[]
}

/** See `Mail.provided.set`. A removed message that is in a mailbox again lives again, under its old id. */
export async function setProvided(change: Change, updates: readonly Provided[]): Promise<void> {
  if (updates.length === 0) return
  const boxes = await selectBoxes(change.tx, change.accountId)
  const decisions = new Map<MessageId, Decision>()
  const messages = await selectHeldFields(
    change.tx,
    change.accountId,
    updates.map((update) => update.id),
  )
  for (const update of updates) {
    const message = messages.get(update.id)
    if (message) decisions.set(update.id, decision(decisions.get(update.id), message, update, boxes))
  }
  await apply(change, boxes, [...decisions.values()])
}

function decision(
  earlier: Decision | undefined,
  message: HeldFields,
  update: Provided,
  boxes: ReadonlyMap<MailboxId, Box>,
): Decision {
  const base = earlier ?? { held: message, keywords: message.keywords, mailboxIds: message.mailboxIds }
  return {
    held: message,
    keywords: update.keywords ? normalKeywords(update.keywords) : base.keywords,
    mailboxIds: update.mailboxIds ? ownIds(update.mailboxIds, boxes, base.mailboxIds) : base.mailboxIds,
  }
}

/** Ids of other accounts are unknown here. When all of them are, nothing is known of the message's place: it stays. */
function ownIds(
  ids: readonly MailboxId[],
  boxes: ReadonlyMap<MailboxId, Box>,
  present: MailboxId[],
): MailboxId[] {
  const own = [...new Set(ids)].filter((id) => boxes.has(id)).sort((a, b) => a - b)
  return own.length === 0 && ids.length > 0 ? present : own
}

/** See `Mail.provided.patchKeywords`. */
export async function patchProvided(change: Change, updates: readonly KeywordPatch[]): Promise<void> {
  const boxes = await selectBoxes(change.tx, change.accountId)
  const ids = updates.map((update) => update.id)
  const messages = await selectHeldFields(change.tx, change.accountId, ids)
  const decisions = new Map<MessageId, Decision>()
  for (const { id, add, remove } of updates) {
    const message = messages.get(id)
    if (!message) continue
    const keywords = new Set(decisions.get(id)?.keywords ?? message.keywords)
    for (const keyword of remove) keywords.delete(keyword.toLowerCase())
    for (const keyword of add) keywords.add(keyword.toLowerCase())
    decisions.set(id, { held: message, keywords: normalKeywords(keywords), mailboxIds: message.mailboxIds })
  }
  await apply(change, boxes, [...decisions.values()])
}

/** See `Mail.provided.remove`. */
export async function removeProvided(change: Change, ids: readonly MessageId[]): Promise<void> {
  const messages = await selectHeldFields(change.tx, change.accountId, ids)
  const decisions = [...messages.values()].map((message) => ({
    held: message,
    keywords: message.keywords,
    mailboxIds: [],
  }))
  await apply(change, new Map(), decisions)
}

/** See `Mail.provided.withDigest`; oldest first. */
export async function withDigest(change: Change, digest: Buffer): Promise<MessageId[]> {
  const rows = await change.tx.prepared<{ id: MessageId }>(
    'mail-with-digest',
    `select id from message where blob_digest = $2 and account_id = $1 order by id`,
    [change.accountId, digest],
  )
  return rows.map((row) => row.id)
}
