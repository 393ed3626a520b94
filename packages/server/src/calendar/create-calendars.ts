import type { AccountId, JournalId, UserId } from '@plmail/wire'
import type { Change } from '../changes/index.ts'
import { selectCalendars } from './calendars/calendar-rows.ts'
import { chooseColors } from './calendars/distinct-colors.ts'
import { ownCalendar } from './calendars/own-calendar.ts'
import { setCalendars } from './calendars/set-calendars.ts'
import { putProvidedCalendar, removeProvidedCalendar } from './calendars/provided-calendars.ts'
import type { Calendars } from './types.ts'
import type { CalendarParts } from './calendar-parts.ts'
import { busyPeriods } from './calendars/busy-periods.ts'
import { eventsById, eventsByUid } from './events/event-rows.ts'
import { noteTold } from './events/notify-writes.ts'
import { findEvents } from './events/find-events.ts'
import { putProvidedEvents, removeProvidedEvents } from './events/provided-events.ts'
import { setEvents } from './events/set-events.ts'
import { splitEvent } from './events/split-event.ts'
import { within } from './events/events-in-range.ts'
import { exportFile } from './exchange/export-file.ts'
import { importFile } from './exchange/import-file.ts'
import { selectImportedObjects, purgeObjects } from './exchange/object-rows.ts'
import { replaceStandIns } from './invitations/stand-ins.ts'
import { createNotifications } from './notifications/index.ts'
import { undo } from './undo/undo.ts'

const undoHours = 24

export function createCalendars(parts: CalendarParts): Calendars {
  const { database, changes, outbox, clock } = parts
  /** Adds what a JMAP answer needs: the states before and after. */
  async function write<Outcome>(
    [userId, accountId]: readonly [UserId, AccountId],
    verb: string,
    ifState: number | undefined,
    work: (change: Change) => Promise<Outcome>,
  ): Promise<(Outcome & { oldState: number; newState: number; journalId?: JournalId }) | 'state-mismatch'> {
    const undoableUntil = new Date(clock.now().getTime() + undoHours * 3_600_000)
    const cause = { actor: { kind: 'user' as const, userId }, verb, undoableUntil }
    const { result, state, journalId } = await changes.write(accountId, cause, async (change) => {
      const oldState = change.state - 1
      if (ifState !== undefined && ifState !== oldState) return 'state-mismatch' as const
      return { ...(await work(change)), oldState }
    })
    if (result === 'state-mismatch') return result
    return { ...result, newState: state, ...(journalId === undefined ? {} : { journalId }) }
  }

  return {
    replaceStandIns: (userId, accountId) => replaceStandIns(parts, userId, accountId),
    ownAddresses: (userId) => parts.ownAddresses(userId),
    list: (accountId) => selectCalendars(database, accountId),
    own: (userId) => ownCalendar(parts, userId),
    set: (userId, accountId, request, ifState) =>
      write([userId, accountId], 'set-calendars', ifState, (change) => setCalendars(change, request)),
    events: {
      get: (accountId, ids) => eventsById(database, accountId, ids),
      find: (accountId, search, limit) => findEvents(database, accountId, search, limit),
      set: async (userId, accountId, request, ifState) => {
        const own = await parts.ownAddresses(userId)
        const countsRevisions = (await changes.personal(userId)) === accountId
        return write([userId, accountId], request.verb ?? 'set-events', ifState, (change) =>
          setEvents(change, outbox, { ...request, own, countsRevisions }),
        )
      },
      split: async (userId, accountId, request, ifState) => {
        const own = await parts.ownAddresses(userId)
        return write([userId, accountId], request.verb ?? 'split-event', ifState, (change) =>
          splitEvent(change, outbox, request, own),
        )
      },
      within: (accountId, window) => within(database, accountId, window),
    },
    busy: (accountId, question) => busyPeriods(database, accountId, question),
    importFile: (userId, accountId, calendarId, text) =>
      importFile(parts, [userId, accountId], calendarId, text),
    exportFile: (accountId, of) => exportFile(parts, accountId, of),
    selectImportedObjects: (accountId, ids) => selectImportedObjects(database, accountId, ids),
    purgeObjects: () => purgeObjects(database, clock.now()),
    undo: (userId, journalId, notify) => undo(parts, userId, journalId, notify),
    provided: {
      put: putProvidedEvents,
      remove: removeProvidedEvents,
      note: noteTold,
      get: ({ tx, accountId }, ids) => eventsById(tx, accountId, ids),
      withUids: ({ tx, accountId }, calendarId, uids) => eventsByUid(tx, accountId, calendarId, uids),
      calendars: ({ tx, accountId }) => selectCalendars(tx, accountId),
      chooseColors,
      putCalendar: putProvidedCalendar,
      removeCalendar: removeProvidedCalendar,
    },
    notifications: createNotifications(parts),
  }
}
