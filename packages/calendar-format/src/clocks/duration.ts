import { dayMs } from './wall-time.ts'

/** Days are nominal, milliseconds exact: P1D across a change of clocks is not PT24H (RFC 8984 §1.4.6). */
export interface Duration {
  days: number
  ms: number
}

const shape = /^P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.\d+)?S)?)?$/

/** `P1D`, `PT1H30M`, `P2WT12H`; undefined for anything else. Fractions of a second are dropped: no calendar shows them. */
export function parseDuration(text: string): Duration | undefined {
  const parts = shape.exec(text)
  if (!parts || text.endsWith('P') || text.endsWith('T')) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const duration = { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 }
  // Longer than a thousand years is a mistake, and would put every window out of reach.
  return duration.days + duration.ms / dayMs > 366_000 ? undefined : duration
}

/** `PT0S` for none at all. */
export function writeDuration({ days, ms }: Duration): string {
  const seconds = Math.floor(ms / 1_000)
  const time = [
    [Math.floor(seconds / 3_600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const
  const written = time.flatMap(([value, unit]) => (value > 0 ? [`${value}${unit}`] : [])).join('')
  if (days === 0 && written === '') return 'PT0S'
  return `P${days > 0 ? `${days}D` : ''}${written === '' ? '' : `T${written}`}`
}
