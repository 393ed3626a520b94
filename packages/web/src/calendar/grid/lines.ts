import type { DayBar } from './lanes.ts'

/** Returns the bars of a week that fit into so many lines per day, and how many more each day has. */
export function fitted<T>(
  bars: readonly DayBar<T>[],
  days: number,
  room: number,
): { drawn: readonly DayBar<T>[]; more: readonly number[] } {
  const on = (at: number): readonly DayBar<T>[] =>
    bars.filter((bar) => bar.at <= at && at < bar.at + bar.days)
  // The last line counts the remaining events if not all fit.
  const lines = Array.from({ length: days }, (_, at) => {
    const lanes = Math.max(0, ...on(at).map(({ lane }) => lane + 1))
    return lanes <= room ? room : room - 1
  })
  // A bar is drawn where every day of it has its line.
  const drawn = bars.filter(({ at, days: long, lane }) =>
    lines.slice(at, at + long).every((most) => lane < most),
  )
  const more = lines.map((_, at) => on(at).filter((bar) => !drawn.includes(bar)).length)
  return { drawn, more }
}
