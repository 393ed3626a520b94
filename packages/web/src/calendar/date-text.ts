import { type Day, dayMs, dayOf, type ShownOccurrence, type Wall, wallOf } from '../records/index.ts'
import { calendarWords as words } from '../words/index.ts'

/** Writes days and times of a calendar. Wall times are written as they are, without conversion. */
export interface DateText {
  /** 14:35 */
  time(at: Wall): string
  /** 14 or 2 PM: the hours at the edge, without the unit of some languages. */
  hour(at: Wall): string
  /** Monday 23 November 2026 */
  day(day: Day): string
  /** Mon, 23 Nov */
  shortDay(day: Day): string
  weekday(day: Day, how?: 'long' | 'short' | 'narrow'): string
  /** 23 */
  date(day: Day): string
  month(day: Day): string
  /** Returns the title of a view of these days. */
  period(days: readonly Day[]): string
  /** When an event is, whole: "Monday 23 November, 10:00 – 11:00". */
  when(event: Pick<ShownOccurrence, 'start' | 'end' | 'isAllDay'>): string
  /** The hours alone, without the German "Uhr", which a column of hours does not need. */
  hours(event: Pick<ShownOccurrence, 'start' | 'end'>): string
  list(parts: readonly string[]): string
}

export function createDateText(locale: string, clock: 'locale' | '12' | '24'): DateText {
  const hours = clock === 'locale' ? {} : { hourCycle: clock === '12' ? ('h12' as const) : ('h23' as const) }
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  // As ranges have them, so that hours stand below each other: 09:00 on a clock of 24, 9:00 AM on one of 12.
  const isOfTwelve = format({ hour: 'numeric', ...hours }).resolvedOptions().hour12 === true
  const time = format({ hour: isOfTwelve ? 'numeric' : '2-digit', minute: '2-digit', ...hours })
  const hour = format({ hour: 'numeric', ...hours })
  const full = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const withoutYear = format({ weekday: 'long', day: 'numeric', month: 'long' })
  const short = format({ weekday: 'short', day: 'numeric', month: 'short' })
  const weekdays = {
    long: format({ weekday: 'long' }),
    short: format({ weekday: 'short' }),
    narrow: format({ weekday: 'narrow' }),
  }
  const date = format({ day: 'numeric' })
  const month = format({ month: 'long', year: 'numeric' })
  const range = format({ day: 'numeric', month: 'long', year: 'numeric' })
  const longRange = format({ day: 'numeric', month: 'short', year: 'numeric' })
  const moments = format({ dateStyle: 'medium', timeStyle: 'short', ...hours })
  /** Without a unit behind it. */
  const bare = (parts: readonly { type: string; value: string }[]): string => {
    const shownParts = parts.at(-1)?.type === 'literal' ? parts.slice(0, -1) : parts
    return shownParts.map(({ value }) => value).join('')
  }
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })

  function when({ start, end, isAllDay }: Pick<ShownOccurrence, 'start' | 'end' | 'isAllDay'>): string {
    const last = isAllDay ? end - dayMs : end
    if (isAllDay) return last > start ? full.formatRange(start, last) : full.format(start)
    if (end === start) return `${full.format(start)}, ${time.format(start)}`
    if (dayOf(start) !== dayOf(end - 1))
      return words.until({ from: moments.format(start), to: moments.format(end) })
    // Until midnight is of one day, but a range to it would name both.
    const isToMidnight = dayOf(start) !== dayOf(end)
    const rangeText = isToMidnight
      ? `${time.format(start)} – ${time.format(end)}`
      : time.formatRange(start, end)
    return `${full.format(start)}, ${rangeText}`
  }

  return {
    time: (at) => time.format(at),
    hour: (at) => bare(hour.formatToParts(at)),
    day: (day) => withoutYear.format(wallOf(day)),
    shortDay: (day) => short.format(wallOf(day)),
    weekday: (day, how = 'long') => weekdays[how].format(wallOf(day)),
    date: (day) => date.format(wallOf(day)),
    month: (day) => month.format(wallOf(day)),
    period(days) {
      const [from, to] = [wallOf(days[0] ?? ''), wallOf(days.at(-1) ?? '')]
      if (from === to) return full.format(from)
      const isOfOneMonth = days[0]?.slice(0, 7) === days.at(-1)?.slice(0, 7)
      return (isOfOneMonth ? range : longRange).formatRange(from, to)
    },
    when,
    hours({ start, end }) {
      if (end <= start) return time.format(start)
      // A range over midnight would name both days.
      return dayOf(start) === dayOf(end)
        ? bare(time.formatRangeToParts(start, end))
        : `${time.format(start)} – ${time.format(end)}`
    },
    list: (parts) => lists.format(parts),
  }
}
