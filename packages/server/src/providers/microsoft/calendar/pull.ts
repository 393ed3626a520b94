import { type EventPage, ProviderError, type RemoteChange } from '../../contract/index.ts'
import {
  type ReadonlyJson,
  readObject,
  readObjects,
  readString,
  readStrings,
} from '../../contract/read-json.ts'
import { type Graph, queryText, segment } from '../graph.ts'
import { fetchOwner, readAll, readSeries } from './read.ts'
import { toEventChanges } from './tell.ts'
import { dayMs } from './zone-time.ts'

/** Window of a sync: a year back and two ahead. The window of a delta stays as it was at the first read. */
const daysBack = 365
const daysAhead = 730
const daysUntilAnew = 30
const pageSize = 200

interface Cursor {
  link: string
  /** Series with something in the window: a date taken out of one shows as no more than an id that is gone. */
  series: string[]
}

/**
 * Lists the changes in a calendar since a deltaLink, or all of its events. Graph reports the parts of a series
 * separately; each series is read again from its master and reported whole, with the exceptions of single dates.
 */
export async function* pull(
  graph: Graph,
  calendar: string,
  cursor: string | undefined,
): AsyncGenerator<EventPage> {
  const owner = await fetchOwner(graph, calendar)
  const since = cursor === undefined ? undefined : readCursor(cursor)
  if (!since) return yield* everything(graph, calendar, owner, cursor !== undefined)
  try {
    yield* round({ graph, calendar, owner }, { url: since.link }, since.series)
  } catch (error) {
    // 410, or 40x with a code of its own: the link is too old. In the midst of pages the whole is begun again.
    if (!(error instanceof ProviderError) || error.kind !== 'gone') throw error
    yield* everything(graph, calendar, owner, true)
  }
}

async function* everything(
  graph: Graph,
  calendar: string,
  owner: string,
  reset: boolean,
): AsyncGenerator<EventPage> {
  const today = Math.floor(graph.now().getTime() / dayMs) * dayMs
  const tellsFrom = new Date(today - daysBack * dayMs)
  const readAnewAt = new Date(today + daysUntilAnew * dayMs)
  const tellsUntil = new Date(today + daysAhead * dayMs)
  const window = { startDateTime: tellsFrom.toISOString(), endDateTime: tellsUntil.toISOString() }
  const path = `me/calendars/${segment(calendar)}/calendarView/delta${queryText(window)}`
  let isFirst = true
  for await (const page of round({ graph, calendar, owner }, { path }, [])) {
    const about = isFirst ? { reset, tellsFrom, tellsUntil } : {}
    yield { ...page, ...about, ...(page.cursor === undefined ? {} : { readAnewAt }) }
    isFirst = false
  }
}

interface Reading {
  graph: Graph
  calendar: string
  owner: string
}

/** Pages may be empty and go on all the same, and may repeat what an earlier one said. */
async function* round(
  reading: Reading,
  start: { url: string } | { path: string },
  seriesIds: readonly string[],
): AsyncGenerator<EventPage> {
  const progress = { series: new Set(seriesIds), read: new Set<string>(), removed: new Set<string>() }
  for (let where = start; ;) {
    const page = await nextPage(reading.graph, where)
    const next = readString(page['@odata.nextLink'])
    const delta = readString(page['@odata.deltaLink'])
    if (next === '' && delta === '')
      throw new ProviderError('malformed', 'Microsoft named no place to read on from')
    const changes = await readChanges(reading, readObjects(page['value']), progress)
    if (next !== '') {
      yield { changes, reset: false, cursor: undefined }
      where = { url: next }
      continue
    }
    changes.push(...(await fetchRemoved(reading, progress)))
    const cursor: Cursor = { link: delta, series: [...progress.series] }
    return yield { changes, reset: false, cursor: JSON.stringify(cursor) }
  }
}

async function nextPage(graph: Graph, where: { url: string } | { path: string }): Promise<ReadonlyJson> {
  const prefer = [`odata.maxpagesize=${pageSize}`]
  const doing = 'reading what changed in a calendar'
  const answer = await graph.call({ method: 'GET', ...where, prefer, doing })
  return readObject(await answer.json())
}

interface PullProgress {
  series: Set<string>
  /** Ids of the series that were read in this round. */
  read: Set<string>
  removed: Set<string>
}

async function readChanges(
  reading: Reading,
  items: readonly ReadonlyJson[],
  progress: PullProgress,
): Promise<RemoteChange[]> {
  const changes: RemoteChange[] = []
  const series = new Set<string>()
  for (const item of items) {
    const id = readString(item['id'])
    if (id === '') continue
    if (item['@removed'] !== undefined) progress.removed.add(id)
    else if (item['type'] === 'singleInstance') changes.push(...toEventChanges(item, reading.owner))
    else series.add(item['type'] === 'seriesMaster' ? id : readString(item['seriesMasterId']))
  }
  changes.push(...(await fetchSeriesChanges(reading, series, progress)))
  return changes
}

async function fetchSeriesChanges(
  reading: Reading,
  ids: Iterable<string>,
  progress: PullProgress,
): Promise<RemoteChange[]> {
  const unreadIds = [...ids].filter((id) => id !== '' && !progress.read.has(id))
  const seriesById = await readSeries(reading.graph, reading.calendar, unreadIds, reading.owner)
  return unreadIds.flatMap((id): RemoteChange[] => {
    progress.read.add(id)
    const changes = seriesById.get(id)
    if (changes) progress.series.add(id)
    else progress.series.delete(id)
    return changes ?? [{ kind: 'gone', id }]
  })
}

/**
 * Returns the removals of a round. An event reported as removed may only have left the window, or changed outside of
 * it, so each is fetched. A date that a series no longer has is reported by its id alone; the series themselves tell to
 * which one it belonged.
 */
async function fetchRemoved(reading: Reading, progress: PullProgress): Promise<RemoteChange[]> {
  const ids = [...progress.removed]
  if (ids.length === 0) return []
  const eventById = await readAll(reading.graph, reading.calendar, ids)
  const changes: RemoteChange[] = []
  const series = new Set<string>()
  let isAnyGone = false
  for (const id of ids) {
    const event = eventById.get(id)
    if (!event) {
      changes.push({ kind: 'gone', id })
      isAnyGone = true
    } else if (event['type'] === 'singleInstance') changes.push(...toEventChanges(event, reading.owner))
    else series.add(event['type'] === 'seriesMaster' ? id : readString(event['seriesMasterId']))
  }
  for (const { id } of changes) progress.series.delete(id)
  if (isAnyGone) for (const id of progress.series) series.add(id)
  return [...changes, ...(await fetchSeriesChanges(reading, series, progress))]
}

function readCursor(text: string): Cursor | undefined {
  try {
    const json = readObject(JSON.parse(text))
    const link = readString(json['link'])
    return link === '' ? undefined : { link, series: readStrings(json['series']) }
  } catch {
    return undefined // of an earlier kind: everything is read anew
  }
}
