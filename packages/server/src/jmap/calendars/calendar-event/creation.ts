import { type EventObject, isObject, type Json } from '@plmail/calendar-format'
import { type CalendarId, calendarWireId } from '@plmail/wire'
import type { JsonObject } from '../../engine/arguments.ts'
import { applyPatch } from '../../engine/patch-object.ts'
import { invalidProperties, resolveCreationId, type SetError } from '../../engine/set.ts'
import { withInstants } from './instants.ts'
import { isRuleList, patchOfRule, ruleOfList, withRule } from './recurrence-rules.ts'

/** Properties that JMAP adds to an event and the server sets itself. */
const serverSet = ['id', 'baseEventId', 'isOrigin', 'mayUpdateAll', 'isRecurrenceUnread']
/**
 * Properties for which clients may send only the current value: nothing here is a draft, and nobody invites themselves.
 */
const alwaysFalse = ['isDraft', 'mayInviteSelf', 'mayInviteOthers', 'hideAttendees']

/** Properties that JMAP adds and that do not belong to the event. */
const ofJmap = new Set([...serverSet, ...alwaysFalse, 'calendarIds', 'utcStart', 'utcEnd'])

/** The parts of an event that a client sent; `rule` is the only one of its list of rules, undefined where it has none. */
interface Parts {
  event: EventObject
  rule: Json | undefined
  beside: JsonObject
}

/** Splits what a client wants into the event and what JMAP says beside it, or says what is wrong with that. */
export function split(json: JsonObject): Parts | SetError {
  const entries = Object.entries(json)
  const bad = entries.flatMap(([name, value]) => {
    // `CalendarEvent/parse` says null of them, and what it answers may be stored.
    if (serverSet.includes(name)) return value === null ? [] : [name]
    return alwaysFalse.includes(name) && value !== false && value !== null ? [name] : []
  })
  if (bad.length > 0) return invalidProperties(bad)
  const listed = ruleOfList(json)
  if ('type' in listed) return listed
  const isBeside = ([name]: [string, unknown]) => ofJmap.has(name.split('/')[0] ?? '')
  return {
    event: Object.fromEntries(
      entries.filter((entry) => !isBeside(entry) && !isRuleList(entry[0])),
    ) as EventObject, // it was JSON
    ...listed,
    beside: Object.fromEntries(entries.filter(isBeside)),
  }
}

/** A new event, without what only storing it decides. `calendarId` undefined: where new events go. */
export function readCreation(
  json: JsonObject,
  createdIds: ReadonlyMap<string, string>,
  newUid: () => string,
): { event: EventObject; calendarId: CalendarId | undefined; added: Record<string, Json> } | SetError {
  const parts = split(json)
  if (!('event' in parts)) return parts
  const { beside, rule } = parts
  const requestedCalendars = beside['calendarIds'] ?? undefined
  const calendarId = calendarIn(requestedCalendars, createdIds)
  if (requestedCalendars !== undefined && calendarId === undefined) return invalidProperties(['calendarIds'])
  const timed = withInstants(parts.event, beside)
  if ('type' in timed) return timed
  const defaults = { '@type': 'Event', uid: newUid() }
  const added = Object.fromEntries([
    ...Object.entries(defaults).filter(([name]) => !Object.hasOwn(json, name)),
    ...Object.entries(timed.patch),
  ])
  const event = withRule({ ...parts.event, ...added }, rule)
  return { event, calendarId, added: { ...added, ...patchOfRule(rule) } }
}

/** The one calendar of `calendarIds`; an event is in exactly one (`maxCalendarsPerEvent`). */
export function calendarIn(value: unknown, createdIds: ReadonlyMap<string, string>): CalendarId | undefined {
  if (!isObject(value)) return undefined
  const [[text, isIn] = [], ...more] = Object.entries(value)
  if (text === undefined || isIn !== true || more.length > 0) return undefined
  return calendarWireId.decode(resolveCreationId(text, createdIds))
}

/** Returns the calendar into which an update moves the event; undefined where it does not mention one. */
export function calendarAfter(
  beside: JsonObject,
  before: CalendarId,
  createdIds: ReadonlyMap<string, string>,
): CalendarId | undefined | SetError {
  const patch = Object.fromEntries(Object.entries(beside).filter(([name]) => /^calendarIds(\/|$)/.test(name)))
  if (Object.keys(patch).length === 0) return undefined
  const after = applyPatch({ calendarIds: { [calendarWireId.encode(before)]: true } }, patch)
  return calendarIn(after?.['calendarIds'], createdIds) ?? invalidProperties(['calendarIds'])
}
