import type { AccountId, CalendarSourceId } from '@plmail/wire'
import type { CalendarSources } from '../../accounts/index.ts'
import type { Calendars } from '../../calendar/index.ts'
import type { Changes } from '../../changes/index.ts'
import type { Events } from '../../events/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Random } from '../../kit/random.ts'
import type { Database, Locks } from '../../store/index.ts'
import { busyTimes, loadBusyTimes } from './provider-busy-times.ts'
import { createConflicts } from './conflicts.ts'
import { removeLinked } from './discover.ts'
import type { CalendarSync, OpenCalendars } from './types.ts'
import { selectSyncedCalendars, unreadableEvents } from './synced-calendars.ts'
import { syncSource, pollSources, sendEvents, sourceJob } from './calendar-jobs.ts'
import { linksOfSource } from './links.ts'
import { visit } from './visit-source.ts'
import { forgetFailures, staleSources } from './source-visits.ts'
import { createCalendarWatches } from './watches/create-calendar-watches.ts'
import type { WatchNeeds } from './watches/open-watch.ts'

export interface CalendarSyncOptions {
  database: Database
  changes: Changes
  calendars: Calendars
  sources: Pick<CalendarSources, 'active' | 'get' | 'ofAccount' | 'setCondition'>
  events: Pick<Events, 'subscribe'>
  open: OpenCalendars
  jobs: Jobs
  locks: Pick<Locks, 'withLock'>
  clock: Clock
  random: Random
  log: Log
  publicAddress: WatchNeeds['publicAddress']
  obstacle: WatchNeeds['obstacle']
}

/** Declares the jobs that keep calendars equal to their sources, and returns their door. */
export function createCalendarSync(options: CalendarSyncOptions): CalendarSync {
  const { database, jobs, sources, clock } = options

  const enqueue = (sourceId: CalendarSourceId) =>
    jobs.enqueue(undefined, syncSource, { sourceId }, sourceJob(syncSource, sourceId))
  const refresh = async (id: CalendarSourceId) => {
    await forgetFailures(database, id)
    await enqueue(id)
  }
  const refreshAll: CalendarSync['refreshAll'] = async (which) => {
    const active = await sources.active()
    const ids = which === 'all' ? active : await staleSources(database, active, clock.now())
    for (const id of ids) await (which === 'all' ? refresh(id) : enqueue(id))
    return ids
  }

  jobs.handle(syncSource, ({ sourceId }, context) => visit(options, sourceId, 'look', context))
  jobs.handle(sendEvents, ({ sourceId }, context) => visit(options, sourceId, 'send', context))
  jobs.handle(pollSources, async () => {
    await refreshAll('stale')
  })
  // Between the quarter hours, when everybody else looks.
  jobs.schedule({ cron: '7,22,37,52 * * * *', kind: pollSources })

  const forget = async (id: CalendarSourceId) => {
    for (const link of await linksOfSource(database, id)) await removeLinked(options, link, false)
  }
  const refreshAccount = async ({ accountId }: { accountId: AccountId }) => {
    for (const source of await sources.ofAccount(accountId)) await refresh(source.id)
  }
  options.events.subscribe('account-added', 'calendar-sync', refreshAccount)
  options.events.subscribe('account-credentials-changed', 'calendar-sync', refreshAccount)
  options.events.subscribe('calendar-source-changed', 'calendar-sync', ({ sourceId }) => refresh(sourceId))
  options.events.subscribe('calendar-source-leaving', 'calendar-sync', ({ sourceId }) => forget(sourceId))

  return {
    refresh,
    refreshAll,
    forget,
    selectSyncedCalendars: (ids) => selectSyncedCalendars(database, ids, clock.now()),
    unreadable: (accountId) => unreadableEvents(database, accountId),
    busy: (ids, from, to) => busyTimes(options, ids, [from, to]),
    getBusyTimes: (accountIds, addresses, from, to) =>
      loadBusyTimes(options, accountIds, addresses, [from, to]),
    conflicts: createConflicts(options),
    watches: createCalendarWatches(options),
  }
}
