import { timingSafeEqual } from 'node:crypto'
import { type CalendarSourceId, ProviderName } from '@plmail/wire'
import type { JobKind, Jobs } from '../../../jobs/index.ts'
import { gather } from '../../watches/coalesce-runs.ts'
import type { CalendarNotice, CalendarWatched, CalendarWatches } from '../types.ts'
import {
  syncSource,
  sourceJob,
  type SourcePayload,
  watchCalendars,
  watchSourceKind,
} from '../calendar-jobs.ts'
import { closeWatches } from './close-watches.ts'
import { type CalendarWatchRow, dropWatches, keepAnnounced, watchesNamed } from './watch-rows.ts'
import { computeDigest, type WatchNeeds, watchSource, type Which } from './open-watch.ts'

export interface CalendarWatchesOptions extends WatchNeeds {
  jobs: Jobs
}

/** The same for one that asks to be renewed before its time. */
const renewAll: JobKind<SourcePayload> = { ...watchSourceKind, name: 'calendars.renew-source' }

/** Providers announce a burst as a burst: one look follows what has gathered. */
const pauseMs = 2_000

/** Declares the jobs that keep calendars announced, and returns the door. */
export function createCalendarWatches(options: CalendarWatchesOptions): CalendarWatches {
  const { database, jobs, clock, sources } = options

  const all = async (which: Which): Promise<CalendarWatched[]> => {
    const watched: CalendarWatched[] = []
    for (const id of await sources.active()) watched.push(...(await watchSource(options, id, which)))
    return watched
  }
  const look = gather<CalendarSourceId>(
    (sourceId) => jobs.enqueue(undefined, syncSource, { sourceId }, sourceJob(syncSource, sourceId)),
    pauseMs,
  )
  const handleNotices = async (rows: readonly CalendarWatchRow[]) => {
    await keepAnnounced(
      database,
      rows.map(({ id }) => id),
      clock.now(),
    )
    await Promise.all([...new Set(rows.map(({ sourceId }) => sourceId))].map(look))
  }
  const enqueueFor = (kind: JobKind<SourcePayload>, sourceId: CalendarSourceId) =>
    jobs.enqueue(undefined, kind, { sourceId }, { key: `${kind.name}:${sourceId}` })

  const live = async (event: string | undefined, row: CalendarWatchRow): Promise<void> => {
    if (event === 'reauthorizationRequired') return enqueueFor(renewAll, row.sourceId)
    if (event === 'subscriptionRemoved') {
      await dropWatches(database, [row.id])
      return enqueueFor(watchSourceKind, row.sourceId)
    }
    return handleNotices([row])
  }

  jobs.handle(watchCalendars, async () => {
    await all('due')
  })
  jobs.schedule({ cron: '20 * * * *', kind: watchCalendars })
  jobs.handle(watchSourceKind, async ({ sourceId }) => {
    await watchSource(options, sourceId, 'due')
  })
  jobs.handle(renewAll, async ({ sourceId }) => {
    await watchSource(options, sourceId, 'renew')
  })

  return {
    open: all,
    close: () => all('close'),
    closeOf: async (accountId) => {
      for (const { id } of await sources.ofAccount(accountId)) await closeWatches(options, id)
    },
    announcements: {
      ofChannel: async ({ id, token, state }) => {
        const [row] = await watchesNamed(database, [id])
        if (!row || row.provider !== ProviderName.google) return 'unknown-channel'
        if (!isSecret(token, row)) return 'wrong-token'
        // The first one only says that the channel is open.
        if (state !== 'sync') await handleNotices([row])
        return 'heard'
      },
      selectKnownWatches: async (ids) =>
        new Set((await watchesNamed(database, ids)).map(({ remoteId }) => remoteId)),
      ofSubscriptions: async (notices, isLifecycle) => {
        const ids = [...new Set(notices.map((notice) => notice.subscriptionId))]
        const rows = new Map((await watchesNamed(database, ids)).map((watch) => [watch.remoteId, watch]))
        const refused: Array<'unknown-subscription' | 'wrong-client-state'> = []
        const noticeByWatch = new Map<string, { row: CalendarWatchRow; event: string | undefined }>()
        for (const notice of notices) {
          const row = rows.get(notice.subscriptionId)
          if (!row || row.provider !== ProviderName.microsoft) refused.push('unknown-subscription')
          else if (!isSecret(notice.clientState, row)) refused.push('wrong-client-state')
          else
            noticeByWatch.set(`${row.id} ${notice.lifecycleEvent ?? ''}`, {
              row,
              event: getEvent(notice, isLifecycle),
            })
        }
        const changed = [...noticeByWatch.values()].filter(({ event }) => event === undefined)
        if (changed.length > 0) await handleNotices(changed.map(({ row }) => row))
        for (const { row, event } of noticeByWatch.values()) if (event !== undefined) await live(event, row)
        return refused
      },
    },
  }
}

/** Compared by digest: equally long, and in constant time. */
const isSecret = (token: string, { secret }: CalendarWatchRow): boolean =>
  timingSafeEqual(computeDigest(token), secret)

const getEvent = ({ lifecycleEvent }: CalendarNotice, isLifecycle: boolean): string | undefined =>
  isLifecycle ? (lifecycleEvent ?? 'missed') : undefined
