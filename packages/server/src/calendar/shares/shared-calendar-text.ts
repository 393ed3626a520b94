import {
  basicTime,
  civilDate,
  getClock,
  contentLine,
  dayMs,
  escapeText,
  type WallTime,
  writeDate,
  writeDuration,
  writeRule,
  writeZone,
} from '@plmail/calendar-format'
import type { SharedOccurrence, SharedSeries } from './types.ts'
import type { SharedFile } from './shared-series.ts'

export interface CalendarTextParts {
  /** Time zone of the owner. */
  zone: string
  /** An instant of today: entries that tell nothing of themselves are stamped with it, so that a day's texts are alike. */
  stampedAt: number
  busy: string
  name: string
  /** The owner's date from which entries were cut off, and a sentence that says so; undefined when none are missing. */
  cutOff: { day: WallTime; text: string } | undefined
}

/** Writes the shared calendar as a file (RFC 5545): series with their zones, everything else in UTC. */
export function sharedCalendarText({ series, singles }: SharedFile, parts: CalendarTextParts): string {
  const { zone, name, cutOff } = parts
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//plMail//plMail//EN',
    'CALSCALE:GREGORIAN',
    contentLine('X-WR-CALNAME', escapeText(name)),
    contentLine('X-WR-TIMEZONE', zone),
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...(cutOff ? ['X-PLMAIL-CUT-OFF:TRUE'] : []),
    ...collectZones(series).flatMap(([named, year]) => writeZone(named, year)),
    ...series.flatMap((sharedSeries) => seriesText(sharedSeries, parts)),
    ...singles.flatMap((entry) => component(`${entry.uid}@share`, singleTimes(entry), entry, parts)),
    ...(cutOff ? notice(cutOff, parts) : []),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** Each zone that a series names, with the first year that it is needed in. */
function collectZones(series: readonly SharedSeries[]): Array<[string, number]> {
  const years = new Map<string, number>()
  for (const { zone, start, main } of series)
    if (!main.isAllDay && !isUtc(zone))
      years.set(zone, Math.min(years.get(zone) ?? Infinity, civilDate(start).year))
  return [...years]
}

function seriesText(series: SharedSeries, parts: CalendarTextParts): string[] {
  const { uid, main, rule, start, duration, excluded, changed, zone, revision } = series
  const isAllDay = main.isAllDay
  const id = `${uid}@share`
  const at = (name: string, wall: WallTime): string => localTime(name, wall, series)
  const times = [
    at('DTSTART', start),
    contentLine('DURATION', writeDuration(duration)),
    contentLine('RRULE', writeRule(rule, { zone: isAllDay ? null : zone, isAllDay })),
    ...excluded.map((wall) => at('EXDATE', wall)),
  ]
  const clock = getClock(zone)
  const moved = changed.flatMap(({ recurrenceId, entry }) => {
    const own =
      entry.isAllDay || !clock
        ? singleTimes(entry)
        : [at('DTSTART', clock.wallTimeAt(entry.start)), at('DTEND', clock.wallTimeAt(entry.end))]
    const isAlike = entry.isAllDay === isAllDay
    const stated = isAlike ? own : singleTimes(entry)
    return component(id, [at('RECURRENCE-ID', recurrenceId), ...stated], { ...entry, revision }, parts)
  })
  return [...component(id, times, { ...main, revision }, parts), ...moved]
}

function localTime(name: string, wall: WallTime, { zone, main }: SharedSeries): string {
  if (main.isAllDay) return date(name, wall)
  return isUtc(zone) ? contentLine(name, instant(wall)) : contentLine(name, basicTime(wall), { TZID: zone })
}

const isUtc = (zone: string): boolean => zone === 'Etc/UTC' || zone === 'UTC'

/** A day is a day wherever it is read; what has a time is told in UTC. */
function singleTimes({ isAllDay, start, end, startWall, endWall }: SharedOccurrence): string[] {
  if (!isAllDay) return [contentLine('DTSTART', instant(start)), contentLine('DTEND', instant(end))]
  const last = Math.max(endWall, startWall + dayMs)
  return [date('DTSTART', startWall), date('DTEND', last)]
}

type EntryText = Pick<
  SharedOccurrence,
  'title' | 'isFree' | 'location' | 'description' | 'participants' | 'revision'
>

function component(
  uid: string,
  times: readonly string[],
  entryText: EntryText,
  parts: CalendarTextParts,
): string[] {
  const { revision } = entryText
  return [
    'BEGIN:VEVENT',
    contentLine('UID', uid),
    // Without a METHOD this is when what it says was last revised (RFC 5545 §3.8.7.2).
    contentLine('DTSTAMP', instant(revision?.at ?? parts.stampedAt)),
    ...(revision
      ? [contentLine('LAST-MODIFIED', instant(revision.at)), contentLine('SEQUENCE', String(revision.number))]
      : []),
    ...times,
    contentLine('SUMMARY', escapeText(entryText.title ?? parts.busy)),
    entryText.isFree ? 'TRANSP:TRANSPARENT' : 'TRANSP:OPAQUE',
    ...text('LOCATION', entryText.location),
    ...text('DESCRIPTION', entryText.description),
    ...text('X-PLMAIL-PARTICIPANTS', entryText.participants && entryText.participants.join(', ')),
    'END:VEVENT',
  ]
}

/**
 * Writes an entry on the first day with missing entries: no program shows a property of the file, and every one shows a
 * day.
 */
function notice({ day, text: title }: { day: WallTime; text: string }, parts: CalendarTextParts): string[] {
  const entryText = {
    title,
    isFree: true,
    location: null,
    description: null,
    participants: null,
    revision: null,
  }
  return component('cut-off@share', [date('DTSTART', day), date('DTEND', day + dayMs)], entryText, parts)
}

const date = (name: string, wall: WallTime): string =>
  contentLine(name, writeDate(wall).replaceAll('-', ''), { VALUE: 'DATE' })
const instant = (at: number): string => `${basicTime(Math.floor(at / 1_000) * 1_000)}Z`
const text = (name: string, value: string | null): string[] =>
  value === null ? [] : [contentLine(name, escapeText(value))]
