/**
 * Wall time without a zone: milliseconds since 1970-01-01T00:00:00 as if the wall clock ran in UTC. Recurrence is
 * computed in it, so that nine o'clock stays nine o'clock whatever the zone does.
 */
export type WallTime = number

export const dayMs = 86_400_000

/** `2026-11-21T09:30:00`, or a date alone for its midnight (RFC 8984 §1.4.4); undefined when it is neither. */
export function parseWallTime(text: string): WallTime | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d))?$/.exec(text)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const wall = wallTime({ year, month, day }) + ((hour * 60 + minute) * 60 + second) * 1_000
  // The 30th of February would silently become the 2nd of March.
  return writeDate(wall) === text.slice(0, 10) ? wall : undefined
}

/** `2026-11-21T09:30:00`. */
export function writeWallTime(wall: WallTime): string {
  return new Date(wall).toISOString().slice(0, 19)
}

/** `2026-11-21`. */
export function writeDate(wall: WallTime): string {
  return new Date(wall).toISOString().slice(0, 10)
}

export interface CivilDate {
  year: number
  /** 1–12; beyond it the year changes. */
  month: number
  /** 1–31. */
  day: number
}

/** Midnight of the date. */
export function wallTime({ year, month, day }: CivilDate): WallTime {
  // Date.UTC takes years below 100 for those of the twentieth century.
  return year < 100
    ? new Date(Date.UTC(2000, month - 1, day)).setUTCFullYear(year)
    : Date.UTC(year, month - 1, day)
}

export function civilDate(wall: WallTime): CivilDate {
  const date = new Date(wall)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Midnight of the day it lies in. */
export function startOfDay(wall: WallTime): WallTime {
  return Math.floor(wall / dayMs) * dayMs
}

/** Sunday is 0. */
export function getWeekday(wall: WallTime): number {
  // 1 January 1970 was a Thursday.
  return (((Math.floor(wall / dayMs) + 4) % 7) + 7) % 7
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}
