import { createHash } from 'node:crypto'
import { basicTime, contentLine } from '@plmail/calendar-format'
import type { SharedOccurrence } from './types.ts'

export interface FreeBusyWindow {
  /** Instants in milliseconds, between which the entries are complete. */
  from: number
  to: number
  stampedAt: number
  /** Token of the link; only its digest is disclosed. */
  token: string
}

/**
 * When the owner is busy, and nothing else (RFC 5545 §3.6.4), for programs that look for a time. What touches is one
 * period, so that not even how many events there are can be told. No METHOD: a published one would have to name its
 * ORGANIZER (RFC 5546 §3.3.1).
 */
export function sharedFreeBusyText(
  entries: readonly SharedOccurrence[],
  { from, to, stampedAt, token }: FreeBusyWindow,
): string {
  const uid = createHash('sha256').update(`free/busy ${token}`).digest('hex').slice(0, 40)
  const periods = joinPeriods(entries, from, to).map(
    (period) => `${instant(period.from)}/${instant(period.to)}`,
  )
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//plMail//plMail//EN',
    'BEGIN:VFREEBUSY',
    contentLine('UID', `${uid}@share`),
    contentLine('DTSTAMP', instant(stampedAt)),
    contentLine('DTSTART', instant(from)),
    contentLine('DTEND', instant(to)),
    ...periods.map((period) => contentLine('FREEBUSY', period, { FBTYPE: 'BUSY' })),
    'END:VFREEBUSY',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

function joinPeriods(
  entries: readonly SharedOccurrence[],
  from: number,
  to: number,
): Array<{ from: number; to: number }> {
  const periods: Array<{ from: number; to: number }> = []
  for (const { start, end, isFree } of entries.toSorted((a, b) => a.start - b.start)) {
    const [begins, ends] = [Math.max(start, from), Math.min(end, to)]
    if (isFree || begins >= ends) continue
    const last = periods.at(-1)
    if (last && begins <= last.to) last.to = Math.max(last.to, ends)
    else periods.push({ from: begins, to: ends })
  }
  return periods
}

const instant = (at: number): string => `${basicTime(at)}Z`
