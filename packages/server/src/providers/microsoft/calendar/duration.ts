import { dayMs } from './zone-time.ts'

/** Days are walked on the wall, milliseconds are exact (RFC 8984 §1.4.6). */
export interface GraphDuration {
  days: number
  ms: number
}

const shape = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/

/** Undefined for what is no duration. A minus sign counts for all of it. */
export function readDuration(text: string): GraphDuration | undefined {
  const parts = shape.exec(text)
  if (!parts) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(2)
    .map((part) => Number(part ?? 0))
  const sign = parts[1] === '-' ? -1 : 1
  return {
    days: sign * (weeks * 7 + days),
    ms: sign * ((hours * 60 + minutes) * 60 + seconds) * 1_000,
  }
}

/** Exact time, whatever the clocks do: `PT26H`. */
export function writeTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const written = [
    [Math.floor(seconds / 3_600), 'H'] as const,
    [Math.floor(seconds / 60) % 60, 'M'] as const,
    [seconds % 60, 'S'] as const,
  ].flatMap(([value, unit]) => (value > 0 ? [`${value}${unit}`] : []))
  return written.length === 0 ? 'PT0S' : `PT${written.join('')}`
}

export function writeDays(ms: number): string {
  return `P${Math.max(1, Math.round(ms / dayMs))}D`
}
