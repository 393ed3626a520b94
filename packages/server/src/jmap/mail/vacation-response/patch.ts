import type { ProvidedVacation } from '../../../accounts/index.ts'
import type { JsonObject } from '../../engine/arguments.ts'
import { readUtcDate } from '../../engine/utc-date.ts'
import { singleton } from './json.ts'

/** Properties that cannot be as they were sent. */
export interface BadVacation {
  bad: string[]
  why: string
}

/** The vacation response with some of its properties changed (RFC 8621 §8.2). */
export function patchVacation(before: ProvidedVacation, patch: JsonObject): ProvidedVacation | BadVacation {
  const bad = Object.entries(patch).flatMap(([name, value]) => (accepts[name]?.(value) ? [] : [name]))
  if (bad.length > 0) return { bad, why: 'Not a property of a vacation response, or not a value it can have' }
  const [from, to] = [
    dateIn(patch, 'fromDate', before.period?.from),
    dateIn(patch, 'toDate', before.period?.to),
  ]
  if (before.needsBothDates && (from === null) !== (to === null))
    return { bad: ['fromDate', 'toDate'], why: bothOrNeither }
  if (from && to && from >= to) return { bad: ['fromDate', 'toDate'], why: 'It would end before it begins' }
  const isEnabled = (patch['isEnabled'] as boolean | undefined) ?? before.isEnabled
  const text = getText(before, patch)
  const html = (text === undefined ? getHtml(before, patch) : chosen(patch, 'htmlBody', before.html)) || null
  const subject = chosen(patch, 'subject', before.subject) || null
  if (isEnabled && html === null && !text && subject === null)
    return { bad: ['htmlBody', 'textBody'], why: 'There is nothing to answer' }
  return {
    isEnabled,
    period: from || to ? { from, to } : null,
    subject,
    html,
    ...(text === undefined ? {} : { text }),
  }
}

const bothOrNeither = 'The provider takes both dates or neither'
const isText = (value: unknown) => value === null || typeof value === 'string'
const isDate = (value: unknown) => value === null || readUtcDate(value) !== undefined

const accepts: Readonly<Record<string, ((value: unknown) => boolean) | undefined>> = Object.assign(
  Object.create(null),
  {
    id: (value: unknown) => value === singleton,
    isEnabled: (value: unknown) => typeof value === 'boolean',
    fromDate: isDate,
    toDate: isDate,
    // A provider that has none says so in the answer (RFC 8620 §5.3).
    subject: isText,
    textBody: isText,
    htmlBody: isText,
  },
)

function dateIn(patch: JsonObject, name: string, current: Date | null | undefined): Date | null {
  return name in patch ? (readUtcDate(patch[name]) ?? null) : (current ?? null)
}

function chosen(patch: JsonObject, name: string, before: string | null): string | null {
  const value = patch[name]
  if (typeof value === 'string') return value
  return value === null ? null : before
}

/** Undefined where the provider keeps HTML only. */
function getText({ text }: ProvidedVacation, patch: JsonObject): string | null | undefined {
  return text === undefined ? undefined : chosen(patch, 'textBody', text) || null
}

/** Returns the HTML to store; it has precedence over a text sent with it, as most readers see the HTML. */
function getHtml(before: ProvidedVacation, { textBody, htmlBody }: JsonObject): string | null {
  if (typeof htmlBody === 'string') return htmlBody
  if (typeof textBody === 'string') return asHtml(textBody)
  return htmlBody === null ? null : before.html
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function asHtml(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => entities[character] ?? character)
  return `<div>${escaped.replace(/\r?\n/g, '<br>')}</div>`
}
