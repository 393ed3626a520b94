/** The first moment of a day, month or year (`2026-03-01`, `2026/3/1`, `2026-03`, `2026`) in a time zone; else null. */
export function readDay(value: string, timeZone: string): Date | null {
  const [, year = '', month = '1', day = '1'] =
    /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/.exec(value) ?? []
  if (year === '') return null
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const date = new Date(wall)
  // 30 February is no day, and the years before 100 are others to this constructor.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day) || Number(year) < 100)
    return null
  return new Date(midnight(wall, timeZone))
}

/** A span before now: hours, days, weeks, months of 30 days or years (`12h`, `2d`, `3w`, `6m`, `1y`); else null. */
export function spanBack(value: string, now: Date): Date | null {
  const [, digits = '', unit = ''] = /^(\d{1,5})([hdwmy])$/i.exec(value) ?? []
  const hours = hoursOf[unit.toLowerCase()]
  return hours === undefined ? null : new Date(now.getTime() - Number(digits) * hours * 3_600_000)
}

const hoursOf: Readonly<Record<string, number | undefined>> = { h: 1, d: 24, w: 168, m: 720, y: 8_760 }

/** The instant at which clocks in the zone show this time, given as if it were UTC. */
function midnight(wall: number, timeZone: string): number {
  // The offset at the guess may be that of the other side of a change of clocks; the second guess is beyond it.
  const guess = wall - offsetAt(wall, timeZone)
  return wall - offsetAt(guess, timeZone)
}

function offsetAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - Math.floor(at / 1000) * 1000
}
