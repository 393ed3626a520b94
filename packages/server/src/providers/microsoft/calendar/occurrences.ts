import type { JsonObject, KnownEvent } from '../../contract/index.ts'
import { type ReadonlyJson, readObject, readObjects, readString } from '../../contract/read-json.ts'
import { type Graph, segment } from '../graph.ts'
import { Inexpressible } from './inexpressible.ts'
import { differing, isSame, applyPatch } from './json-difference.ts'
import { isCancelledId } from './tell.ts'
import { instantOfOccurrence } from './times.ts'
import { writeOccurrence } from './write-event.ts'
import { dayMs, readWall } from './zone-time.ts'

/** A change to one date of a series. */
export type OccurrenceChange =
  { recurrenceId: string; kind: 'leave-out' } | { recurrenceId: string; kind: 'change'; body: ReadonlyJson }

const getOverrides = (event: JsonObject): JsonObject => readObject(event['recurrenceOverrides']) as JsonObject

/**
 * Lists the single dates that differ from Graph's. Throws Inexpressible where an excluded date is to take place again:
 * Exchange forgets such a date for good.
 */
export function occurrenceChanges(has: KnownEvent, event: JsonObject, homeZone: string): OccurrenceChange[] {
  const [was, target] = [getOverrides(has.event), getOverrides(event)]
  const ids = [...new Set([...Object.keys(was), ...Object.keys(target)])].sort()
  return ids.flatMap((recurrenceId): OccurrenceChange[] => {
    const [before, after] = [readObject(was[recurrenceId]), readObject(target[recurrenceId])]
    if (after['excluded'] === true)
      return before['excluded'] === true ? [] : [{ recurrenceId, kind: 'leave-out' }]
    if (before['excluded'] === true)
      throw new Inexpressible({ problem: 'event-limit/date-stays-removed', provider: 'Microsoft' })
    if (isSame(before, after)) return []
    // A changed date stays one to Graph: what is to be like the series again is written like it.
    const body = differing(
      getBody(event, recurrenceId, before as JsonObject, homeZone),
      getBody(event, recurrenceId, after as JsonObject, homeZone),
    )
    return Object.keys(body).length === 0 ? [] : [{ recurrenceId, kind: 'change', body }]
  })
}

function getBody(event: JsonObject, recurrenceId: string, patch: JsonObject, homeZone: string): ReadonlyJson {
  const { recurrenceRule: _rule, recurrenceOverrides: _overrides, ...series } = event
  const { excluded: _excluded, ...changes } = patch
  return writeOccurrence(applyPatch({ ...series, start: recurrenceId }, changes), homeZone)
}

/**
 * The ids by which the dates can be written. Throws Inexpressible for a date that the series does not have: there is no
 * way to add one.
 */
export async function findOccurrences(
  graph: Graph,
  has: KnownEvent,
  changes: readonly OccurrenceChange[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { recurrenceId } of changes) {
    const occurrenceId = has.occurrences.get(recurrenceId)?.id
    const id =
      occurrenceId === undefined || isCancelledId(occurrenceId)
        ? await findInstance(graph, has, recurrenceId)
        : occurrenceId
    if (id === undefined)
      throw new Inexpressible({ problem: 'event-limit/no-extra-dates', provider: 'Microsoft' })
    ids.set(recurrenceId, id)
  }
  return ids
}

async function findInstance(
  graph: Graph,
  has: KnownEvent,
  recurrenceId: string,
): Promise<string | undefined> {
  const instant = instantOfOccurrence(recurrenceId, has.event)
  const query = {
    startDateTime: new Date(instant - dayMs).toISOString(),
    endDateTime: new Date(instant + 2 * dayMs).toISOString(),
    $select: 'id,type,start,originalStart',
    $top: '100',
  }
  const path = `me/events/${segment(has.id)}/instances`
  for await (const page of graph.pages(path, query, 'looking for a date of a series'))
    for (const instance of readObjects(page)) {
      const at = readWall(readString(readObject(instance['start'])['dateTime']))
      if (instance['type'] === 'occurrence' && at === instant) return readString(instance['id'])
    }
  return undefined
}

/**
 * Writes them one after the other; each is a thing of its own to Graph. `declines`: a date of somebody else's meeting that
 * is left out is declined, which takes it out of the calendar, and the organizer is told.
 */
export async function writeOccurrences(
  graph: Graph,
  changes: readonly OccurrenceChange[],
  ids: ReadonlyMap<string, string>,
  declines = false,
): Promise<void> {
  for (const change of changes) {
    const path = `me/events/${segment(ids.get(change.recurrenceId) ?? '')}`
    if (change.kind === 'change') await graph.send('PATCH', path, change.body, 'changing a date of a series')
    else if (declines)
      await graph.send('POST', `${path}/decline`, { sendResponse: true }, 'declining a date of a series')
    else await graph.call({ method: 'DELETE', path, doing: 'leaving a date out of a series' })
  }
}
