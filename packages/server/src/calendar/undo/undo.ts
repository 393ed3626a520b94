import type { AccountId, CalendarId, JournalId, UserId } from '@plmail/wire'
import type { Change, JournalEntry } from '../../changes/index.ts'
import type { CalendarParts } from '../calendar-parts.ts'
import type { CalendarUndoOutcome } from '../types.ts'
import { bringCalendarsBack, takeCalendarsBack } from './calendars-back.ts'
import { eventsBack } from './events-back.ts'
import { sharingBack } from './sharing-back.ts'
import type { SharingType } from './sharing-rows.ts'

/** See `Calendars.undo`. */
export async function undo(
  { changes, outbox, clock }: Pick<CalendarParts, 'changes' | 'outbox' | 'clock'>,
  userId: UserId,
  journalId: JournalId,
  notify = false,
): Promise<CalendarUndoOutcome> {
  const entry = await changes.journal.get(userId, journalId)
  const why = refusal(entry, clock.now())
  if (why) return { ok: false, why }
  if (!entry) return { ok: false, why: 'not-found' }
  const accountId: AccountId = entry.accountId
  const cause = { actor: { kind: 'user' as const, userId }, verb: 'undo', undoOf: journalId }
  const isOfSharing = entry.items.some(({ type }) => sharingTypes.has(type))
  const written = await changes.write(accountId, cause, async (change: Change) => {
    if (!(await changes.journal.markUndone(change, journalId))) return undefined
    if (isOfSharing) return sharingBack(change, entry.items)
    // Events need their calendars, and a calendar goes only once it is empty.
    const calendars = entry.items.filter(({ type }) => type === 'Calendar')
    await bringCalendarsBack(change, calendars)
    const back = await eventsBack(change, outbox, entry.items, notify)
    await takeCalendarsBack(
      change,
      calendars.flatMap(({ id, before }) => (before === null ? [id as CalendarId] : [])),
    )
    return back
  })
  if (!written.result) return { ok: false, why: 'already-undone' }
  const { restored, skipped } = written.result
  return { ok: true, accountId, restored, skipped, newState: written.state }
}

const sharingTypes: ReadonlySet<string> = new Set<SharingType>(['ShareLink', 'BookingPage'])
const types: ReadonlySet<string> = new Set(['Calendar', 'CalendarEvent', ...sharingTypes])

function refusal(
  entry: JournalEntry | undefined,
  now: Date,
): Extract<CalendarUndoOutcome, { ok: false }>['why'] | undefined {
  if (!entry) return 'not-found'
  const isOurs = entry.items.some(({ type }) => types.has(type))
  if (!isOurs) return 'not-undoable'
  if (entry.undoneBy !== null) return 'already-undone'
  if (!entry.undoableUntil) return 'not-undoable'
  return entry.undoableUntil < now ? 'expired' : undefined
}
