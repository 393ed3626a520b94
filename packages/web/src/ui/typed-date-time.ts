/** Days and times as people type and read them. Values are those of native inputs: 2026-11-24 and 17:05. */

/** How the user has dates and times written. */
export interface DateTimeFormats {
  readonly locale: string
  readonly clock: { hourCycle?: 'h12' | 'h23' }
}

const latin = { numberingSystem: 'latn', calendar: 'gregory', timeZone: 'UTC' } as const

const dayFormat = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...latin, year: 'numeric', month: '2-digit', day: '2-digit' })

export function writeDay(day: string, { locale }: DateTimeFormats): string {
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? '' : dayFormat(locale).format(at)
}

/** In the order of the user's formats, or as 2026-11-24; a year that is missing is that of `near`. */
export function readDay(text: string, { locale }: DateTimeFormats, near: string): string | undefined {
  const numbers = text.match(/\d+/g) ?? []
  if (/[^\d\s./,-]/.test(text.replace(/[年月日]/g, '')) || numbers.length < 2 || numbers.length > 3)
    return undefined
  const order = numbers[0]?.length === 4 ? yearFirst : partsInOrder(locale)
  const given = numbers.length === 3 ? order : order.filter((part) => part !== 'year')
  const value = (part: string): string | undefined => numbers[given.indexOf(part)]
  const year = value('year') ?? near.slice(0, 4)
  const day = [
    year.length <= 2 ? `20${year.padStart(2, '0')}` : year.padStart(4, '0'),
    value('month')?.padStart(2, '0'),
    value('day')?.padStart(2, '0'),
  ].join('-')
  return isRealDay(day) ? day : undefined
}

const yearFirst = ['year', 'month', 'day']

function partsInOrder(locale: string): string[] {
  return dayFormat(locale)
    .formatToParts(0)
    .map(({ type }) => type as string)
    .filter((type) => yearFirst.includes(type))
}

function isRealDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day
}

const timeFormat = ({ locale, clock }: DateTimeFormats): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...latin, timeStyle: 'short', ...clock })

export function writeTime(time: string, formats: DateTimeFormats): string {
  const at = new Date(`1970-01-01T${time}:00Z`)
  return Number.isNaN(at.getTime()) ? '' : timeFormat(formats).format(at)
}

/** "9", "930", "9.30", "17:05", "5 pm" and what the user's own formats write. */
export function readTime(text: string, formats: DateTimeFormats): string | undefined {
  const digits = /^\D*(\d{1,2}?)(?:[:.h\s]*(\d\d))?\D*$/i.exec(text)
  if (!digits) return undefined
  const [, hourText = '', minuteText = '00'] = digits
  const half = halfOfDay(text, formats)
  const [hour, minute] = [Number(hourText), Number(minuteText)]
  if (minute > 59 || hour > 23) return undefined
  const hourOfDay = half === undefined || hour > 12 ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)
  return `${String(hourOfDay).padStart(2, '0')}:${minuteText}`
}

/** Returns the half of the day that the text names, in Latin letters or in the locale's own. */
function halfOfDay(text: string, { locale }: DateTimeFormats): 'am' | 'pm' | undefined {
  const named = text.toLowerCase()
  const nameAt = (hour: number): string | undefined =>
    new Intl.DateTimeFormat(locale, { ...latin, hour: 'numeric', hourCycle: 'h12' })
      .formatToParts(hour * 3_600_000)
      .find(({ type }) => type === 'dayPeriod')
      ?.value.toLowerCase()
  const [am, pm] = [nameAt(1), nameAt(13)]
  if (/\dp|\bp\.?\s?m?\b/.test(named.replace(/\s/g, '')) || (pm !== undefined && named.includes(pm)))
    return 'pm'
  if (/\da|\ba\.?\s?m?\b/.test(named.replace(/\s/g, '')) || (am !== undefined && named.includes(am)))
    return 'am'
  return undefined
}
