/** A time the user may choose to see mail again, by what people call it. */
export interface SnoozeTime {
  readonly id: 'later-today' | 'this-evening' | 'tomorrow' | 'weekend' | 'next-week'
  readonly at: Date
}

const morning = 8
const evening = 18
const hourMs = 3_600_000
const laterHours = 3

/** How the user's weeks go; Sunday is 0. */
export interface SnoozeWeek {
  start: number
  /** The days off, in order. */
  weekend: readonly number[]
}

/**
 * The times that make sense now, in order, in the user's zone. Nothing is offered twice: on Friday the weekend is
 * tomorrow, on Sunday the next week is. The next week is its first day that is not one off.
 */
export function snoozeTimes(now: Date, timeZone: string | undefined, week: SnoozeWeek): SnoozeTime[] {
  const today = wallTimeIn(now, timeZone)
  const on = (days: number, hour: number): Date =>
    timeInZone({ year: today.year, month: today.month, day: today.day + days, hour, minute: 0 }, timeZone)
  const later = on(0, today.hour + laterHours + (today.minute > 0 ? 1 : 0))
  const until = (weekday: number): number => (weekday - today.weekday + 7) % 7 || 7
  const isOff = (weekday: number): boolean => week.weekend.includes(weekday)
  const weekend = until(week.weekend[0] ?? 6)
  const inOrder = [0, 1, 2, 3, 4, 5, 6].map((day) => (week.start + day) % 7)
  const nextWeek = until(inOrder.find((weekday) => !isOff(weekday)) ?? week.start)
  const times: (SnoozeTime | undefined)[] = [
    later < on(0, evening) ? { id: 'later-today', at: later } : undefined,
    now.getTime() < on(0, evening).getTime() - hourMs
      ? { id: 'this-evening', at: on(0, evening) }
      : undefined,
    { id: 'tomorrow', at: on(1, morning) },
    !isOff(today.weekday) && weekend > 1 ? { id: 'weekend', at: on(weekend, morning) } : undefined,
    nextWeek > 1 ? { id: 'next-week', at: on(nextWeek, morning) } : undefined,
  ]
  return times.filter((time) => time !== undefined).toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** A wall-clock date and time. */
export interface SnoozeWallTime {
  year: number
  /** 1 to 12; days and hours beyond their month and day run on into the next. */
  month: number
  day: number
  hour: number
  minute: number
}

/** `weekday`: Sunday is 0. `timeZone`: undefined is the browser's. */
export function wallTimeIn(at: Date, timeZone: string | undefined): SnoozeWallTime & { weekday: number } {
  const parts = new Map(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  const wall = {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  }
  return { ...wall, weekday: new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay() }
}

/** They are dear to make. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>()

function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const format = formats.get(timeZone)
  if (format) return format
  const created = new Intl.DateTimeFormat('en-US', {
    ...(timeZone === undefined ? {} : { timeZone }),
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  formats.set(timeZone, created)
  return created
}

/**
 * When the wall shows that. Of an hour that comes twice in autumn the first; an hour that spring skips is the one after
 * it, as clocks are set.
 */
export function timeInZone(
  { year, month, day, hour, minute }: SnoozeWallTime,
  timeZone: string | undefined,
): Date {
  const target = Date.UTC(year, month - 1, day, hour, minute)
  const offsetAt = (time: number): number => {
    const wall = wallTimeIn(new Date(time), timeZone)
    return Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute) - time
  }
  // A day around it no zone changes twice: the time is right under one of these offsets, or skipped.
  const offsets = [offsetAt(target - 24 * hourMs), offsetAt(target + 24 * hourMs)]
  const right = offsets.map((offset) => target - offset).filter((time) => time + offsetAt(time) === target)
  return new Date(right.length > 0 ? Math.min(...right) : target - Math.min(...offsets))
}
