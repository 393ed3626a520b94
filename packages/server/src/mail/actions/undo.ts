import type { JournalId, MailboxId, MessageId, UserId } from '@plmail/wire'
import type { Change, JournalEntry } from '../../changes/index.ts'
import type { UndoOutcome } from '../door.ts'
import { type Box, boxesOf } from '../labels/boxes.ts'
import { apply, type Decision, intents } from './apply.ts'
import { sameIds } from './fields.ts'
import { type Held, held } from './held.ts'
import type { ActionParts } from './update.ts'

/**
 * See `Mail.actions.undo`. A field is set back only while it still has the value the entry gave it, so undoing never
 * destroys what was decided later. A message whose fields were all changed again is in `skipped` only; one that
 * could be set back in part is in `restored` and in `skipped`. The way back is itself sent to the provider.
 */
export async function undo(parts: ActionParts, userId: UserId, journalId: JournalId): Promise<UndoOutcome> {
  const { changes, outbox, clock } = parts
  const entry = await changes.journal.get(userId, journalId)
  const why = refusal(entry, clock.now())
  if (why) return { ok: false, why }
  if (!entry) return { ok: false, why: 'not-found' }
  const { accountId } = entry
  const cause = { actor: { kind: 'user' as const, userId }, verb: 'undo', undoOf: journalId }
  const written = await changes.write(accountId, cause, async (change) => {
    if (!(await changes.journal.markUndone(change, journalId))) return undefined
    const boxes = await boxesOf(change.tx, accountId)
    const { decisions, skipped } = await decisionsBack(change, entry, boxes)
    await apply(change, boxes, decisions, (applied) => outbox.enqueue(change, intents(applied)))
    return { restored: decisions.map((decision) => decision.held.id), skipped }
  })
  if (!written.result) return { ok: false, why: 'already-undone' }
  return { ok: true, accountId, newState: written.state, ...written.result }
}

type Refusal = Extract<UndoOutcome, { ok: false }>['why']

function refusal(entry: JournalEntry | undefined, now: Date): Refusal | undefined {
  if (!entry) return 'not-found'
  if (entry.undoneBy !== null) return 'already-undone'
  if (!entry.undoableUntil || !entry.items.some((item) => item.type === 'Email')) return 'not-undoable'
  return entry.undoableUntil < now ? 'expired' : undefined
}

interface WaysBack {
  decisions: Decision[]
  skipped: MessageId[]
}

async function decisionsBack(
  change: Change,
  entry: JournalEntry,
  boxes: ReadonlyMap<MailboxId, Box>,
): Promise<WaysBack> {
  const items = entry.items.filter((item) => item.type === 'Email')
  const current = await currentIds(
    change,
    items.map((item) => item.id as MessageId),
  ) // of type Email, so it is one
  const messages = await held(change.tx, change.accountId, [...current.values()])
  const back: WaysBack = { decisions: [], skipped: [] }
  for (const { id, before, after } of items) {
    const currentId = current.get(id) ?? (id as MessageId)
    const message = messages.get(currentId)
    const way = message && before && after ? wayBack(message, before, after, boxes) : undefined
    if (way?.decision) back.decisions.push(way.decision)
    if (!way?.isWhole) back.skipped.push(currentId)
  }
  return back
}

/** A thread merge may have renamed messages since. */
async function currentIds(change: Change, ids: readonly MessageId[]): Promise<Map<number, MessageId>> {
  const renamed = await change.tx.query<{ former: number; id: MessageId }>(
    'select former_id as former, message_id as id from message_former_id where former_id = any ($1::bigint[])',
    [ids],
  )
  const current = new Map<number, MessageId>(ids.map((id) => [id, id]))
  for (const row of renamed) current.set(row.former, row.id)
  return current
}

type Values = Readonly<Record<string, unknown>>

function wayBack(
  message: Held,
  before: Values,
  after: Values,
  boxes: ReadonlyMap<MailboxId, Box>,
): { decision: Decision | undefined; isWhole: boolean } {
  const keywords = new Set(message.keywords)
  let mailboxIds = message.mailboxIds
  let reverted = 0
  for (const [field, old] of Object.entries(before)) {
    if (field === 'mailboxes') {
      const ids = knownIds(old, boxes)
      if (ids.length === 0 || !sameIds(message.mailboxIds, asIds(after[field]))) continue
      mailboxIds = ids
    } else {
      const keyword = field.slice('keyword:'.length)
      if (message.mailboxIds.length === 0 || keywords.has(keyword) !== after[field]) continue
      if (old === true) keywords.add(keyword)
      else keywords.delete(keyword)
    }
    reverted++
  }
  const isWhole = reverted === Object.keys(before).length
  const next = { held: message, keywords: [...keywords].sort(), mailboxIds }
  return { decision: reverted > 0 ? next : undefined, isWhole }
}

/** The mailboxes that mail can still be put into; a place that is gone cannot be gone back to. */
function knownIds(value: unknown, boxes: ReadonlyMap<MailboxId, Box>): MailboxId[] {
  return asIds(value).filter((id) => boxes.get(id)?.isSelectable)
}

/** Journal values come back from JSON; a mailbox field is written by `difference` as ids, ascending. */
const asIds = (value: unknown) => (Array.isArray(value) ? (value as MailboxId[]) : [])
