import { getClock, dayMs, type WallTime, writeDate } from '@plmail/calendar-format'
import type { PublicWords } from './words.ts'

/** Times on a wall are written as if it stood in UTC, so one formatter serves every zone. */
const formats = {
  time: { hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  dayOfYear: { weekday: 'long', day: 'numeric', month: 'long' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Nobody writes 09:00 AM. */
const getFormat = (as: keyof typeof formats, locale: string): Intl.DateTimeFormatOptions =>
  as === 'time' && locale === 'en-US' ? { hour: 'numeric', minute: '2-digit' } : formats[as]

const formatters = new Map<string, Intl.DateTimeFormat>()

export function written(wall: WallTime, as: keyof typeof formats, { locale }: PublicWords): string {
  const key = `${as} ${locale}`
  const cached = formatters.get(key)
  const formatter = cached ?? new Intl.DateTimeFormat(locale, { ...getFormat(as, locale), timeZone: 'UTC' })
  if (!cached) formatters.set(key, formatter)
  // The number of a day stays with its month: „23. November“.
  return formatter.format(wall).replace(/(\d\.) (?=\p{L})/u, '$1\u00A0')
}

/** From one time to another of a day. */
export const timesBetween = (from: WallTime, to: WallTime, words: PublicWords): string =>
  `${written(from, 'time', words)} – ${written(to, 'time', words)}`

/** A zone as people read it: `America/New York`. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** `2026-11-21`. */
export const dateText = (wall: WallTime): string => writeDate(wall)

/** Local time somewhere; a zone that nobody knows is UTC. */
export function wallAt(instant: number, zone: string): WallTime {
  return getClock(zone)?.wallTimeAt(instant) ?? instant
}

export function instantAt(wall: WallTime, zone: string): number {
  return getClock(zone)?.instantAt(wall) ?? wall
}

export const daysFrom = (first: WallTime, count: number): WallTime[] =>
  Array.from({ length: count }, (_, index) => first + index * dayMs)
