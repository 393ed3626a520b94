import { numbers as germanWords } from './de/numbers.ts'
import { numbers as englishWords } from './en/numbers.ts'
import { spoken } from './spoken.ts'

// Plural and units follow the language of the sentences, digits and separators the locale. Both languages are here
// because every catalogue imports this file.
const plurals = new Intl.PluralRules(spoken)
const words = spoken === 'de' ? germanWords : englishWords
let numbers = new Intl.NumberFormat(spoken)
let tenths = withTenths(spoken)

/** Writes the numbers of all sentences as the locale has it; called once, before the first is said. */
export function writeNumbersAs(locale: string): void {
  numbers = new Intl.NumberFormat(locale)
  tenths = withTenths(locale)
}

function withTenths(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** 12480 → "12,480" or "12.480". */
export function count(n: number): string {
  return numbers.format(n)
}

/** "1 message", "1,200 messages". */
export function counted(n: number, singular: string, plural: string): string {
  return `${count(n)} ${plurals.select(n) === 'one' ? singular : plural}`
}

/** Sizes as people read them: 532 bytes, 14 KB, 2.3 MB. */
export function size(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < words.units.length - 1) {
    value /= 1_000
    unit += 1
  }
  const written = unit > 1 && value < 10 ? tenths.format(value) : numbers.format(Math.round(value))
  return `${written} ${words.units[unit] ?? ''}`
}

/** Spans as people say them: less than a second, 4 seconds, 3 minutes, 2 hours. */
export function span(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  if (seconds < 1) return words.underASecond
  if (seconds < 120) return many(seconds, words.seconds)
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? many(minutes, words.minutes) : many(Math.round(minutes / 60), words.hours)
}

function many(n: number, { one, other }: { one: string; other: string }): string {
  return counted(n, one, other)
}
