/** Five fields: minute, hour, day of the month, month, day of the week; UTC. Each is `*` or a list of values. */
interface Cron {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  days: ReadonlySet<number>
  months: ReadonlySet<number>
  weekdays: ReadonlySet<number>
  /** True of a schedule with a stated hour: a run that passed while no process was up is made up for. */
  isDaily: boolean
}

const minuteMs = 60_000
const dayMinutes = 24 * 60

/** The latest minute at or before `now` at which it fires; of a stated hour within a day, else this minute or the last. */
export function lastFiring(text: string, now: Date): Date | undefined {
  const cron = parse(text)
  const minute = Math.floor(now.getTime() / minuteMs) * minuteMs
  const reach = cron.isDaily ? dayMinutes : 1
  for (let back = 0; back <= reach; back++) {
    const at = new Date(minute - back * minuteMs)
    if (fires(cron, at)) return at
  }
  return undefined
}

function fires({ minutes, hours, days, months, weekdays }: Cron, at: Date): boolean {
  return (
    minutes.has(at.getUTCMinutes()) &&
    hours.has(at.getUTCHours()) &&
    days.has(at.getUTCDate()) &&
    months.has(at.getUTCMonth() + 1) &&
    weekdays.has(at.getUTCDay())
  )
}

function parse(text: string): Cron {
  const [minute, hour, day, month, weekday, ...more] = text.split(' ')
  if (!minute || !hour || !day || !month || !weekday || more.length > 0)
    throw new Error(`Not five fields: ${text}`)
  return {
    minutes: values(minute, 0, 59),
    hours: values(hour, 0, 23),
    days: values(day, 1, 31),
    months: values(month, 1, 12),
    weekdays: values(weekday, 0, 6),
    isDaily: !hour.includes('*'),
  }
}

/** All, every so many, one, a range of them; and lists. */
function values(field: string, first: number, last: number): ReadonlySet<number> {
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return new Set(field.split(',').flatMap((part) => all.filter(chosenBy(part, first, last))))
}

function chosenBy(part: string, first: number, last: number): (value: number) => boolean {
  const match = /^(?:\*(?:\/(\d+))?|(\d+)(?:-(\d+))?)$/.exec(part)
  if (!match) throw new Error(`Not a field of a schedule: ${part}`)
  const [, step, from, to] = match
  if (from === undefined) return (value) => (value - first) % Number(step ?? 1) === 0
  const [low, high] = [Number(from), Number(to ?? from)]
  if (low < first || high > last || high < low) throw new Error(`Not a field of a schedule: ${part}`)
  return (value) => value >= low && value <= high
}
