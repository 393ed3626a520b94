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
