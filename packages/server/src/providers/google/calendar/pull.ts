import { type EventPage, ProviderError, type RemoteChange } from '../../contract/index.ts'
import { type ReadonlyJson, readObjects, readString } from '../../contract/read-json.ts'
import { type CalendarApi, eventsPath } from './calendar-api.ts'
import { aloneChange, eventChange, occurrenceChange } from './changes.ts'
import { CalendarError } from './classify.ts'
import type { Reckoning } from './reckoning.ts'

/** Period before now in which a full read begins; events that ended earlier are not requested. */
const yearMs = 365 * 86_400_000
const pageSize = '250'

interface Reading {
  api: CalendarApi
  calendar: string
  by: Reckoning
  now: Date
}

/**
 * By sync tokens (events.list). The first reading begins a year back, which its token remembers: `timeMin` may not be
 * repeated with it. 410 says that the token is of no use any more, and everything is read again.
 */
export async function* pull(reading: Reading, cursor: string | undefined): AsyncIterable<EventPage> {
  const tellsFrom = new Date(reading.now.getTime() - yearMs)
  const whole = { timeMin: tellsFrom.toISOString() }
  const tell = createTeller(reading)
  let since: Record<string, string> = cursor === undefined ? whole : { syncToken: cursor }
  let reset = false
  let pageToken = ''
  for (let isFirst = true; ; isFirst = false) {
    let page: ReadonlyJson
    try {
      page = await list(reading, { ...since, ...(pageToken === '' ? {} : { pageToken }) })
    } catch (error) {
      if (!isFirst || reset || cursor === undefined || !isTooOld(error)) throw error
      since = whole
      reset = true
      page = await list(reading, since)
    }
    const next = readString(page['nextPageToken'])
    const isLast = next === ''
    const changes = await tell(page, isLast)
    const isWhole = isFirst && since === whole
    const sync = readString(page['nextSyncToken'])
    if (isLast && sync === '') throw new ProviderError('malformed', 'Google gave no sync token')
    yield {
      changes,
      reset: isFirst && reset,
      cursor: isLast ? sync : undefined,
      ...(isWhole ? { tellsFrom } : {}),
    }
    if (isLast) return
    if (next === pageToken) throw new ProviderError('malformed', 'Google gave the same page again')
    pageToken = next
  }
}

function list({ api, calendar }: Reading, query: Record<string, string>): Promise<ReadonlyJson> {
  return api.get(eventsPath(calendar), { maxResults: pageSize, ...query }, 'reading events')
}

/** The same status as for an event that is deleted twice. */
function isTooOld(error: unknown): boolean {
  return error instanceof CalendarError && error.status === 410
}

/**
 * Says what a page says. An occurrence is told as what differs from its series, so those whose series was not told yet
 * wait for it, to the last page at most; then it is asked for.
 */
function createTeller({ api, calendar, by }: Reading) {
  const series = new Map<string, ReadonlyJson | undefined>()
  let waiting: ReadonlyJson[] = []
  const getSeries = (raw: ReadonlyJson): string => readString(raw['recurringEventId'])

  async function fetchSeries(id: string): Promise<void> {
    if (series.has(id)) return
    const event = await readEventById(api, calendar, id)
    series.set(id, event?.['status'] === 'cancelled' ? undefined : event)
  }
  return async (page: ReadonlyJson, isLast: boolean): Promise<RemoteChange[]> => {
    const zone = readString(page['timeZone']) || 'UTC'
    const items = readObjects(page['items'])
    const events = items.filter((raw) => getSeries(raw) === '')
    for (const raw of events)
      series.set(readString(raw['id']), raw['status'] === 'cancelled' ? undefined : raw)
    const occurrences = [...waiting, ...items.filter((raw) => getSeries(raw) !== '')]
    if (isLast) for (const raw of occurrences) await fetchSeries(getSeries(raw))
    waiting = occurrences.filter((raw) => !series.has(getSeries(raw)))
    const ready = occurrences.filter((raw) => series.has(getSeries(raw)))
    const changes = [
      ...events.map((raw) => eventChange(raw, zone, by)),
      ...ready.map((raw) => {
        const of = series.get(getSeries(raw))
        return of ? occurrenceChange(raw, of, zone, by) : aloneChange(raw, zone, by)
      }),
    ]
    return changes.filter((change) => change !== undefined)
  }
}

/** Undefined when it is not there; what was deleted is told as cancelled for a while. */
export async function readEventById(
  api: CalendarApi,
  calendar: string,
  id: string,
): Promise<ReadonlyJson | undefined> {
  try {
    return await api.get(eventsPath(calendar, id), {}, 'reading an event')
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'gone') return undefined
    throw error
  }
}
