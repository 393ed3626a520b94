import type { MailboxId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Mail } from '../../mail/index.ts'
import type { ListedMailbox, Pull } from '../../providers/contract/index.ts'
import { selectHeldFields } from '../ledger/held-fields.ts'
import { writeCursor } from '../ledger/cursors.ts'
import { type KeywordDelta, keywordDelta } from '../ledger/keyword-delta.ts'
import { dropMailboxItems, recordListed, settleItems } from '../ledger/ledger-items.ts'
import {
  type Location,
  locationsById,
  locationsIn,
  markFound,
  markMissing,
  setRemoteKeywords,
} from '../ledger/locations.ts'
import { remoteId } from '../ledger/remote-ids.ts'

/**
 * Writes one mailbox's pull: ledger rows and cursor in the same transaction, so that whatever the cursor
 * has passed is either here or on the ledger. Returns how many entries of the ledger are new.
 */
export async function applyPull(
  mail: Pick<Mail, 'provided'>,
  change: Change,
  mailbox: ListedMailbox & { id: MailboxId },
  pull: Pull,
  wasWhole: boolean,
): Promise<number> {
  const { tx, accountId, at } = change
  const gone = await vanished(change, mailbox.id, pull, wasWhole)
  if (pull.reset) await dropMailboxItems(tx, accountId, mailbox.id)
  await markMissing(tx, accountId, gone, at)
  await settleItems(tx, accountId, gone)
  const present = pull.appeared.map((item) => remoteId(mailbox.id, item.id))
  await markFound(tx, accountId, present)
  const listed = await recordListed(
    tx,
    accountId,
    mailbox.id,
    pull.appeared.map((item) => ({
      remoteId: remoteId(mailbox.id, item.id),
      uid: item.uid,
      rank: computeRank(mailbox.role, item.uid),
    })),
    at,
  )
  // What we moved there ourselves appears as known, maybe with a keyword another client set just before the move.
  await applyKeywords(mail, change, mailbox.id, [...pull.keywords, ...pull.appeared])
  const cursor = { position: pull.position, fingerprint: mailbox.fingerprint, remoteTotal: pull.total }
  await writeCursor(tx, accountId, mailbox.id, cursor, at)
  return listed
}

/** A whole listing proves absence by omission; a partial one only by the server's own word. */
async function vanished(
  change: Change,
  mailboxId: MailboxId,
  pull: Pull,
  wasWhole: boolean,
): Promise<string[]> {
  const vanishedIds = pull.vanished.map((id) => remoteId(mailboxId, id))
  if (!pull.complete || !(wasWhole || pull.reset)) return vanishedIds
  const present = new Set(pull.appeared.map((item) => remoteId(mailboxId, item.id)))
  const storedLocations = await locationsIn(change.tx, change.accountId, mailboxId)
  const listed = await change.tx.query<{ remote_id: string }>(
    `select remote_id from sync_item where account_id = $1 and mailbox_id = $2`,
    [change.accountId, mailboxId],
  )
  const all = [
    ...storedLocations.map((location) => location.remoteId),
    ...listed.map((row) => row.remote_id),
    ...vanishedIds,
  ]
  return [...new Set(all)].filter((id) => !present.has(id))
}

async function applyKeywords(
  mail: Pick<Mail, 'provided'>,
  change: Change,
  mailboxId: MailboxId,
  reported: ReadonlyArray<{ id: string; keywords: string[] }>,
): Promise<void> {
  if (reported.length === 0) return
  const byId = new Map(reported.map((item) => [remoteId(mailboxId, item.id), item.keywords]))
  const listedLocations = await locationsById(change.tx, change.accountId, [...byId.keys()])
  const changed = listedLocations.filter(
    (location) => !sameSet(location.keywords, byId.get(location.remoteId) ?? []),
  )
  await setRemoteKeywords(
    change.tx,
    change.accountId,
    changed.map((location) => ({
      remoteId: location.remoteId,
      keywords: byId.get(location.remoteId) ?? [],
    })),
  )
  await applyToMessages(mail, change, changed, byId)
}

/** Applies the provider's flags to messages, except for fields that a local decision still holds. */
async function applyToMessages(
  mail: Pick<Mail, 'provided'>,
  change: Change,
  changed: readonly Location[],
  reported: ReadonlyMap<string, string[]>,
): Promise<void> {
  const ids = [...new Set(changed.map((location) => location.messageId))]
  const pendingFields = await selectHeldFields(change.tx, change.accountId, ids)
  const updates = changed.map((location) => {
    const now = reported.get(location.remoteId) ?? []
    return {
      id: location.messageId,
      ...keywordDelta(location.keywords, now, pendingFields.get(location.messageId)),
    }
  })
  await mail.provided.patchKeywords(change, mergeItems(updates))
}

/** A message in two mailboxes may be reported twice in one pull. */
function mergeItems(
  updates: ReadonlyArray<{ id: MessageId } & KeywordDelta>,
): Array<{ id: MessageId } & KeywordDelta> {
  const byId = new Map<MessageId, { id: MessageId } & KeywordDelta>()
  for (const update of updates) {
    const earlier = byId.get(update.id)
    if (!earlier) byId.set(update.id, update)
    else {
      earlier.add.push(...update.add)
      earlier.remove.push(...update.remove)
    }
  }
  return [...byId.values()]
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item) => b.includes(item))
}

/** Larger is fetched first: Inbox before all else, then by use, newest first within a folder. */
function computeRank(role: ListedMailbox['role'], uid: number): number {
  const importance = {
    inbox: 9,
    sent: 7,
    drafts: 7,
    archive: 6,
    all: 6,
    flagged: 5,
    important: 5,
    junk: 2,
    trash: 1,
  }
  return (role === null ? 5 : importance[role]) * 2 ** 40 + uid
}
