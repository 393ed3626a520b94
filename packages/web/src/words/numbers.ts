const plurals = new Intl.PluralRules('en')
const numbers = new Intl.NumberFormat('en')

/** 12480 → "12,480". */
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
  const digits = unit > 1 && value < 10 ? 1 : 0
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`
}
