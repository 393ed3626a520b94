import { emptyRange, invalid, required } from './refusals.ts'
import { readRule } from './rules.ts'
import {
  type EventTime,
  instantOfTime,
  readObject,
  readObjects,
  readText,
  getTexts,
  readTime,
} from './resource.ts'
import { getInstant, isZone } from './zones.ts'

/** At most [S]. */
const maxReminders = 5
/** Four weeks [D]. */
const maxReminderLength = 40_320

/** Base32hex [S]. */
export function checkId(id: string): void {
  if (!/^[a-v0-9]{5,1024}$/.test(id)) throw invalid('Invalid resource id value.')
}

/** The event with its times as they are kept; throws what Google would refuse it with. */
export function checked(event: Record<string, unknown>, zone: string): Record<string, unknown> {
  const start = checkedTime(event['start'], 'start', zone)
  const end = checkedTime(event['end'], 'end', zone)
  if ((start.date === undefined) !== (end.date === undefined)) throw invalid('Invalid start time.')
  if (instantOfTime(end, zone) < instantOfTime(start, zone)) throw emptyRange()
  const recurrence = getTexts(event['recurrence'])
  // [S]
  if (
    recurrence.length > 0 &&
    start.dateTime !== undefined &&
    readText(readObject(event['start'])['timeZone']) === ''
  )
    throw required('Missing time zone definition for start time.')
  for (const line of recurrence) checkLine(line, start)
  checkPeople(event)
  checkReminders(readObject(event['reminders']))
  return { ...event, start, end }
}

function checkedTime(value: unknown, name: string, zone: string): EventTime {
  const { date, dateTime, timeZone } = readTime(value)
  if (timeZone !== undefined && !isZone(timeZone))
    throw invalid(`Invalid time zone definition for ${name} time.`)
  if ((date === undefined) === (dateTime === undefined))
    throw date === undefined ? required(`Missing ${name} time.`) : invalid(`Invalid ${name} time.`)
  if (date !== undefined) {
    if (Number.isNaN(Date.parse(`${date}T00:00:00Z`))) throw invalid(`Invalid ${name} time.`)
    return { date }
  }
  const text = dateTime ?? ''
  const isFixed = /(Z|[+-]\d\d:\d\d)$/.test(text)
  const own = timeZone ?? zone
  const instant = isFixed ? Date.parse(text) : getInstant(Date.parse(`${text}Z`), own)
  if (Number.isNaN(instant)) throw invalid(`Invalid ${name} time.`)
  return { dateTime: new Date(instant).toISOString(), timeZone: own }
}

function checkLine(line: string, start: EventTime): void {
  const refuse = () => invalid('Invalid recurrence rule.')
  if (!/^(RRULE|EXRULE|RDATE|EXDATE)[;:]/.test(line)) throw refuse()
  if (!/^(RRULE|EXRULE)/.test(line)) return
  const rule = readRule(line.slice(line.indexOf(':') + 1))
  if (!rule) throw refuse()
  const until = rule.get('UNTIL')
  // RFC 5545 wants UTC where the start has a zone, and a date where it is one.
  const form = start.dateTime === undefined ? /^\d{8}$/ : /^\d{8}(T\d{6}Z)?$/
  if (until !== undefined && !form.test(until)) throw refuse()
}

function checkPeople(event: Record<string, unknown>): void {
  for (const attendee of readObjects(event['attendees']))
    if (!/^[^\s@]+@[^\s@]+$/.test(readText(attendee['email']))) throw invalid('Invalid attendee email.')
  const isKnown = (value: unknown, of: readonly string[]): boolean =>
    value === undefined || of.includes(readText(value))
  if (!isKnown(event['visibility'], ['default', 'public', 'private', 'confidential']))
    throw invalid('Invalid value for: Invalid visibility')
  if (!isKnown(event['transparency'], ['opaque', 'transparent'])) throw invalid('Invalid transparency')
  if (!isKnown(event['status'], ['confirmed', 'tentative', 'cancelled'])) throw invalid('Invalid status')
  // Google alone makes those from letters [S].
  if (
    !isKnown(event['eventType'], [
      'default',
      'birthday',
      'focusTime',
      'outOfOffice',
      'workingLocation',
      'fromGmail',
    ])
  )
    throw invalid('Invalid event type')
}

function checkReminders(reminders: Record<string, unknown>): void {
  const overrides = readObjects(reminders['overrides'])
  if (overrides.length > maxReminders) throw invalid('Too many reminder overrides.')
  if (reminders['useDefault'] === true && overrides.length > 0)
    throw invalid('Cannot specify both default reminders and overrides at the same time.')
  for (const { method, minutes } of overrides) {
    if (method !== 'popup' && method !== 'email') throw invalid('Invalid reminder method.')
    if (typeof minutes !== 'number' || minutes < 0 || minutes > maxReminderLength)
      throw invalid('Invalid reminder minutes.')
  }
}
