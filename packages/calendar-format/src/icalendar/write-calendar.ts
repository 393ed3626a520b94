import { type EventObject, isObject, type Json, occurrenceObject } from '../events/index.ts'
import { civilDate, parseWallTime } from '../clocks/index.ts'
import { writeEvent } from './write-event.ts'
import { escapeText, contentLine } from './write-lines.ts'
import { writeZone } from './write-zone.ts'

export interface CalendarText {
  events: readonly EventObject[]
  /** `REQUEST`, `CANCEL` … makes it a message about a meeting (RFC 5546). */
  method?: string
  name?: string
  /** When it is written. */
  at: Date
}

/**
 * The text of a calendar file. Changed occurrences follow their series as events of their own, and every zone that is
 * named is defined.
 */
export function writeCalendar({ events, method, name, at }: CalendarText): string {
  const components = events.flatMap((event) => [event, ...changedOccurrences(event)])
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//plMail//plMail//EN',
    'CALSCALE:GREGORIAN',
    ...(method === undefined ? [] : [contentLine('METHOD', method)]),
    ...(name === undefined
      ? []
      : [contentLine('NAME', escapeText(name)), contentLine('X-WR-CALNAME', escapeText(name))]),
    ...collectZones(components).flatMap(([zone, year]) => writeZone(zone, year)),
    ...components.flatMap((event) => writeEvent(event, at)),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** Lists occurrences with properties of their own; plain additions and exclusions are lines of the series. */
function changedOccurrences(event: EventObject): EventObject[] {
  const overrides = event['recurrenceOverrides']
  if (!isObject(overrides)) return []
  return Object.entries(overrides).flatMap(([id, patch]) => {
    const wall = parseWallTime(id)
    if (wall === undefined || !isObject(patch) || Object.keys(patch).length === 0) return []
    const occurrence = occurrenceObject(event, wall)
    return occurrence ? [occurrence] : []
  })
}

/** Each zone with the year of its first event. */
function collectZones(events: readonly EventObject[]): Array<[string, number]> {
  const years = new Map<string, number>()
  for (const event of events)
    for (const property of ['timeZone', 'endTimeZone', 'recurrenceIdTimeZone']) {
      const zone = event[property]
      if (typeof zone !== 'string' || zone === 'Etc/UTC' || zone === 'UTC') continue
      years.set(zone, Math.min(readYear(event['start']), years.get(zone) ?? Infinity))
    }
  return [...years]
}

function readYear(start: Json | undefined): number {
  const wall = typeof start === 'string' ? parseWallTime(start) : undefined
  return civilDate(wall ?? 0).year
}
