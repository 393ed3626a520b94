import type { AccountId, UserId } from '@plmail/wire'
import type { Change, Changes } from '../changes/index.ts'
import type { Sql } from '../store/index.ts'
import { calendarsOf } from './calendars/calendar-rows.ts'
import { setCalendars } from './calendars/set-calendars.ts'
import type { Calendars } from './door.ts'
import { eventsById } from './events/event-rows.ts'
import { setEvents } from './events/set-events.ts'
import { within } from './events/within.ts'

export interface CalendarParts {
  database: Sql
  changes: Pick<Changes, 'write'>
}

export function createCalendars({ database, changes }: CalendarParts): Calendars {
  /** Adds what a JMAP answer needs: the states before and after. */
  async function write<Outcome>(
    [userId, accountId]: readonly [UserId, AccountId],
    verb: string,
    ifState: number | undefined,
    work: (change: Change) => Promise<Outcome>,
  ): Promise<(Outcome & { oldState: number; newState: number }) | 'state-mismatch'> {
    const cause = { actor: { kind: 'user' as const, userId }, verb }
    const { result, state } = await changes.write(accountId, cause, async (change) => {
      const oldState = change.state - 1
      if (ifState !== undefined && ifState !== oldState) return 'state-mismatch' as const
      return { ...(await work(change)), oldState }
    })
    return result === 'state-mismatch' ? result : { ...result, newState: state }
  }

  return {
    list: (accountId) => calendarsOf(database, accountId),
    set: (userId, accountId, request, ifState) =>
      write([userId, accountId], 'set-calendars', ifState, (change) => setCalendars(change, request)),
    events: {
      get: (accountId, ids) => eventsById(database, accountId, ids),
      set: (userId, accountId, request, ifState) =>
        write([userId, accountId], 'set-events', ifState, (change) => setEvents(change, request)),
      within: (accountId, window) => within(database, accountId, window),
    },
  }
}
