import type { EventPreview } from '@plmail/wire'
import type { DateWords } from '../words/index.ts'

/**
 * When an event is, as the user has dates written. A time with a zone of its own is told in that zone, which is named; UTC is
 * told in the reader's.
 */
export function eventTime(
  { start, end, timeZone }: Pick<EventPreview, 'start' | 'end' | 'timeZone'>,
  { locale, clock }: Pick<DateWords, 'locale' | 'clock'>,
  zone: string | undefined,
): string | null {
  if (start === null) return null
  const isDay = !start.includes('T')
  // A wall time is written as if it were UTC and told in UTC, so that nothing is shifted.
  const isWall = !start.endsWith('Z')
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    ...(isDay ? {} : { timeStyle: 'short' as const, ...clock }),
    ...(isWall ? { timeZone: 'UTC' } : zone === undefined ? {} : { timeZone: zone }),
  })
  const at = (written: string): Date =>
    new Date(isDay ? `${written.slice(0, 10)}T00:00:00Z` : isWall ? `${written}Z` : written)
  // The end of whole days is the day after (RFC 5545 §3.6.1).
  const until = end && (isDay ? new Date(at(end).getTime() - 86_400_000) : at(end))
  const from = at(start)
  const told = until && until > from ? format.formatRange(from, until) : format.format(from)
  return timeZone ? `${told} (${timeZone})` : told
}
