import {
  accountWireId,
  type BookingPageId,
  bookingPageWireId,
  type CalendarEventId,
  calendarEventWireId,
  emailWireId,
  journalWireId,
  type ShareLinkId,
  shareLinkWireId,
  type UserId,
} from '@plmail/wire'
import type { Calendars } from '../../../calendar/index.ts'
import type { Changes, JournalEntry } from '../../../changes/index.ts'
import type { Mail } from '../../../mail/index.ts'
import { readBoolean, readIds, invalid, onlyKnown } from '../../engine/arguments.ts'
import { limits } from '../../engine/limits.ts'
import type { Caller, Method } from '../../engine/method.ts'

const errorTypes = {
  'not-found': 'notFound',
  expired: 'expired',
  'already-undone': 'alreadyUndone',
  'not-undoable': 'notUndoable',
} as const

export interface UndoNeeds {
  mail: Pick<Mail, 'actions'>
  calendars: Pick<Calendars, 'undo'>
  changes: Pick<Changes, 'journal'>
}

/** Journal/undo: takes back what the user did, from any window, as long as the journal allows. */
export function journalUndo({ changes, ...rooms }: UndoNeeds): Method {
  return {
    writes: true,
    run: async (args, { caller }) => {
      onlyKnown(args, ['ids', 'sendSchedulingMessages'])
      const notify = readBoolean(args, 'sendSchedulingMessages', false)
      const ids = readIds(args, 'ids', limits.maxObjectsInSet)
      if (ids === null) throw invalid('ids', 'a list of journal ids')
      const undone: Record<string, unknown>[] = []
      const notUndone: Record<string, { type: string }> = {}
      for (const text of ids) {
        const id = journalWireId.decode(text)
        // Entries are the user's; the caller may be narrowed to some accounts.
        const entry = id === undefined ? undefined : await changes.journal.get(caller.userId, id)
        const isOpen = entry !== undefined && openIn(caller, entry).has(entry.accountId)
        const outcome = isOpen ? await undoEntry(rooms, caller.userId, entry, notify) : undefined
        if (!outcome) notUndone[text] = { type: 'notFound' }
        else if (!outcome.ok) notUndone[text] = { type: errorTypes[outcome.why] }
        else
          undone.push({
            id: text,
            accountId: accountWireId.encode(outcome.accountId),
            restored: outcome.restored,
            skipped: outcome.skipped,
            newState: String(outcome.newState),
          })
      }
      return { undone, notUndone }
    },
  }
}

/** How the ids of what an entry brings back are written, for entries that the room of calendars takes back. */
function idsOfCalendars({ items }: JournalEntry): ((id: number) => string) | undefined {
  const types = new Set(items.map(({ type }) => type))
  if (types.has('ShareLink')) return (id) => shareLinkWireId.encode(id as ShareLinkId)
  if (types.has('BookingPage')) return (id) => bookingPageWireId.encode(id as BookingPageId)
  const isOfEvents = types.has('Calendar') || types.has('CalendarEvent')
  return isOfEvents ? (id) => calendarEventWireId.encode(id as CalendarEventId) : undefined
}

const openIn = ({ accounts, calendars }: Caller, entry: JournalEntry) =>
  idsOfCalendars(entry) ? calendars : accounts

/** By the room that wrote it; ids as clients know them. */
async function undoEntry(
  { mail, calendars }: Omit<UndoNeeds, 'changes'>,
  userId: UserId,
  entry: JournalEntry,
  notify: boolean,
) {
  const encode = idsOfCalendars(entry)
  if (encode) {
    const outcome = await calendars.undo(userId, entry.id, notify)
    return outcome.ok ? { ...outcome, ...encoded(outcome, encode) } : outcome
  }
  const outcome = await mail.actions.undo(userId, entry.id)
  return outcome.ok ? { ...outcome, ...encoded(outcome, emailWireId.encode) } : outcome
}

const encoded = <Id>(
  { restored, skipped }: { restored: readonly Id[]; skipped: readonly Id[] },
  encode: (id: Id) => string,
) => ({ restored: restored.map(encode), skipped: skipped.map(encode) })
