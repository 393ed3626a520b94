import {
  type EventWriting,
  type JsonObject,
  type KnownEvent,
  ProviderError,
  problemOfProvider,
  type RemoteChange,
  type Written,
} from '../../contract/index.ts'
import { type ReadonlyJson, readObject, readString } from '../../contract/read-json.ts'
import { GraphError } from '../classify.ts'
import { type Graph, segment } from '../graph.ts'
import { Inexpressible } from './inexpressible.ts'
import { differing } from './json-difference.ts'
import { findOccurrences, occurrenceChanges, writeOccurrences } from './occurrences.ts'
import { meetingsIn } from './places.ts'
import { fetchOwner, readAll, readOne } from './read.ts'
import { writeEvent } from './write-event.ts'
import { dayMs, utc } from './zone-time.ts'

export interface Writing {
  graph: Graph
  /** IANA; where whole days are whole. */
  homeZone(): Promise<string | null>
}

/**
 * Writes by what differs. Exchange tells everybody who is asked to a meeting of each change by itself; there is no way to
 * ask it not to, so `notify` decides only whether an invitation, or a date of one, that is deleted is declined.
 */
export function createWriting(writing: Writing): Pick<EventWriting, 'create' | 'update' | 'destroy'> {
  return {
    create: (calendar, event, { key }) => answerRefusals(() => create(writing, calendar, event, key)),
    update: (calendar, storedEvent, event, { notify }) =>
      answerRefusals(() => update(writing, { calendar, has: storedEvent, event, notify })),
    destroy: (calendar, storedEvent, { notify }) =>
      answerRefusals(() => destroy(writing.graph, calendar, storedEvent, notify)),
  }
}

/** Runs a write and returns errors on which the caller can act as an outcome. */
export async function answerRefusals(work: () => Promise<Written>): Promise<Written> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Inexpressible) return { outcome: 'refused', problem: error.problem }
    if (!(error instanceof ProviderError)) throw error
    if (error instanceof GraphError && error.status === 412) return { outcome: 'conflict' }
    if (error.kind === 'gone') return { outcome: 'gone' }
    if (error.kind === 'refused') return { outcome: 'refused', problem: problemOfProvider(error) }
    throw error
  }
}

async function create(writing: Writing, calendar: string, event: JsonObject, key: string): Promise<Written> {
  const { graph } = writing
  const homeZone = await resolveHomeZone(writing)
  const body = writeEvent(event, homeZone)
  const bare: KnownEvent = { id: '', version: '', raw: '', event: without(event), occurrences: new Map() }
  const special = occurrenceChanges(bare, event, homeZone)
  const owner = await fetchOwner(graph, calendar)
  const id = await createOnce(graph, calendar, withoutNothing({ ...body, transactionId: key }), event)
  if (id === undefined) return { outcome: 'removed' }
  if (special.length === 0) return toStored(await fetchWrittenEvents(graph, calendar, id, owner))
  const has = findEventIn(await fetchWrittenEvents(graph, calendar, id, owner), id)
  try {
    // A create that is repeated finds what the first one got done.
    const left = occurrenceChanges(has, event, homeZone)
    await writeOccurrences(graph, left, await findOccurrences(graph, has, left))
  } catch (error) {
    if (error instanceof Inexpressible)
      await graph.call({ method: 'DELETE', path: `me/events/${segment(id)}`, doing: 'taking a series back' })
    throw error
  }
  return toStored(await fetchWrittenEvents(graph, calendar, id, owner))
}

const without = (event: JsonObject): JsonObject => {
  const { recurrenceOverrides: _overrides, ...rest } = event
  return rest
}

const withoutNothing = (body: ReadonlyJson): ReadonlyJson =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))

/** A transaction that Exchange knows already gives the event again, or a 409 without it [F]; undefined where it is gone. */
async function createOnce(
  graph: Graph,
  calendar: string,
  body: ReadonlyJson,
  event: JsonObject,
): Promise<string | undefined> {
  try {
    const path = `me/calendars/${segment(calendar)}/events`
    return readString((await graph.send('POST', path, body, 'storing an event'))['id'])
  } catch (error) {
    if (!(error instanceof GraphError) || error.status !== 409) throw error
    return findTransaction(graph, calendar, readString(body['transactionId']), event)
  }
}

async function findTransaction(
  graph: Graph,
  calendar: string,
  key: string,
  event: JsonObject,
): Promise<string | undefined> {
  const around = Date.parse(`${readString(event['start'])}Z`)
  const at = (instant: number): string => `'${new Date(instant).toISOString().slice(0, 19)}'`
  const query = {
    $filter: `start/dateTime ge ${at(around - 2 * dayMs)} and start/dateTime le ${at(around + 2 * dayMs)}`,
    $select: 'id,transactionId',
    $top: '100',
  }
  const path = `me/calendars/${segment(calendar)}/events`
  for await (const page of graph.pages(path, query, 'looking for an event'))
    for (const listedEvent of page)
      if (listedEvent['transactionId'] === key) return readString(listedEvent['id'])
  return undefined
}

interface EventUpdate {
  calendar: string
  has: KnownEvent
  event: JsonObject
  notify: boolean
}

async function update(writing: Writing, { calendar, has, event, notify }: EventUpdate): Promise<Written> {
  const { graph } = writing
  const homeZone = await resolveHomeZone(writing)
  const body = differing(writeEvent(has.event, homeZone), writeEvent(event, homeZone))
  refuseMeetings(has.event, event)
  const isMoved = ['start', 'end', 'isAllDay', 'recurrence'].some((name) => name in body)
  const owner = await fetchOwner(graph, calendar)
  // Other times make other dates, none of which is special any more: then all is written that shall be.
  const before = isMoved ? { ...has, event: without(has.event), occurrences: new Map() } : has
  const changes = event['recurrenceRule'] === undefined ? [] : occurrenceChanges(before, event, homeZone)
  const ids = isMoved ? undefined : await findOccurrences(graph, has, changes)
  if (Object.keys(body).length > 0) await patch(graph, has, body)
  else if (changes.length > 0 && (await isOther(graph, calendar, has))) return { outcome: 'conflict' }
  const declines = notify && isInvitation(has.raw)
  if (ids) await writeOccurrences(graph, changes, ids, declines)
  else if (changes.length > 0) {
    const now = findEventIn(await fetchWrittenEvents(graph, calendar, has.id, owner), has.id)
    const left = occurrenceChanges(now, event, homeZone)
    await writeOccurrences(graph, left, await findOccurrences(graph, now, left), declines)
  }
  const written = await fetchWrittenEvents(graph, calendar, has.id, owner)
  const isTold = new Set(written.map(({ id }) => id))
  const gone = [...has.occurrences.values()].filter(({ id }) => !isTold.has(id))
  return toStored([...written, ...gone.map(({ id }) => ({ kind: 'gone', id }) as const)])
}

/** [D] A meeting on the net stays one. */
function refuseMeetings(was: JsonObject, target: JsonObject): void {
  const meetings = meetingsIn(target)
  if (meetingsIn(was).some((uri) => !meetings.includes(uri)))
    throw new Inexpressible({ problem: 'event-limit/kept-teams-link' })
}

async function patch(graph: Graph, { id, version }: KnownEvent, body: ReadonlyJson): Promise<void> {
  await graph.call({
    method: 'PATCH',
    path: `me/events/${segment(id)}`,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'if-match': version },
    doing: 'changing an event',
  })
}

async function isOther(graph: Graph, calendar: string, { id, version }: KnownEvent): Promise<boolean> {
  const event = (await readAll(graph, calendar, [id], '?$select=id')).get(id)
  if (!event) throw new ProviderError('gone', 'The series is not there any more')
  return readString(event['@odata.etag']) !== version
}

/** Somebody else's meeting is declined, which takes it out of the calendar: its deletion would tell the organizer nothing [F]. */
async function destroy(
  graph: Graph,
  calendar: string,
  storedEvent: KnownEvent,
  notify: boolean,
): Promise<Written> {
  const { id, version, raw } = storedEvent
  try {
    const path = `me/events/${segment(id)}`
    if (notify && isInvitation(raw)) {
      if (await isOther(graph, calendar, storedEvent)) return { outcome: 'conflict' }
      await graph.send('POST', `${path}/decline`, { sendResponse: true }, 'declining an invitation')
    } else
      await graph.call({
        method: 'DELETE',
        path,
        headers: { 'if-match': version },
        doing: 'deleting an event',
      })
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'gone') throw error
  }
  return toStored([])
}

function isInvitation(raw: string): boolean {
  const event = readObject(JSON.parse(raw))
  return event['isOrganizer'] === false && event['responseRequested'] !== false
}

const resolveHomeZone = async ({ homeZone }: Writing): Promise<string> => (await homeZone()) ?? utc

async function fetchWrittenEvents(
  graph: Graph,
  calendar: string,
  id: string,
  owner: string,
): Promise<RemoteChange[]> {
  const changes = await readOne(graph, calendar, id, owner)
  if (changes) return changes
  throw new ProviderError('gone', 'The event is not there any more')
}

/** Combines the reported changes of a series into one event. */
function findEventIn(changes: readonly RemoteChange[], id: string): KnownEvent {
  const series = changes.find((change) => change.kind === 'event' && change.id === id)
  if (series?.kind !== 'event') throw new ProviderError('malformed', 'Microsoft told nothing of a series')
  const dates = changes.flatMap((change) => (change.kind === 'occurrence' ? [change] : []))
  const overrides = Object.fromEntries(dates.map((date) => [date.recurrenceId, date.patch]))
  return {
    id,
    version: series.version,
    raw: series.raw,
    event: dates.length === 0 ? series.event : { ...series.event, recurrenceOverrides: overrides },
    occurrences: new Map(dates.map(({ recurrenceId, ...occurrence }) => [recurrenceId, occurrence])),
  }
}

export function toStored(changes: RemoteChange[]): Written {
  return { outcome: 'stored', changes }
}
