/** A moment as a clock on a wall shows it. */
export interface WallTime {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
}

/** What the clocks of a zone show at a moment; `undefined` is the browser's zone. */
export function wallTimeAt(at: Date, timeZone: string | undefined): WallTime {
  const parts = new Intl.DateTimeFormat('en-u-nu-latn', {
    ...(timeZone === undefined ? {} : { timeZone }),
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    hourCycle: 'h23',
  }).formatToParts(at)
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return { year: of('year'), month: of('month'), day: of('day'), hour: of('hour'), minute: of('minute') }
}

const asUtc = ({ year, month, day, hour, minute }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute)

/**
 * The moment at which the clocks of a zone show this. A time that a clock skips in spring is the same distance after
 * the change; of one that comes twice in autumn it is the first.
 */
export function momentOf(wall: WallTime, timeZone: string | undefined): Date {
  const wanted = asUtc(wall)
  const offsetAt = (ms: number): number =>
    asUtc(wallTimeAt(new Date(ms), timeZone)) - Math.floor(ms / 60_000) * 60_000
  // Twice: the first guess may lie on the other side of a change.
  const [before, after] = [offsetAt(wanted - 86_400_000), offsetAt(wanted + 86_400_000)]
  const first = wanted - before
  if (offsetAt(first) === before) return new Date(first)
  const second = wanted - after
  return new Date(offsetAt(second) === after ? second : first)
}

/** Days later by the calendar, at another time of day. */
export function dayAfter(wall: WallTime, days: number, hour: number): WallTime {
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + days))
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour,
    minute: 0,
  }
}

/** 0 is Sunday. */
export function weekdayOf({ year, month, day }: WallTime): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

export type Preset = 'this-evening' | 'tomorrow-morning' | 'tomorrow-afternoon' | 'monday-morning'

/** When people send later: only what still lies ahead, and Monday only where it is not tomorrow. */
export function sendPresets(now: Date, timeZone: string | undefined): { preset: Preset; at: Date }[] {
  const wall = wallTimeAt(now, timeZone)
  const toMonday = (8 - weekdayOf(wall)) % 7 || 7
  const all: [Preset, WallTime, boolean][] = [
    ['this-evening', dayAfter(wall, 0, 18), wall.hour < 17],
    ['tomorrow-morning', dayAfter(wall, 1, 8), true],
    ['tomorrow-afternoon', dayAfter(wall, 1, 13), true],
    ['monday-morning', dayAfter(wall, toMonday, 8), toMonday !== 1],
  ]
  return all.flatMap(([preset, at, applies]) => (applies ? [{ preset, at: momentOf(at, timeZone) }] : []))
}
