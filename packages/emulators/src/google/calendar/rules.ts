/**
 * Rules of recurrence, day by day: slow and plain, because it is what the clients of the emulator are compared with.
 * Wall times are milliseconds as if the wall stood in UTC.
 */
export type ParsedRule = ReadonlyMap<string, string>

const day = 86_400_000
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const ruleParts = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST']

/** `FREQ=WEEKLY;COUNT=3`; undefined when it is no rule. */
export function readRule(text: string): ParsedRule | undefined {
  const pairs = text
    .split(';')
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=')
      return [name.toUpperCase(), value.toUpperCase()]
    })
  const rule = new Map(pairs)
  const isWhole = pairs.every(([name, value]) => /^[A-Z-]+$/.test(name) && value !== '')
  const freq = rule.get('FREQ') ?? ''
  const isRule = [...frequencies, 'HOURLY', 'MINUTELY', 'SECONDLY'].includes(freq)
  return isWhole && isRule && !(rule.has('COUNT') && rule.has('UNTIL')) ? rule : undefined
}

/** Starts in order, the first being `start` whether it fits or not; ends at `limit`, a wall time. */
export function* expandStarts(
  rule: ParsedRule,
  start: number,
  until: number,
  limit: number,
): Generator<number> {
  yield start
  if (![...rule.keys()].every((name) => ruleParts.includes(name))) return
  if (!frequencies.includes(rule.get('FREQ') ?? '')) return
  const time = start - midnight(start)
  const end = Math.min(limit, until)
  let left = Number(rule.get('COUNT') ?? Infinity) - 1
  for (let date = midnight(start) + day; date + time <= end && left > 0; date += day) {
    if (!fits(rule, date, midnight(start))) continue
    left--
    yield date + time
  }
}

function fits(rule: ParsedRule, date: number, first: number): boolean {
  const positions = numbers(rule, 'BYSETPOS')
  if (!isCandidate(rule, date, first)) return false
  if (positions.length === 0) return true
  const period = daysOfPeriod(rule, date).filter((candidate) => isCandidate(rule, candidate, first))
  const place = period.indexOf(date)
  return positions.includes(place + 1) || positions.includes(place - period.length)
}

function isCandidate(rule: ParsedRule, date: number, first: number): boolean {
  const months = numbers(rule, 'BYMONTH')
  if (months.length > 0 && !months.includes(getMonth(date))) return false
  const interval = Number(rule.get('INTERVAL') ?? 1)
  const monthDays = numbers(rule, 'BYMONTHDAY')
  const isMonthDay =
    monthDays.length === 0 ||
    monthDays.includes(getDay(date)) ||
    monthDays.includes(getDay(date) - 1 - lengthOfMonth(date))
  const byDay = rule.get('BYDAY')?.split(',') ?? []
  switch (rule.get('FREQ')) {
    case 'DAILY':
      return (date - first) % (interval * day) === 0 && isMonthDay && isDay(byDay, date)
    case 'WEEKLY': {
      const weeks = Math.round((weekStart(rule, date) - weekStart(rule, first)) / (7 * day))
      return (
        weeks % interval === 0 &&
        (byDay.length > 0 ? isDay(byDay, date) : getWeekday(date) === getWeekday(first))
      )
    }
    case 'MONTHLY': {
      const apart = (getYear(date) - getYear(first)) * 12 + getMonth(date) - getMonth(first)
      if (apart % interval !== 0) return false
      if (byDay.length > 0) return isMonthDay && isDay(byDay, date, placesInMonth(date))
      return monthDays.length > 0 ? isMonthDay : getDay(date) === getDay(first)
    }
    default: {
      if ((getYear(date) - getYear(first)) % interval !== 0) return false
      if (byDay.length > 0)
        return isMonthDay && isDay(byDay, date, months.length > 0 ? placesInMonth(date) : placesInYear(date))
      if (months.length === 0 && getMonth(date) !== getMonth(first)) return false
      return monthDays.length > 0 ? isMonthDay : getDay(date) === getDay(first)
    }
  }
}

/** Whether it is one of these days; `places` are its numbers of its kind, from the front and from the back. */
function isDay(byDay: readonly string[], date: number, places: readonly number[] = []): boolean {
  if (byDay.length === 0) return true
  return byDay.some((weekday) => {
    const [, nth = '', name = ''] = /^([+-]?\d+)?([A-Z]{2})$/.exec(weekday) ?? []
    return name === weekdays[getWeekday(date)] && (nth === '' || places.includes(Number(nth)))
  })
}

const placesInMonth = (date: number): number[] => [
  Math.ceil(getDay(date) / 7),
  -Math.ceil((lengthOfMonth(date) - getDay(date) + 1) / 7),
]
const placesInYear = (date: number): number[] => {
  const number = Math.round((date - Date.UTC(getYear(date), 0, 1)) / day)
  const length = Math.round((Date.UTC(getYear(date) + 1, 0, 1) - Date.UTC(getYear(date), 0, 1)) / day)
  return [Math.floor(number / 7) + 1, -Math.floor((length - 1 - number) / 7) - 1]
}

function daysOfPeriod(rule: ParsedRule, date: number): number[] {
  const [from, to] =
    rule.get('FREQ') === 'YEARLY'
      ? [Date.UTC(getYear(date), 0, 1), Date.UTC(getYear(date) + 1, 0, 1)]
      : rule.get('FREQ') === 'MONTHLY'
        ? [Date.UTC(getYear(date), getMonth(date) - 1, 1), Date.UTC(getYear(date), getMonth(date), 1)]
        : [weekStart(rule, date), weekStart(rule, date) + 7 * day]
  return Array.from({ length: Math.round((to - from) / day) }, (_, index) => from + index * day)
}

function weekStart(rule: ParsedRule, date: number): number {
  const first = weekdays.indexOf(rule.get('WKST') ?? 'MO')
  return date - ((getWeekday(date) - first + 7) % 7) * day
}

const numbers = (rule: ParsedRule, name: string): number[] => rule.get(name)?.split(',').map(Number) ?? []
const midnight = (wall: number): number => Math.floor(wall / day) * day
const getYear = (date: number): number => new Date(date).getUTCFullYear()
const getMonth = (date: number): number => new Date(date).getUTCMonth() + 1
const getDay = (date: number): number => new Date(date).getUTCDate()
const getWeekday = (date: number): number => new Date(date).getUTCDay()
const lengthOfMonth = (date: number): number =>
  new Date(Date.UTC(getYear(date), getMonth(date), 0)).getUTCDate()
