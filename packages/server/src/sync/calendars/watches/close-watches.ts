import type { CalendarSourceId } from '@plmail/wire'
import type { Log } from '../../../kit/log.ts'
import { type CalendarPush, ProviderError } from '../../../providers/contract/index.ts'
import type { Database, Locks } from '../../../store/index.ts'
import type { OpenCalendars } from '../types.ts'
import { type CalendarWatchRow, dropWatches, watchesOfSource } from './watch-rows.ts'

interface CloseNeeds {
  database: Database
  open: OpenCalendars
  locks: Pick<Locks, 'withLock'>
  log: Log
}

/**
 * Closes what announces the calendars of a source that is about to be removed, while the permission still holds. Also of a
 * source that is paused, as those of a person who is being deleted are.
 */
export function closeWatches(needs: CloseNeeds, id: CalendarSourceId): Promise<void> {
  return needs.locks.withLock(`calendar-watches:${id}`, async () => {
    const rows = await watchesOfSource(needs.database, id)
    if (rows.length === 0) return
    try {
      const { push } = await needs.open(id)
      if (push) await closeAll(needs, push, rows)
    } catch (error) {
      // A permission that is gone: nothing of it keeps its owner from going.
      if (!(error instanceof ProviderError)) throw error
      for (const { calendarId } of rows)
        needs.log.event('sync.calendar-watch-not-ended', { calendarId, kind: error.kind })
    }
  })
}

/** Closes subscriptions at the provider; whatever it answers, they announce nothing here any more. */
export async function closeAll(
  { database, log }: Pick<CloseNeeds, 'database' | 'log'>,
  push: CalendarPush,
  rows: readonly CalendarWatchRow[],
): Promise<void> {
  await dropWatches(
    database,
    rows.map(({ id }) => id),
  )
  for (const { calendarId, remoteId: id, resourceId, expiresAt } of rows) {
    if (expiresAt === null) continue
    try {
      await push.unwatch({ id, resourceId })
    } catch (error) {
      // It ends by itself within days, and until then its announcements are turned away.
      if (!(error instanceof ProviderError)) throw error
      log.event('sync.calendar-watch-not-ended', { calendarId, kind: error.kind })
    }
  }
}
