import { formatsOf, writeNumbersAs as writeNumbersOfMessagesAs } from '@plmail/words/formats'
import { first } from '@plmail/words/load/first'
import { spoken } from './spoken.ts'

const words = (await first[spoken]()).numbers
const units = Object.values(words.units)
let tenths = withTenths(spoken)

/** 12480 → "12,480" or "12.480": digits and separators follow the locale, as they do in all messages. */
export const { n: count } = formatsOf(spoken)

/** Sets the locale of the numbers in all texts; called once, before the first text. */
export function writeNumbersAs(locale: string): void {
  writeNumbersOfMessagesAs(locale)
  tenths = withTenths(locale)
}

function withTenths(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** Sizes as people read them: 532 bytes, 14 KB, 2.3 MB. */
export function size(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  const written = unit > 1 && value < 10 ? tenths.format(value) : count(Math.round(value))
  return `${written} ${units[unit] ?? ''}`
}

/** Writes a duration in words: less than a second, 4 seconds, 3 minutes, 2 hours. */
export function span(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  if (seconds < 1) return words.underASecond
  if (seconds < 120) return words.seconds({ count: seconds })
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? words.minutes({ count: minutes }) : words.hours({ count: Math.round(minutes / 60) })
}
