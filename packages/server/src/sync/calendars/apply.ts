import type { Change } from '../../changes/index.ts'
import type { RemoteChange } from '../../providers/contract/index.ts'
import type { Link } from './links.ts'
import { putsOf, removalsOf } from './outbox-rows.ts'
import {
  assembled,
  forgetRemote,
  keepTold,
  markTold,
  occurrencesOf,
  type RemoteEvent,
  remoteEvents,
} from './remote-events.ts'
import { removeTold, settleEvent, type SettleNeeds, type Settling } from './settle-event.ts'
import { storable } from './storable.ts'
import type { Struck } from './strike.ts'

export interface Applying extends Omit<Settling, 'writes'> {
  /** The number of the reading that this is part of, or of the last one. */
  reading: number
  /** What of it is told to the user as done by somebody else; nothing unless said. */
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
  told: readonly RemoteChange[],
): Promise<Struck[]> {
  const { link, sent, news } = applying
  const settling: Settling = { ...applying, writes: [] }
  const changes = told.flatMap((one) => storable(one) ?? [])
  const before = await stateOf(change, link, changes)
  const gone = await removeGone(needs, change, settling, before, changes)
  const kept = await keepNews(change, applying, before, latest(changes))
  const touched = new Set([...(sent ? [sent.remoteId] : []), ...gone.seriesIds, ...kept])
  const settled = await settleEvents(needs, change, settling, [...touched], before)
  await tellNews(needs, change, settling, news)
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
  told: readonly Told[],
): Promise<string[]> {
  const isNews = ({ id, version }: Told) => {
    const row = before.rows.get(id)
    return row === undefined || row.version !== version || row.problem !== null || id === sent?.remoteId
  }
  const news = told.filter(isNews)
  const same = told.flatMap((one) => (isNews(one) ? [] : (before.rows.get(one.id)?.id ?? [])))
  await markTold(change.tx, same, reading)
  await forgetRenamed(change, before, news)
  await forgetUntold(change, before, news)
  await keepTold(change.tx, link.calendarId, news, reading)
  return news.map((one) => (one.kind === 'occurrence' ? one.seriesId : one.id))
}

type Told = Exclude<RemoteChange, { kind: 'gone' }>

/** Of several tellings of one id the last counts. */
function latest(changes: readonly RemoteChange[]): Told[] {
  const told = changes.flatMap((one) => (one.kind === 'gone' ? [] : [one]))
  return [...new Map(told.map((one) => [one.id, one])).values()]
}

interface State {
  /** By remote id. */
  rows: ReadonlyMap<string, RemoteEvent>
  /** By the remote id of their series. */
  occurrences: ReadonlyMap<string, readonly RemoteEvent[]>
}

async function stateOf(change: Change, link: Link, changes: readonly RemoteChange[]): Promise<State> {
  const ids = changes.map(({ id }) => id)
  const named = changes.flatMap((one) => (one.kind === 'occurrence' ? [one.seriesId] : []))
  const rows = await remoteEvents(change.tx, link.calendarId, [...new Set([...ids, ...named])])
  const missing = rows.flatMap(({ seriesId }) => seriesId ?? [])
  const more = await remoteEvents(change.tx, link.calendarId, [...new Set(missing)])
  const all = new Map([...rows, ...more].map((one) => [one.remoteId, one]))
  return { rows: all, occurrences: await occurrencesBySeries(change, link, [...all.keys(), ...named]) }
}

async function occurrencesBySeries(
  change: Change,
  { calendarId }: Link,
  seriesIds: readonly string[],
): Promise<Map<string, RemoteEvent[]>> {
  const bySeries = new Map<string, RemoteEvent[]>()
  for (const one of await occurrencesOf(change.tx, calendarId, [...new Set(seriesIds)])) {
    const id = one.seriesId ?? ''
    bySeries.set(id, [...(bySeries.get(id) ?? []), one])
  }
  return bySeries
}

/** An occurrence that comes with another id takes the place of the one with its old id. */
async function forgetRenamed(change: Change, { occurrences }: State, news: readonly Told[]): Promise<void> {
  const renamed = news.flatMap((one) =>
    one.kind === 'occurrence'
      ? (occurrences.get(one.seriesId) ?? []).filter(
          (old) => old.recurrenceId === one.recurrenceId && old.remoteId !== one.id,
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
  const untold = news.flatMap((one) => {
    const ids = one.kind === 'event' ? one.occurrenceIds : undefined
    return ids ? (occurrences.get(one.id) ?? []).filter(({ remoteId }) => !ids.includes(remoteId)) : []
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
  const here = await knownHere(needs, change, rows)
  const struck: Struck[] = []
  for (const row of rows) {
    if (row.seriesId !== null) continue
    const old = before.rows.get(row.remoteId)
    const base = old && assembled(old, before.occurrences.get(row.remoteId) ?? [])
    struck.push(
      ...(await settleEvent(needs, change, settling, {
        ...{ row, base, occurrences: occurrences.get(row.remoteId) ?? [] },
        here: row.eventId === null ? undefined : here.events.get(row.eventId),
        waiting: row.eventId === null ? undefined : here.waiting.get(row.eventId),
        removal: here.removals.get(row.id),
      })),
    )
  }
  return struck
}

async function knownHere(needs: SettleNeeds, change: Change, rows: readonly RemoteEvent[]) {
  const ids = rows.flatMap(({ eventId }) => eventId ?? [])
  const events = await needs.calendars.provided.get(change, ids)
  const waiting = await putsOf(change.tx, ids)
  const removals = await removalsOf(
    change.tx,
    rows.map(({ id }) => id),
  )
  return {
    events: new Map(events.map((one) => [one.id, one])),
    waiting: new Map(waiting.map((one) => [one.eventId, one])),
    removals: new Map(removals.map((one) => [one.remoteEventId, one])),
  }
}

/** Of a calendar that is read for the first time, or whose window has moved, what is new here is nobody's news. */
async function tellNews(
  { calendars }: SettleNeeds,
  change: Change,
  { writes }: Settling,
  news: Applying['news'],
): Promise<void> {
  if (news === undefined) return
  const told = writes.filter(({ before }) => news === 'all' || before !== undefined)
  if (told.length > 0) await calendars.provided.note(change, told)
}
