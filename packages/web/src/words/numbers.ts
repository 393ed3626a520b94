// The sentences are English, whatever the numbers in them look like.
const plurals = new Intl.PluralRules('en')
let numbers = new Intl.NumberFormat('en')
let tenths = withTenths('en')

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
export function counted(n: number, one: string, other: string): string {
  return `${count(n)} ${plurals.select(n) === 'one' ? one : other}`
}

const units = ['bytes', 'KB', 'MB', 'GB'] as const

/** Sizes as people read them: 532 bytes, 14 KB, 2.3 MB. */
export function size(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  const written = unit > 1 && value < 10 ? tenths.format(value) : numbers.format(Math.round(value))
  return `${written} ${units[unit] ?? ''}`
}

/** Spans as people say them: less than a second, 4 seconds, 3 minutes, 2 hours. */
export function span(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  if (seconds < 1) return 'less than a second'
  if (seconds < 120) return counted(seconds, 'second', 'seconds')
  const minutes = Math.round(seconds / 60)
  return minutes < 120
    ? counted(minutes, 'minute', 'minutes')
    : counted(Math.round(minutes / 60), 'hour', 'hours')
}
