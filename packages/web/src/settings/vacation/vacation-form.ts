import type { PatchObject, VacationResponse } from '@plmail/wire'
import { timeInZone, wallTimeIn } from '../../commands/index.ts'

/** A vacation response as it is typed; times as `datetime-local` has them, empty for none. */
export interface VacationFields {
  isEnabled: boolean
  from: string
  until: string
  subject: string
  text: string
}

export type VacationError = 'text' | 'order' | 'bothDates'

export function fieldsOf(vacation: VacationResponse, timeZone: string | undefined): VacationFields {
  const { isEnabled, fromDate, toDate, subject, textBody, htmlBody } = vacation
  return {
    isEnabled,
    from: wallText(fromDate, timeZone),
    until: wallText(toDate, timeZone),
    subject: subject ?? '',
    text: textBody ?? textOf(htmlBody ?? ''),
  }
}

/** Returns the first error of the form; `needsBothDates`: the provider takes both dates or neither. */
export function errorIn(fields: VacationFields, needsBothDates: boolean): VacationError | undefined {
  const { isEnabled, from, until, subject, text } = fields
  if (isEnabled && text.trim() === '' && subject.trim() === '') return 'text'
  if (needsBothDates && (from === '') !== (until === '')) return 'bothDates'
  return from !== '' && until !== '' && from >= until ? 'order' : undefined
}

/** Only what was changed: what stays keeps what it has elsewhere, such as the formatting of its text. */
export function patchOf(
  fields: VacationFields,
  before: VacationFields,
  timeZone: string | undefined,
): PatchObject {
  const { isEnabled, from, until, subject, text } = fields
  return {
    ...(isEnabled === before.isEnabled ? {} : { isEnabled }),
    ...(from === before.from && until === before.until
      ? {}
      : { fromDate: utcText(from, timeZone), toDate: utcText(until, timeZone) }),
    ...(subject === before.subject ? {} : { subject: subject.trim() || null }),
    ...(text === before.text ? {} : { textBody: text.trim() === '' ? null : text, htmlBody: null }),
  }
}

function wallText(utc: string | null, timeZone: string | undefined): string {
  if (utc === null) return ''
  const { year, month, day, hour, minute } = wallTimeIn(new Date(utc), timeZone)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

function utcText(wall: string, timeZone: string | undefined): string | null {
  const [, year, month, day, hour, minute] = /^(\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(wall) ?? []
  if (year === undefined) return null
  const time = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
  }
  return timeInZone(time, timeZone)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
}

/** Google and Microsoft keep HTML only. Lines as they are seen; nothing in it is loaded or run. */
function textOf(html: string): string {
  const lines = html
    .replace(/\s+/g, ' ')
    .replace(/<br\b[^>]*>|<\/(?:p|div|li|tr|h[1-6]|blockquote)>/gi, (end) => `${end}\n`)
  const { body } = new DOMParser().parseFromString(lines, 'text/html')
  for (const hidden of body.querySelectorAll('style, script, title')) hidden.remove()
  return (body.textContent ?? '').replace(/[ \t]*\n[ \t]*/g, '\n').trim()
}
