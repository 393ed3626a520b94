import { dayMs, daysInMonth, getWeekday, startOfDay, wallTime, type WallTime } from '../clocks/wall-time.ts'
import { monthNamed, monthPattern, weekdayNamed, weekdayPattern } from './names.ts'

/** A day in a line of text, from `start` to `end`. */
export interface MentionedDay {
  start: number
  end: number
  /** Midnight. */
  day: WallTime
  /** Written as a day of the calendar; a bare weekday or `tomorrow` means nothing without a time. */
  isWhole: boolean
}

/** Nobody is asked to come later than that. */
const maxYearsAhead = 3
/** A day without a year that is longer past than this is one of next year. */
const longestPastMs = 60 * dayMs
/** A day without a year that lies further ahead was meant as one that is past. */
const longestAheadMs = 300 * dayMs

const before = `(?:(${weekdayPattern})\\.?,? {0,2}(?:the |den |der )?)?`
const patterns: ReadonlyArray<
  [RegExp, (groups: readonly string[], writtenAt: WallTime) => WallTime | undefined]
> = [
  // 2026-12-05
  [
    /(?<![\d-])(\d{4})-(\d\d)-(\d\d)(?![\d-])/g,
    ([, year = '', month = '', day = '']) => dayOf(Number(year), Number(month), Number(day)),
  ],
  // Friday, 5th of December 2026; Freitag, den 5. Dezember
  [
    new RegExp(
      `${before}(?<![\\d.,:/-])(\\d{1,2})(?:\\.|st|nd|rd|th)?(?: of)? {0,2}(${monthPattern})(?:\\.? ?,? {0,2}(\\d{4}))?(?![\\d\\p{L}])`,
      'gu',
    ),
    ([, weekday = '', day = '', month = '', year = ''], writtenAt) =>
      near(writtenAt, { weekday, year, month: monthNamed(month), day: Number(day) }),
  ],
  // December 5, 2026
  [
    new RegExp(
      `${before}(?<!\\p{L})(${monthPattern})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![\\d\\p{L}:]|[.,/-]\\d)`,
      'gu',
    ),
    ([, weekday = '', month = '', day = '', year = ''], writtenAt) =>
      near(writtenAt, { weekday, year, month: monthNamed(month), day: Number(day) }),
  ],
  // Freitag, 5.12.; 05.12.2026. Without weekday and year it may be a version or a sum.
  [
    new RegExp(
      `${before}(?<![\\d.,:/-])(\\d{1,2})\\. ?(\\d{1,2})\\. ?(\\d{4}|\\d\\d(?![\\d:.]))?(?![\\d\\p{L}])`,
      'gu',
    ),
    ([, weekday = '', day = '', month = '', year = ''], writtenAt) =>
      weekday === '' && year === ''
        ? undefined
        : near(writtenAt, {
            weekday,
            year: year.length === 2 ? `20${year}` : year,
            month: Number(month),
            day: Number(day),
          }),
  ],
]

/** Weekdays and words whose day follows from that of the message; not with words that make them mean another. */
const relative = new RegExp(
  `(?<![\\p{L}-])(?:(?<doubt>[Nn]ext|[Ll]ast|[Ee]very|[Ee]ach|[Pp]ast|[Nn]ächste[nrms]?|[Ll]etzte[nrms]?|[Vv]origen?|[Jj]ede[nrms]?|[Üü]bernächste[nrms]?) )?(?:(?<weekday>${weekdayPattern})|(?<word>[Tt]oday|[Tt]omorrow|heute|morgen|übermorgen))(?![\\p{L}-])`,
  'gu',
)

const daysAhead: Readonly<Record<string, number | undefined>> = {
  today: 0,
  heute: 0,
  tomorrow: 1,
  morgen: 1,
  übermorgen: 2,
}

/** Finds the days in one line, in order; `writtenAt` is when the message was written, on the clocks of whoever wrote it. */
export function findDays(line: string, writtenAt: WallTime): MentionedDay[] {
  const whole = patterns.flatMap(([pattern, read]) =>
    [...line.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      day: read(match, writtenAt),
      isWhole: true,
    })),
  )
  const words = [...line.matchAll(relative)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    day: readRelative(match.groups ?? {}, writtenAt),
    isWhole: false,
  }))
  // What lies in another match is a part of it: the weekday of a date, or a date that makes no sense.
  const outer = [...whole, ...words.filter(({ start }) => !whole.some((other) => isIn(start, other)))]
  return outer
    .flatMap(({ day, ...mention }) => (day === undefined ? [] : [{ ...mention, day }]))
    .toSorted((a, b) => a.start - b.start)
}

const isIn = (place: number, { start, end }: { start: number; end: number }): boolean =>
  place >= start && place < end

function dayOf(year: number, month: number, day: number): WallTime | undefined {
  const isDay = year >= 2000 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return isDay ? wallTime({ year, month, day }) : undefined
}

interface WrittenDay {
  weekday: string
  year: string
  month: number
  day: number
}

/** The day that is meant, as seen from the message; undefined where the weekday is another. */
function near(writtenAt: WallTime, { weekday, year, month, day }: WrittenDay): WallTime | undefined {
  const writtenYear = new Date(writtenAt).getUTCFullYear()
  const meant = year === '' ? nextOf(writtenAt, writtenYear, month, day) : dayOf(Number(year), month, day)
  if (meant === undefined || Number(year) > writtenYear + maxYearsAhead) return undefined
  return weekday === '' || getWeekday(meant) === weekdayNamed(weekday) ? meant : undefined
}

function nextOf(writtenAt: WallTime, year: number, month: number, day: number): WallTime | undefined {
  const thisYear = dayOf(year, month, day)
  const today = startOfDay(writtenAt)
  const isLongPast = thisYear !== undefined && thisYear < today - longestPastMs
  const candidate = isLongPast ? dayOf(year + 1, month, day) : thisYear
  return candidate !== undefined && candidate - today > longestAheadMs ? undefined : candidate
}

function readRelative(
  { doubt, weekday, word }: Partial<Record<string, string>>,
  writtenAt: WallTime,
): WallTime | undefined {
  if (doubt !== undefined) return undefined
  const today = startOfDay(writtenAt)
  if (word !== undefined) return today + (daysAhead[word.toLowerCase()] ?? 0) * dayMs
  const ahead = (weekdayNamed(weekday ?? '') - getWeekday(today) + 7) % 7
  // The weekday that it is today may be today's or that in a week.
  return ahead === 0 ? undefined : today + ahead * dayMs
}
