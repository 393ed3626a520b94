import { escapeText, line } from '../icalendar/write-lines.ts'
import { compact } from '../icalendar/write-zone.ts'
import { dayMs, type WallTime, writeDate } from '../recurrence/index.ts'
import type { SharedOccurrence } from './door.ts'

/**
 * What is shared as a calendar file (RFC 5545), every taking place on its own. The same entries give the same text all
 * day, so that its digest says whether anything changed: `stampedAt` is an instant of today.
 */
export function sharedCalendarText(
  entries: readonly SharedOccurrence[],
  { stampedAt, isCutOff, busy, name }: { stampedAt: number; isCutOff: boolean; busy: string; name: string },
): string {
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//plMail//plMail//EN', 'CALSCALE:GREGORIAN'],
    ...[line('X-WR-CALNAME', escapeText(name)), 'REFRESH-INTERVAL;VALUE=DURATION:PT1H'],
    ...['X-PUBLISHED-TTL:PT1H', ...(isCutOff ? ['X-PLMAIL-CUT-OFF:TRUE'] : [])],
    ...entries.flatMap((entry) => [
      'BEGIN:VEVENT',
      line('UID', `${entry.uid}@share`),
      line('DTSTAMP', instant(stampedAt)),
      ...times(entry),
      line('SUMMARY', escapeText(entry.title ?? busy)),
      entry.isFree ? 'TRANSP:TRANSPARENT' : 'TRANSP:OPAQUE',
      ...text('LOCATION', entry.location),
      ...text('DESCRIPTION', entry.description),
      ...text('X-PLMAIL-PARTICIPANTS', entry.participants && entry.participants.join(', ')),
      'END:VEVENT',
    ]),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')
}

/** A day is a day wherever it is read; what has a time is told in UTC. */
function times({ isAllDay, start, end, startWall, endWall }: SharedOccurrence): string[] {
  if (!isAllDay) return [line('DTSTART', instant(start)), line('DTEND', instant(end))]
  const last = Math.max(endWall, startWall + dayMs)
  return [date('DTSTART', startWall), date('DTEND', last)]
}

const date = (name: string, wall: WallTime): string =>
  line(name, writeDate(wall).replaceAll('-', ''), { VALUE: 'DATE' })
const instant = (at: number): string => `${compact(at)}Z`
const text = (name: string, value: string | null): string[] =>
  value === null ? [] : [line(name, escapeText(value))]
