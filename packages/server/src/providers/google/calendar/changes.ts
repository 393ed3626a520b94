import { isDeepStrictEqual } from 'node:util'
import { datePrivacy } from '@plmail/wire'
import type { JsonObject, RemoteChange } from '../../contract/index.ts'
import { type ReadonlyJson, readObject, readString } from '../../contract/read-json.ts'
import { readEvent } from './read-event.ts'
import type { Reckoning } from './reckoning.ts'

/** Properties that an occurrence shares with its series, or that are bookkeeping. */
const shared = new Set([
  '@type',
  'version',
  'uid',
  'recurrenceRule',
  'recurrenceOverrides',
  'privacy',
  'created',
  'updated',
  'sequence',
])

/** Series or single event. Undefined for what cannot be read. */
export function eventChange(raw: ReadonlyJson, zone: string, by: Reckoning): RemoteChange | undefined {
  const id = readString(raw['id'])
  if (raw['status'] === 'cancelled') return { kind: 'gone', id }
  const event = readEvent(raw, zone, by)
  return event && { kind: 'event', id, version: readString(raw['etag']), event, raw: JSON.stringify(raw) }
}

/** An occurrence of the series; undefined for one whose time cannot be read. */
export function occurrenceChange(
  raw: ReadonlyJson,
  series: ReadonlyJson,
  zone: string,
  by: Reckoning,
): RemoteChange | undefined {
  const event = readEvent(series, zone, by)
  const recurrenceId = event && parseRecurrenceId(readObject(raw['originalStartTime']), event, by)
  const patch =
    recurrenceId === undefined ? undefined : readPatch(raw, { series: event ?? {}, recurrenceId, zone, by })
  if (recurrenceId === undefined || !patch) return undefined
  return {
    kind: 'occurrence',
    id: readString(raw['id']),
    seriesId: readString(series['id']),
    recurrenceId,
    patch,
    version: readString(raw['etag']),
    raw: JSON.stringify(raw),
  }
}

/** Nobody but the organizer sees a series to one date of which they were asked alone: it is an event of its own. */
export function aloneChange(raw: ReadonlyJson, zone: string, by: Reckoning): RemoteChange | undefined {
  const change = eventChange(raw, zone, by)
  if (change?.kind !== 'event') return change
  return { ...change, event: { ...change.event, uid: `${change.id}@google.com` } }
}

/** By the clocks of the series, whatever clocks Google tells it by. */
function parseRecurrenceId(original: ReadonlyJson, series: JsonObject, by: Reckoning): string | undefined {
  const date = readString(original['date'])
  if (date !== '') {
    const wall = by.parseWallTime(date)
    return wall === undefined ? undefined : by.writeWallTime(wall)
  }
  const instant = Date.parse(readString(original['dateTime']))
  const zone = series['timeZone']
  const wall = typeof zone === 'string' ? by.getClock(zone)?.wallTimeAt(instant) : instant
  return wall === undefined || Number.isNaN(wall) ? undefined : by.writeWallTime(wall)
}

interface RawOccurrence {
  series: JsonObject
  recurrenceId: string
  zone: string
  by: Reckoning
}

function readPatch(
  raw: ReadonlyJson,
  { series, recurrenceId, zone, by }: RawOccurrence,
): JsonObject | undefined {
  if (raw['status'] === 'cancelled') return { excluded: true }
  const own = readEvent(raw, zone, by)
  if (!own) return undefined
  const plain: JsonObject = { ...series, start: recurrenceId }
  const names = [...new Set([...Object.keys(plain), ...Object.keys(own)])]
  const changed = names.filter((name) => !shared.has(name) && !isDeepStrictEqual(plain[name], own[name]))
  return {
    ...Object.fromEntries(changed.map((name) => [name, own[name] ?? null])),
    ...datePrivacy(series['privacy'], own['privacy']),
  }
}
