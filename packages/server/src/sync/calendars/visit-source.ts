import type { CalendarSourceId } from '@plmail/wire'
import type { CalendarSource, CalendarSources } from '../../accounts/index.ts'
import type { Calendars } from '../../calendar/index.ts'
import { type Jobs, RetryAt, type RunContext } from '../../jobs/index.ts'
import { ProviderError } from '../../providers/contract/index.ts'
import type { Locks } from '../../store/index.ts'
import { backOff, needsPerson } from '../observe.ts'
import { discover, type DiscoverNeeds, removeLinked } from './discover.ts'
import type { OpenCalendars } from './types.ts'
import { sendEvents, sourceJob, watchJob, watchSourceKind } from './calendar-jobs.ts'
import { keepTrouble, type Link, linksOfSource } from './links.ts'
import { countFailures, keepFailure, keepLooked, computeRetryTime } from './source-visits.ts'
import { nextDue } from './outbox-rows.ts'
import { type Pulling, pullCalendar } from './pull-calendar.ts'
import { sendDue, getWords } from './send-due-events.ts'
import type { SendNeeds } from './send-context.ts'

export interface LookNeeds extends SendNeeds, DiscoverNeeds {
  calendars: Pick<Calendars, 'provided' | 'events' | 'list' | 'selectImportedObjects' | 'replaceStandIns'>
  sources: Pick<CalendarSources, 'get' | 'setCondition'>
  open: OpenCalendars
  jobs: Pick<Jobs, 'enqueue'>
  locks: Pick<Locks, 'withLock'>
}

/** `send`: only what waits to be sent. Safe to run twice: what was told or sent already is recognised. */
export type Errand = 'look' | 'send'

/** One visit to a source. Nobody else visits it meanwhile, whichever process they are in. */
export async function visit(
  needs: LookNeeds,
  id: CalendarSourceId,
  errand: Errand,
  context: RunContext,
): Promise<void> {
  const source = await needs.sources.get(id)
  // A job may outlive its source.
  if (!source) return
  await needs.locks.withLock(`calendars:${id}`, async (lost) => {
    const signal = AbortSignal.any([lost, context.signal])
    try {
      const session = await needs.open(id)
      const pulling: Pulling = {
        session,
        sourceId: id,
        signal,
        kind: source.kind,
        source: source.kind === 'feed' ? 'feed' : 'provider',
      }
      if (errand === 'send') await sendOnly(needs, pulling)
      else await syncSource(needs, source, pulling)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      await keepOff(needs, id, error)
    }
  })
}

async function sendOnly(needs: LookNeeds, pulling: Pulling): Promise<void> {
  const stopped = await sendDue(needs, pulling)
  if (stopped) throw stopped
  await queueNext(needs, pulling.sourceId)
}

async function queueNext({ database, jobs, clock }: LookNeeds, sourceId: CalendarSourceId): Promise<void> {
  const due = await nextDue(database, sourceId)
  if (!due) return
  const soonest = new Date(Math.max(due.getTime(), clock.now().getTime() + 1_000))
  await jobs.enqueue(
    undefined,
    sendEvents,
    { sourceId },
    { ...sourceJob(sendEvents, sourceId), runAt: soonest },
  )
}

async function syncSource(needs: LookNeeds, source: CalendarSource, pulling: Pulling): Promise<void> {
  const { database, clock, sources, calendars } = needs
  const stopped = await sendDue(needs, pulling)
  if (stopped?.kind === 'throttled') throw stopped
  const linkedIds = new Set((await linksOfSource(database, source.id)).map(({ calendarId }) => calendarId))
  const links = await discover(needs, source, await pulling.session.calendars())
  const subscribedIds = new Set(
    (await calendars.list(source.accountId)).flatMap((calendar) =>
      calendar.isSubscribed ? [calendar.id] : [],
    ),
  )
  for (const link of links) {
    pulling.signal.throwIfAborted()
    const isDue = link.dueAt === null || link.dueAt <= clock.now()
    if (isDue && subscribedIds.has(link.calendarId)) await pullOne(needs, pulling, link)
  }
  await calendars.replaceStandIns(source.userId, source.accountId)
  await keepLooked(database, source.id, clock.now())
  // Announced from the first look on, not from the hour on in which all are gone through.
  if (links.some(({ calendarId }) => !linkedIds.has(calendarId)))
    await needs.jobs.enqueue(undefined, watchSourceKind, { sourceId: source.id }, watchJob(source.id))
  // What can be read and not written is told, and stops no reading.
  if (stopped) await sources.setCondition(source.id, stopped.kind, getWords(stopped))
  else {
    await sources.setCondition(source.id, 'ok')
    await queueNext(needs, source.id)
  }
}

const missingMs = 10 * 60_000

/** Pulls one calendar. A problem with one calendar keeps no other from being read. */
async function pullOne(needs: LookNeeds, pulling: Pulling, link: Link): Promise<void> {
  const { database, clock, log } = needs
  try {
    await pullCalendar(needs, pulling, link)
  } catch (error) {
    if (!(error instanceof ProviderError) || !isOfOne(error)) throw error
    if (error.kind === 'gone' && link.missingSince !== null) return removeLinked(needs, link)
    log.event('sync.calendar-trouble', { calendarId: link.calendarId, kind: error.kind })
    const dueAt = computeRetryTime(clock.now(), link.failures + 1)
    return keepTrouble(database, link.calendarId, dueAt, getWords(error))
  }
  // Readable still, but the source has left it out of its list twice: its user has taken it off there.
  const since = link.missingSince?.getTime() ?? Infinity
  if (clock.now().getTime() - since >= missingMs) await removeLinked(needs, link)
}

const isOfOne = ({ kind }: ProviderError): boolean =>
  kind === 'gone' || kind === 'denied' || kind === 'malformed' || kind === 'refused'

/** Trouble that passes by itself is tried a few times at once; what lasts is told, and looked at ever more rarely. */
const quickTries = 3

async function keepOff(
  { database, sources, clock, log }: LookNeeds,
  id: CalendarSourceId,
  error: ProviderError,
) {
  log.event('sync.calendars-trouble', { sourceId: id, kind: error.kind })
  await sources.setCondition(id, error.kind, getWords(error))
  const now = clock.now()
  const failures = (await countFailures(database, id)) + 1
  const isQuick = !needsPerson(error) && failures <= quickTries
  const reported = needsPerson(error) ? failures : failures - quickTries
  await keepFailure(database, id, isQuick ? null : computeRetryTime(now, reported))
  if (isQuick) throw new RetryAt(error.until ?? backOff(now, failures), error.message)
}
