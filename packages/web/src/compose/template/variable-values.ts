import type { EmailAddress } from '@plmail/wire'
import type { Fields } from '../draft/message.ts'

/** The values from which variables are filled in. */
export interface ValueParts {
  fields: Pick<Fields, 'sender' | 'to' | 'subject'>
  now: Date
  /** Locale of dates and lists of names. */
  locale: string
  /** IANA name; undefined is the browser's. */
  timeZone: string | undefined
}

/** The variables that are filled in; a date may have days added, `date+7`. */
export const variableNames = [
  'recipient.firstName',
  'recipient.name',
  'recipient.address',
  'my.firstName',
  'my.name',
  'my.address',
  'subject',
  'date',
  'date+7',
  'cursor',
] as const

const dayMs = 86_400_000
/** A hundred years; nobody means a date further away. */
const maxDays = 36_500

/** Returns the text for a variable; undefined where it is unknown, or not yet known. */
export function valuesFor({
  fields,
  now,
  locale,
  timeZone,
}: ValueParts): (name: string) => string | undefined {
  const { to, sender, subject } = fields
  const { name: own, email } = sender.identity
  const listed = (of: (person: EmailAddress) => string | undefined): string | undefined => {
    const names = to.map(of)
    const knownNames = names.flatMap((name) => name ?? [])
    if (knownNames.length === 0 || knownNames.length < names.length) return undefined
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(knownNames)
  }
  const values: Record<string, () => string | undefined> = {
    'recipient.firstname': () => listed(({ name }) => firstNameOf(name)),
    'recipient.name': () => listed(({ name }) => some(name)),
    'recipient.address': () => listed(({ email: address }) => address),
    'my.firstname': () => firstNameOf(own),
    'my.name': () => some(own),
    'my.address': () => email,
    subject: () => some(subject),
  }
  return (name) => {
    const key = name.toLowerCase()
    const [, days] = /^date\s*([+-]\s*\d{1,5})?$/.exec(key) ?? ['', 'none']
    if (days !== 'none') return dateIn(Number((days ?? '0').replaceAll(/\s/g, '')))
    return Object.hasOwn(values, key) ? values[key]?.() : undefined
  }

  function dateIn(days: number): string | undefined {
    if (Math.abs(days) > maxDays) return undefined
    const zone = timeZone === undefined ? {} : { timeZone }
    return new Intl.DateTimeFormat(locale, { ...zone, dateStyle: 'long' }).format(
      now.getTime() + days * dayMs,
    )
  }
}

function some(text: string | null): string | undefined {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? undefined : trimmed
}

/** `Ada King` and `King, Ada` are both Ada; an address in place of a name has no first name. */
function firstNameOf(name: string | null): string | undefined {
  const whole = some(name)
  if (whole === undefined || whole.includes('@')) return undefined
  const [last = '', first] = whole.split(',')
  return some((first ?? last).trim().split(/\s+/)[0] ?? '')
}
