/** A time of day, and when it ends, in milliseconds after midnight. */
export interface MentionedClock {
  from: number
  to: number | undefined
  /** IANA name where a zone is written. */
  timeZone: string | undefined
}

const hourPart = '(\\d{1,2})(?:[:.](\\d\\d))?'
const halfPart = ' ?([ap])\\.?m\\b\\.?'
const range = ' {0,2}(?:-|–|—|bis|to|until|till) {0,2}'
const opening = '(?:at|um|from|von|ab|@|between|zwischen) {0,2}'

/** `from 3 to 4:30 pm`, `15:00–16:30 Uhr`, `10 Uhr`. */
const clockPattern = `(?:${opening})?(?<![\\d.,:/-])${hourPart}(?:${halfPart})?(?: ?(Uhr))?(?:${range}${hourPart}(?:${halfPart})?)?(?: ?(Uhr))?(?![\\d:]|[.,]\\d| ?[%€$])`
const zonePattern = ' ?\\(?(?:([A-Z]{2,4}T|UTC|GMT|MEZ|MESZ)\\b)?'
/** What may stand between a day and its time. */
const glue = '(?:,|:|;| -| –|\\))? {0,2}(?:(?:früh|vormittags?|morning|mittags?) {0,2},? {0,2})?(?:gegen )?'

const afterDay = new RegExp(`^${glue}${clockPattern}${zonePattern}`, 'u')
const beforeDay = new RegExp(`${clockPattern}${zonePattern}(?:,| on| am)? {0,2}(?:den |the )?$`, 'u')

/** Zones of which everybody means the same. */
const zones: Readonly<Record<string, string | undefined>> = {
  UTC: 'Etc/UTC',
  GMT: 'Etc/UTC',
  CET: 'Europe/Berlin',
  CEST: 'Europe/Berlin',
  MEZ: 'Europe/Berlin',
  MESZ: 'Europe/Berlin',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
}

/** Longer than any time with its words. */
const reach = 60

/** The time right behind a day, or right before it; undefined where there is none that has one meaning. */
export function findClock(
  line: string,
  day: { start: number; end: number },
): MentionedClock | 'doubtful' | undefined {
  const behind = afterDay.exec(line.slice(day.end, day.end + reach))
  const match = behind ?? beforeDay.exec(line.slice(Math.max(0, day.start - reach), day.start))
  return match ? readClock(match) : undefined
}

function readClock(match: RegExpExecArray): MentionedClock | 'doubtful' | undefined {
  const [, hour = '', minute, half1, uhr1, toHour, toMinute, half2, uhr2, zone] = match
  const isNamed = (half1 ?? half2 ?? uhr1 ?? uhr2) !== undefined
  // A number alone is a number.
  if (!isNamed && minute === undefined) return undefined
  const isGerman = (uhr1 ?? uhr2) !== undefined
  const from = timeOf(hour, minute, half1 ?? half2, isGerman)
  if (from === undefined) return 'doubtful'
  const to = toHour === undefined ? undefined : timeOf(toHour, toMinute, half2 ?? half1, isGerman)
  if (toHour !== undefined && (to === undefined || to <= from)) return 'doubtful'
  const timeZone = zone === undefined ? undefined : zones[zone]
  if (zone !== undefined && timeZone === undefined) return 'doubtful'
  return { from, to, timeZone }
}

/** A time that may be one of the morning or of the evening is none. */
function timeOf(
  hour: string,
  minute: string | undefined,
  half: string | undefined,
  isGerman: boolean,
): number | undefined {
  const [hours, minutes] = [Number(hour), Number(minute ?? 0)]
  if (minutes > 59) return undefined
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined
    return ((hours % 12) + (half === 'p' ? 12 : 0)) * hourMs + minutes * minuteMs
  }
  const isClear = hours >= 10 || hour.length === 2 || (isGerman && hours >= 7)
  return hours <= 23 && isClear ? hours * hourMs + minutes * minuteMs : undefined
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
