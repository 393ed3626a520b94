import type { Change } from '../../changes/index.ts'
import type { RemoteChange } from '../../providers/contract/index.ts'
import type { Link } from './links.ts'
import { selectPuts, selectRemovals } from './outbox-rows.ts'
import {
  assembled,
  forgetRemote,
  keepTold,
  markTold,
  selectOccurrences,
  type RemoteEvent,
  remoteEvents,
} from './remote-events.ts'
import { removeTold, settleEvent, type SettleNeeds, type Settling } from './settle-event.ts'
import { storable } from './storable-text.ts'
import type { Struck } from './record-conflict.ts'

export interface Applying extends Omit<Settling, 'writes'> {
  /** The number of the reading that this is part of, or of the last one. */
  reading: number
  /** Changes that are reported to the user as made by somebody else; none by default. */
  news?: 'all' | 'of-known'
}

/**
 * Brings what a provider told into the calendar, in one open change: rows first, then every event that they are part
 * of, merged with what waits to be sent. Telling the same twice changes nothing the second time.
 */
export async function applyChanges(
  needs: SettleNeeds,
  change: Change,
  applying: Applying,
  reported: readonly RemoteChange[],
): Promise<Struck[]> {
  const { link, sent, news } = applying
  const settling: Settling = { ...applying, writes: [] }
  const changes = reported.flatMap((remoteChange) => storable(remoteChange) ?? [])
  const before = await selectState(change, link, changes)
  const gone = await removeGone(needs, change, settling, before, changes)
  const renamedIds = await keepNews(change, applying, before, latest(changes))
  const touched = new Set([...(sent ? [sent.remoteId] : []), ...gone.seriesIds, ...renamedIds])
  const settled = await settleEvents(needs, change, settling, [...touched], before)
  await announceNews(needs, change, settling, news)
  return [...gone.struck, ...settled]
}

/** Answers the series as well that what has gone was a part of. */
async function removeGone(
  needs: SettleNeeds,
  change: Change,
  settling: Settling,
  { rows }: State,
  changes: readonly RemoteChange[],
): Promise<{ seriesIds: string[]; struck: Struck[] }> {
  const gone = changes.flatMap(({ kind, id }) => (kind === 'gone' ? (rows.get(id) ?? []) : []))
  const struck: Struck[] = []
  for (const row of gone) struck.push(...(await removeTold(needs, change, row, settling)))
  return { seriesIds: gone.flatMap(({ seriesId }) => seriesId ?? []), struck }
}

/** Keeps the rows of what is told otherwise than before; answers the remote ids of the events that these are part of. */
async function keepNews(
  change: Change,
  { link, reading, sent }: Applying,
  before: State,
  reported: readonly Told[],
): Promise<string[]> {
  const isNews = ({ id, version }: Told) => {
    const row = before.rows.get(id)
    return row === undefined || row.version !== version || row.problem !== null || id === sent?.remoteId
  }
  const news = reported.filter(isNews)
  const same = reported.flatMap((remoteChange) =>
    isNews(remoteChange) ? [] : (before.rows.get(remoteChange.id)?.id ?? []),
  )
  await markTold(change.tx, same, reading)
  await forgetRenamed(change, before, news)
  await forgetUntold(change, before, news)
  await keepTold(change.tx, link.calendarId, news, reading)
  return news.map((remoteChange) =>
    remoteChange.kind === 'occurrence' ? remoteChange.seriesId : remoteChange.id,
  )
}

type Told = Exclude<RemoteChange, { kind: 'gone' }>

/** Returns the last of several reports of each id. */
function latest(changes: readonly RemoteChange[]): Told[] {
  const latestById = changes.flatMap((remoteChange) => (remoteChange.kind === 'gone' ? [] : [remoteChange]))
  return [...new Map(latestById.map((remoteChange) => [remoteChange.id, remoteChange])).values()]
}

interface State {
  /** By remote id. */
  rows: ReadonlyMap<string, RemoteEvent>
  /** By the remote id of their series. */
  occurrences: ReadonlyMap<string, readonly RemoteEvent[]>
}

async function selectState(change: Change, link: Link, changes: readonly RemoteChange[]): Promise<State> {
  const ids = changes.map(({ id }) => id)
  const named = changes.flatMap((remoteChange) =>
    remoteChange.kind === 'occurrence' ? [remoteChange.seriesId] : [],
  )
  const rows = await remoteEvents(change.tx, link.calendarId, [...new Set([...ids, ...named])])
  const missing = rows.flatMap(({ seriesId }) => seriesId ?? [])
  const more = await remoteEvents(change.tx, link.calendarId, [...new Set(missing)])
  const all = new Map([...rows, ...more].map((row) => [row.remoteId, row]))
  return { rows: all, occurrences: await occurrencesBySeries(change, link, [...all.keys(), ...named]) }
}

async function occurrencesBySeries(
  change: Change,
  { calendarId }: Link,
  seriesIds: readonly string[],
): Promise<Map<string, RemoteEvent[]>> {
  const bySeries = new Map<string, RemoteEvent[]>()
  for (const row of await selectOccurrences(change.tx, calendarId, [...new Set(seriesIds)])) {
    const id = row.seriesId ?? ''
    bySeries.set(id, [...(bySeries.get(id) ?? []), row])
  }
  return bySeries
}

/** An occurrence that comes with another id takes the place of the one with its old id. */
async function forgetRenamed(change: Change, { occurrences }: State, news: readonly Told[]): Promise<void> {
  const renamed = news.flatMap((remoteChange) =>
    remoteChange.kind === 'occurrence'
      ? (occurrences.get(remoteChange.seriesId) ?? []).filter(
          (old) => old.recurrenceId === remoteChange.recurrenceId && old.remoteId !== remoteChange.id,
        )
      : [],
  )
  await forgetRemote(
    change.tx,
    renamed.map(({ id }) => id),
  )
}

/** Occurrences that a series no longer has, where it names all that it has. */
async function forgetUntold(change: Change, { occurrences }: State, news: readonly Told[]): Promise<void> {
  const untold = news.flatMap((remoteChange) => {
    const ids = remoteChange.kind === 'event' ? remoteChange.occurrenceIds : undefined
    return ids
      ? (occurrences.get(remoteChange.id) ?? []).filter(({ remoteId }) => !ids.includes(remoteId))
      : []
  })
  await forgetRemote(
    change.tx,
    untold.map(({ id }) => id),
  )
}

/** Every event that the rows make, put together anew and brought in. */
async function settleEvents(
  needs: SettleNeeds,
  change: Change,
  settling: Settling,
  remoteIds: readonly string[],
  before: State,
): Promise<Struck[]> {
  const { link } = settling
  const rows = await remoteEvents(change.tx, link.calendarId, remoteIds)
  const occurrences = await occurrencesBySeries(change, link, remoteIds)
  const local = await selectLocalEvents(needs, change, rows)
  const struck: Struck[] = []
  for (const row of rows) {
    if (row.seriesId !== null) continue
    const old = before.rows.get(row.remoteId)
    const base = old && assembled(old, before.occurrences.get(row.remoteId) ?? [])
    struck.push(
      ...(await settleEvent(needs, change, settling, {
        row,
        base,
        occurrences: occurrences.get(row.remoteId) ?? [],
        here: row.eventId === null ? undefined : local.events.get(row.eventId),
        waiting: row.eventId === null ? undefined : local.waiting.get(row.eventId),
        removal: local.removals.get(row.id),
      })),
    )
  }
  return struck
}

async function selectLocalEvents(needs: SettleNeeds, change: Change, rows: readonly RemoteEvent[]) {
  const ids = rows.flatMap(({ eventId }) => eventId ?? [])
  const events = await needs.calendars.provided.get(change, ids)
  const waiting = await selectPuts(change.tx, ids)
  const removals = await selectRemovals(
    change.tx,
    rows.map(({ id }) => id),
  )
  return {
    events: new Map(events.map((event) => [event.id, event])),
    waiting: new Map(waiting.map((put) => [put.eventId, put])),
    removals: new Map(removals.map((removal) => [removal.remoteEventId, removal])),
  }
}

/**
 * Notes changes as news for the user. In a calendar that is read for the first time, or whose window has moved, new
 * events are not news.
 */
async function announceNews(
  { calendars }: SettleNeeds,
  change: Change,
  { writes }: Settling,
  news: Applying['news'],
): Promise<void> {
  if (news === undefined) return
  const announced = writes.filter(({ before }) => news === 'all' || before !== undefined)
  if (announced.length > 0) await calendars.provided.note(change, announced)
}
