import { ProviderError, type RemoteChange } from '../../contract/index.ts'
import { type ReadonlyJson, readObject, readString } from '../../contract/read-json.ts'
import { batch } from '../batch.ts'
import { graphError } from '../classify.ts'
import { type Graph, queryText, segment } from '../graph.ts'
import { seriesQuery, toEventChanges, toSeriesChanges } from './tell.ts'

/** Whose calendar it is, as an address. Throws `gone` when it is not there; an id that is none is of nothing. */
export async function fetchOwner(graph: Graph, calendar: string): Promise<string> {
  const path = `me/calendars/${segment(calendar)}`
  try {
    const calendarJson = await graph.get(path, { $select: 'id,owner' }, 'opening a calendar')
    return readString(readObject(calendarJson['owner'])['address'])
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused')
      throw new ProviderError('gone', error.message, { cause: error })
    throw error
  }
}

/** One event of the calendar, a series with everything about it; undefined when it is not there. */
export async function readOne(
  graph: Graph,
  calendar: string,
  id: string,
  owner: string,
): Promise<RemoteChange[] | undefined> {
  return (await readSeries(graph, calendar, [id], owner)).get(id)
}

/** Reads the present state of these events: series with all their exceptions, single events as they are. */
export async function readSeries(
  graph: Graph,
  calendar: string,
  ids: readonly string[],
  owner: string,
): Promise<Map<string, RemoteChange[] | undefined>> {
  const eventById = await readAll(graph, calendar, ids, queryText(seriesQuery))
  return new Map(
    [...eventById].map(([id, json]) => [
      id,
      json && (json['type'] === 'seriesMaster' ? toSeriesChanges(json, owner) : toEventChanges(json, owner)),
    ]),
  )
}

/** Undefined for those that the calendar does not have. */
export async function readAll(
  graph: Graph,
  calendar: string,
  ids: readonly string[],
  query = '',
): Promise<Map<string, ReadonlyJson | undefined>> {
  const doing = 'reading events'
  const calls = ids.map((id) => ({
    key: id,
    method: 'GET' as const,
    url: `/me/calendars/${segment(calendar)}/events/${segment(id)}${query}`,
  }))
  const eventById = new Map<string, ReadonlyJson | undefined>()
  for await (const { key, status, headers, body } of batch(graph, calls, doing)) {
    if (status === 200) eventById.set(key, body)
    // An id that Exchange cannot read is of nothing that is there.
    else if (status === 404 || status === 400) eventById.set(key, undefined)
    else throw graphError({ status, headers, body: JSON.stringify(body) }, doing, graph.now())
  }
  return eventById
}
