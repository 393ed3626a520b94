import type { JournalId, MailboxId, MessageId, UserId } from '@plmail/wire'
import type { Change, JournalEntry } from '../../changes/index.ts'
import type { UndoOutcome } from '../types.ts'
import { type Box, selectBoxes } from '../labels/select-boxes.ts'
import { type Marks, selectMarks, noMarks } from '../marks/marks.ts'
import { apply, type Decision, intents } from './apply-decisions.ts'
import { sameChoice, sameIds } from './message-fields.ts'
import { type Chosen, type HeldFields, selectHeldFields } from './held-fields.ts'
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
    const boxes = await selectBoxes(change.tx, accountId)
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
  const ids = [...current.values()]
  const isAboutLater = items.some(({ before }) => before && ('snoozed' in before || 'followUp' in before))
  const [messages, marks] = await Promise.all([
    selectHeldFields(change.tx, change.accountId, ids),
    isAboutLater ? selectMarks(change.tx, change.accountId, ids) : new Map<MessageId, Marks>(),
  ])
  const back: WaysBack = { decisions: [], skipped: [] }
  for (const { id, before, after } of items) {
    const currentId = current.get(id) ?? (id as MessageId)
    const message = messages.get(currentId)
    const way =
      message && before && after
        ? wayBack({ message, marks: marks.get(currentId) ?? noMarks, before, after, boxes })
        : undefined
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

interface Changed {
  message: HeldFields
  marks: Marks
  before: Values
  after: Values
  boxes: ReadonlyMap<MailboxId, Box>
}

function wayBack({ message, marks, before, after, boxes }: Changed): {
  decision: Decision | undefined
  isWhole: boolean
} {
  const keywords = new Set(message.keywords)
  const back = { ...marks }
  let { mailboxIds, chosen } = message
  let reverted = 0
  for (const [field, old] of Object.entries(before)) {
    if (field === 'mailboxes') {
      const ids = filterExistingIds(old, boxes)
      if (ids.length === 0 || !sameIds(message.mailboxIds, asIds(after[field]))) continue
      mailboxIds = ids
    } else if (field === 'snoozed') {
      if (marks.snoozed?.until !== asSnoozed(after[field])?.until) continue
      back.snoozed = asSnoozed(old)
    } else if (field === 'followUp') {
      if (marks.followUp !== after[field]) continue
      back.followUp = typeof old === 'string' ? old : null
    } else if (field === 'chosen') {
      if (!sameChoice(message.chosen, asChosen(after[field]))) continue
      chosen = asChosen(old)
    } else {
      const keyword = field.slice('keyword:'.length)
      if (message.mailboxIds.length === 0 || keywords.has(keyword) !== after[field]) continue
      if (old === true) keywords.add(keyword)
      else keywords.delete(keyword)
    }
    reverted++
  }
  const isWhole = reverted === Object.keys(before).length
  const isAboutLater = 'snoozed' in before || 'followUp' in before
  const next = {
    held: message,
    keywords: [...keywords].sort(),
    mailboxIds,
    ...('chosen' in before ? { chosen } : {}),
    ...(isAboutLater ? { marks: { before: marks, after: back } } : {}),
  }
  return { decision: reverted > 0 ? next : undefined, isWhole }
}

/** Written by `difference`, as the next. */
const asChosen = (value: unknown) => (value ?? null) as Chosen | null
const asSnoozed = (value: unknown) => (value ?? null) as Marks['snoozed']

/** The mailboxes that mail can still be put into; a place that is gone cannot be gone back to. */
function filterExistingIds(value: unknown, boxes: ReadonlyMap<MailboxId, Box>): MailboxId[] {
  return asIds(value).filter((id) => boxes.get(id)?.isSelectable)
}

/** Journal values come back from JSON; a mailbox field is written by `difference` as ids, ascending. */
const asIds = (value: unknown) => (Array.isArray(value) ? (value as MailboxId[]) : [])
