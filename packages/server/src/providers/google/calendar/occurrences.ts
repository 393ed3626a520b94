import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, KnownEvent, RemoteChange, Written } from '../../contract/index.ts'
import {
  type ReadonlyJson,
  readObject,
  readObjects,
  readString,
  readStrings,
} from '../../contract/read-json.ts'
import { type CalendarApi, eventsPath } from './calendar-api.ts'
import { occurrenceChange } from './changes.ts'
import type { WriteNeeds } from './outcome.ts'
import { declineBeforeDelete } from './decline-before-delete.ts'
import { readEventById } from './pull.ts'
import type { Reckoning } from './reckoning.ts'
import { isExcluded, getOverrides, readLines } from './recurrence-lines.ts'
import { patch } from './send-event.ts'
import { changedFields, getContext } from './write-event.ts'

/** One occurrence that is to be different from what Google has. */
export interface PlannedOccurrence {
  recurrenceId: string
  /** Undefined: as the series has it. */
  was: JsonObject | undefined
  is: JsonObject | undefined
  known: { id: string; version: string; raw: string } | undefined
}

/**
 * Plans the writes to single occurrences. Dates listed beside the rule are lines of the series; when the series itself
 * moves, its old dates mean nothing any more.
 */
export function planOccurrences(
  stored: KnownEvent | undefined,
  event: JsonObject,
  raw: ReadonlyJson,
  by: Reckoning,
): PlannedOccurrence[] {
  const [before, after] = [getOverrides(stored?.event ?? {}), getOverrides(event)]
  const context = getContext(stored?.event ?? event)
  const start = String((stored?.event ?? event)['start'] ?? '')
  const lines = readLines(readStrings(raw['recurrence']), start, context, by)
  const isMoved = stored !== undefined && getPlace(stored.event) !== getPlace(event)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((recurrenceId): PlannedOccurrence[] => {
    const [was, is] = [before.get(recurrenceId), after.get(recurrenceId)]
    const occurrence = { recurrenceId, was, is, known: stored?.occurrences.get(recurrenceId) }
    if (isDeepStrictEqual(was, is)) return []
    if (is === undefined && (isMoved || (occurrence.known === undefined && isInLines(recurrenceId, lines))))
      return []
    // Added beside the rule, or left out from the beginning: said by the lines of the series.
    const isNothing = is !== undefined && Object.keys(is).length === 0
    if (isNothing && was === undefined) return []
    if (stored === undefined && isExcluded(is)) return []
    return [occurrence]
  })
}

function isInLines(id: string, { added, excluded }: { added: string[]; excluded: string[] }): boolean {
  return added.includes(id) || excluded.includes(id)
}

function getPlace({ start, timeZone, showWithoutTime, recurrenceRule }: JsonObject): string {
  return JSON.stringify([start, timeZone ?? null, showWithoutTime === true, recurrenceRule ?? null])
}

interface Task {
  calendar: string
  series: ReadonlyJson
  /** The series as it is to be. */
  event: JsonObject
  plan: readonly PlannedOccurrence[]
  notify: boolean
  /** The series was just written, which gave its occurrences other versions. */
  isChanged: boolean
}

/** Each by a PATCH of its own: a series and its occurrences are different things to Google. */
export async function writeOccurrences(
  needs: WriteNeeds,
  task: Task,
): Promise<{ changes: RemoteChange[] } | Extract<Written, { outcome: 'refused' | 'gone' }>> {
  const { api, by } = needs
  const { calendar, series, event, notify, isChanged } = task
  const changes: RemoteChange[] = []
  for (const step of task.plan) {
    const occurrence =
      step.known && !isChanged
        ? { id: step.known.id, version: step.known.version, raw: readObject(JSON.parse(step.known.raw)) }
        : await findOccurrence(api, calendar, readString(series['id']), step.recurrenceId, event, by)
    if (!occurrence) return missing(api, calendar, readString(series['id']))
    const body = occurrenceFields(step, event, occurrence.raw, by)
    if ('refused' in body) return { outcome: 'refused', problem: body.refused }
    if (Object.keys(body.fields).length === 0) continue
    const isTakenOut = notify && isExcluded(step.is)
    const version = isTakenOut ? await declineBeforeDelete(api, calendar, occurrence) : occurrence.version
    const written = await patch(api, calendar, occurrence.id, body.fields, { version, notify })
    const zone = readString(readObject(series['start'])['timeZone']) || 'UTC'
    const change = occurrenceChange(written, series, zone, by)
    if (change) changes.push(change)
  }
  return { changes }
}

/** A series that was removed meanwhile has no occurrences any more. */
async function missing(
  api: CalendarApi,
  calendar: string,
  series: string,
): Promise<Extract<Written, { outcome: 'refused' | 'gone' }>> {
  const master = await readEventById(api, calendar, series)
  if (!master || master['status'] === 'cancelled') return { outcome: 'gone' }
  return {
    outcome: 'refused',
    problem: { problem: 'event-limit/no-such-occurrence', provider: 'Google Calendar' },
  }
}

function occurrenceFields(
  { recurrenceId, was, is }: PlannedOccurrence,
  event: JsonObject,
  raw: ReadonlyJson,
  by: Reckoning,
) {
  if (isExcluded(is)) return { fields: { status: 'cancelled' } }
  const { recurrenceRule: _rule, recurrenceOverrides: _overrides, ...plain } = event
  const series: JsonObject = { ...plain, start: recurrenceId }
  const wasOut = raw['status'] === 'cancelled'
  const before = wasOut ? series : patchOccurrence(series, was, by)
  const changed = changedFields(before, patchOccurrence(series, is, by), wasOut ? undefined : raw, by)
  if ('refused' in changed || !wasOut) return changed
  return { fields: { ...changed.fields, status: 'confirmed' } }
}

/** A patch below something that is not there says nothing. */
function patchOccurrence(series: JsonObject, ownPatch: JsonObject | undefined, by: Reckoning): JsonObject {
  const { excluded: _excluded, ...changes } = ownPatch ?? {}
  const result = by.patchEvent(series, changes)
  return 'event' in result ? result.event : series
}

interface FoundOccurrence {
  id: string
  version: string | undefined
  raw: ReadonlyJson
}

/** By its original start, because how its id is made is Google's own business (events.instances). */
export async function findOccurrence(
  api: CalendarApi,
  calendar: string,
  series: string,
  recurrenceId: string,
  event: JsonObject,
  by: Reckoning,
): Promise<FoundOccurrence | undefined> {
  const { zone, isAllDay } = getContext(event)
  const instant =
    zone === null ? undefined : by.getClock(zone)?.instantAt(by.parseWallTime(recurrenceId) ?? 0)
  const originalStart =
    isAllDay || instant === undefined ? recurrenceId.slice(0, 10) : new Date(instant).toISOString()
  const query = { originalStart, showDeleted: 'true', maxResults: '1' }
  const page = await api.get(eventsPath(calendar, series, 'instances'), query, 'looking for an occurrence')
  const [raw] = readObjects(page['items'])
  return raw && { id: readString(raw['id']), version: readString(raw['etag']) || undefined, raw }
}
