import { createHash } from 'node:crypto'
import { type CalendarSourceId, type ProblemDetail, ProviderName } from '@plmail/wire'
import type { CalendarSource, CalendarSources } from '../../../accounts/index.ts'
import type { Calendars } from '../../../calendar/index.ts'
import type { Jobs } from '../../../jobs/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Log } from '../../../kit/log.ts'
import type { Random } from '../../../kit/random.ts'
import { type CalendarPush, ProviderError, problemOfProvider } from '../../../providers/contract/index.ts'
import type { Database, Locks } from '../../../store/index.ts'
import type { CalendarWatched, OpenCalendars } from '../types.ts'
import { syncSource, sourceJob } from '../calendar-jobs.ts'
import { type Link, linksOfSource } from '../links.ts'
import { closeAll } from './close-watches.ts'
import {
  addWatch,
  type CalendarWatchRow,
  dropWatches,
  keepGranted,
  keepUnwatchable,
  watchesOfSource,
} from './watch-rows.ts'

export interface WatchNeeds {
  database: Database
  sources: Pick<CalendarSources, 'active' | 'get' | 'ofAccount'>
  calendars: Pick<Calendars, 'list'>
  open: OpenCalendars
  jobs: Pick<Jobs, 'enqueue'>
  locks: Pick<Locks, 'withLock'>
  clock: Clock
  random: Random
  log: Log
  /** Asked on every use; undefined until somebody set one. */
  publicAddress(): string | undefined
  /** Why this provider could not call this server; undefined when nothing speaks against it. */
  obstacle(provider: ProviderName): Promise<ProblemDetail | undefined>
}

export type Which = 'due' | 'renew' | 'force' | 'close'

/** Subscribes to the calendars of one source; other sources of its kind are not touched. */
export async function watchSource(
  needs: WatchNeeds,
  id: CalendarSourceId,
  which: Which,
): Promise<CalendarWatched[]> {
  const source = await needs.sources.get(id)
  if (!source || (source.kind !== ProviderName.google && source.kind !== ProviderName.microsoft)) return []
  return needs.locks.withLock(`calendar-watches:${id}`, async () => {
    const own = await watchesOfSource(needs.database, id)
    const links = await selectWatchableLinks(needs, source, own, which)
    if (links.length === 0) return []
    const why = which === 'close' ? undefined : await needs.obstacle(getKind(source))
    if (why !== undefined) return failAll(needs, links, why)
    try {
      const { push } = await needs.open(id)
      if (!push) return failAll(needs, links, { problem: 'instant/no-calendars-announced' })
      const watched: CalendarWatched[] = []
      for (const link of links) {
        const mine = own.filter((watch) => watch.calendarId === link.calendarId)
        watched.push(
          which === 'close'
            ? await closeOne(needs, link, push, mine)
            : await openOne(needs, { link, push, mine, provider: getKind(source) }, which),
        )
      }
      return watched
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return failAll(needs, links, problemOfProvider(error))
    }
  })
}

const getKind = ({ kind }: CalendarSource): ProviderName =>
  kind === ProviderName.microsoft ? ProviderName.microsoft : ProviderName.google

async function selectWatchableLinks(
  { database, calendars, clock }: WatchNeeds,
  source: CalendarSource,
  own: readonly CalendarWatchRow[],
  which: Which,
): Promise<Link[]> {
  const links = await linksOfSource(database, source.id)
  const hasAny = (link: Link) => own.some((watch) => watch.calendarId === link.calendarId)
  if (which === 'close') return links.filter(hasAny)
  const subscribed = new Set(
    (await calendars.list(source.accountId)).flatMap((calendar) =>
      calendar.isSubscribed ? [calendar.id] : [],
    ),
  )
  const may = links.filter(
    (link) => link.mayWatch && !link.unwatchable && subscribed.has(link.calendarId) && !link.missingSince,
  )
  if (which === 'force' || which === 'renew') return may
  const now = clock.now()
  return may.filter(
    (link) => !own.some((watch) => watch.calendarId === link.calendarId && isSound(watch, now)),
  )
}

const hourMs = 3_600_000

/**
 * Renewed a day before the end (Google's weeks), twelve hours before (Microsoft's days), or in the last sixth of what
 * was granted where that is less.
 */
function isSound({ provider, openedAt, expiresAt }: CalendarWatchRow, now: Date): boolean {
  if (expiresAt === null) return false
  const sixth = (expiresAt.getTime() - openedAt.getTime()) / 6
  const early = Math.min(provider === ProviderName.google ? 24 * hourMs : 12 * hourMs, sixth)
  return expiresAt.getTime() - now.getTime() > early
}

function failAll({ log }: WatchNeeds, links: readonly Link[], why: ProblemDetail): CalendarWatched[] {
  log.event('sync.calendar-not-watched', { count: links.length, why: why.problem })
  return links.map(({ calendarId }) => ({ calendarId, outcome: 'failed', why }))
}

interface Opening {
  link: Link
  push: CalendarPush
  /** Open subscriptions, newest first. */
  mine: readonly CalendarWatchRow[]
  provider: ProviderName
}

async function openOne(needs: WatchNeeds, opening: Opening, which: Which): Promise<CalendarWatched> {
  const { calendarId } = opening.link
  try {
    return await registerWatch(needs, opening, which)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { kind, detail, message } = error
    needs.log.event('sync.calendar-not-watched', { calendarId, kind, why: detail ?? message })
    return { calendarId, outcome: 'failed', why: problemOfProvider(error) }
  }
}

/** The new one is open before the old one is closed, so that nothing goes unheard in between. */
async function registerWatch(
  { database, clock, random, log, jobs, publicAddress }: WatchNeeds,
  { link, push, mine, provider }: Opening,
  which: Which,
): Promise<CalendarWatched> {
  const { calendarId, sourceId } = link
  const base = (publicAddress() ?? '').replace(/\/$/, '')
  const address = `${base}/webhook/${provider}/calendar`
  const now = clock.now()
  const inForce = mine.find(
    (watch) => watch.expiresAt !== null && watch.expiresAt > now && watch.address === address,
  )
  const knownWatch = which === 'force' ? undefined : inForce
  const id = random(16).toString('hex')
  const secret = random(32).toString('hex')
  const opened = { calendarId, provider, remoteId: id, secret: computeDigest(secret), address, openedAt: now }
  const row = await addWatch(database, opened)
  let granted
  try {
    const lifecycleAddress = `${base}/webhook/provB/lifecycle`
    const renew = knownWatch && { id: knownWatch.remoteId, resourceId: knownWatch.resourceId }
    granted = await push.watch(link.remoteId, { address, lifecycleAddress, secret, id, known: renew })
  } finally {
    // Refused, or lost on the way: then the provider's own end of it comes by itself.
    if (granted === undefined || granted === 'unsupported') await dropWatches(database, [row])
  }
  if (granted === 'unsupported') {
    await keepUnwatchable(database, calendarId)
    log.event('sync.calendar-unwatchable', { calendarId })
    return { calendarId, outcome: 'unsupported', why: null }
  }
  const { resourceId, expiresAt } = granted
  if (knownWatch && granted.id === knownWatch.remoteId) {
    await dropWatches(database, [row])
    await keepGranted(database, knownWatch.id, { remoteId: granted.id, resourceId, expiresAt })
    return { calendarId, outcome: 'renewed', why: null }
  }
  await keepGranted(database, row, { remoteId: granted.id, resourceId, expiresAt })
  await closeAll({ database, log }, push, mine)
  // What changed while nothing announced it is told by nobody.
  await jobs.enqueue(undefined, syncSource, { sourceId }, sourceJob(syncSource, sourceId))
  return { calendarId, outcome: 'opened', why: null }
}

async function closeOne(
  needs: WatchNeeds,
  { calendarId }: Link,
  push: CalendarPush,
  mine: readonly CalendarWatchRow[],
): Promise<CalendarWatched> {
  await closeAll(needs, push, mine)
  return { calendarId, outcome: 'closed', why: null }
}

export const computeDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()
