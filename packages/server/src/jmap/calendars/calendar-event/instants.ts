import {
  getClock,
  type EventObject,
  firstOccurrence,
  type Json,
  toSeries,
  writeDuration,
  writeWallTime,
} from '@plmail/calendar-format'
import type { JsonObject } from '../../engine/arguments.ts'
import { invalidProperties, type SetError } from '../../engine/set.ts'

/**
 * `utcStart` and `utcEnd` as `start` and `duration` in the zone of the event, for clients that know no zones (JMAP
 * Calendars §5.8): the patch that they mean, empty without them.
 */
export function withInstants(
  event: EventObject,
  beside: JsonObject,
): { patch: Record<string, Json> } | SetError {
  const { utcStart, utcEnd } = beside
  if (utcStart === undefined && utcEnd === undefined) return { patch: {} }
  const [from, to] = [instantIn(utcStart), instantIn(utcEnd)]
  const bad = [
    ...(utcStart !== undefined && from === undefined ? ['utcStart'] : []),
    ...(utcEnd !== undefined && to === undefined ? ['utcEnd'] : []),
  ]
  if (bad.length > 0) return invalidProperties(bad)
  const zone = typeof event['timeZone'] === 'string' ? event['timeZone'] : 'Etc/UTC'
  const first = firstOccurrence(toSeries(event), zone)
  const start = from ?? first.start
  if (to !== undefined && to < start)
    return invalidProperties(['utcEnd'], { problem: 'calendar/before-start' })
  const wall = getClock(zone)?.wallTimeAt(start)
  return {
    patch: {
      ...(from === undefined || wall === undefined
        ? {}
        : { start: writeWallTime(wall), ...(event['timeZone'] === undefined ? { timeZone: zone } : {}) }),
      ...(to === undefined ? {} : { duration: writeDuration({ days: 0, ms: to - start }) }),
    },
  }
}

function instantIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : at
}
