import { dateAfter } from './plan.ts'

export interface Holiday {
  /** `2026-12-25`. */
  date: string
  title: string
}

/** The public holidays of Germany in a year, and what people keep besides. */
export function listHolidays(year: number): Holiday[] {
  const easter = computeEaster(year)
  const fixed = [
    ['01-01', 'New Year’s Day'],
    ['05-01', 'Labour Day'],
    ['10-03', 'Day of German Unity'],
    ['10-31', 'Reformation Day'],
    ['12-06', 'Saint Nicholas'],
    ['12-24', 'Christmas Eve'],
    ['12-25', 'Christmas Day'],
    ['12-26', 'Second Day of Christmas'],
    ['12-31', 'New Year’s Eve'],
  ] as const
  const moving = [
    [-2, 'Good Friday'],
    [0, 'Easter Sunday'],
    [1, 'Easter Monday'],
    [39, 'Ascension Day'],
    [50, 'Whit Monday'],
  ] as const
  return [
    ...fixed.map(([date, title]) => ({ date: `${year}-${date}`, title })),
    ...moving.map(([days, title]) => ({ date: dateAfter(easter, days), title })),
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/** By the Gregorian computus (Meeus, Jones and Butcher). */
export function computeEaster(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const day = h + l - 7 * m + 114
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${year}-${two(Math.floor(day / 31))}-${two((day % 31) + 1)}`
}
