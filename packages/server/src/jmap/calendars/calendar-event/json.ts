import {
  type EventObject,
  firstOccurrence,
  isObject,
  type Json,
  occurrenceObject,
  parseWallTime,
  getPlaces,
  readRule,
  toSeries,
  writeWallTime,
} from '@plmail/calendar-format'
import { calendarEventWireId, calendarWireId, mayUpdateAllName, occurrenceWireId } from '@plmail/wire'
import { mayUpdateAll } from '../../../calendar/index.ts'
import type { FoundEvent } from '../../../calendar/index.ts'
import { pick } from '../../engine/get.ts'

/** How a CalendarEvent is to be told. */
export interface EventJsonOptions {
  /** Time zone in which floating times are resolved, for `utcStart` and `utcEnd`. */
  timeZone: string
  /** Whether `utcStart` and `utcEnd` were asked for. */
  withInstants: boolean
  /** The user's own, lower case: what makes an event theirs. */
  ownAddresses: ReadonlySet<string>
  reduceParticipants: boolean
  /** Instants in milliseconds; overrides outside are left out. */
  overridesAfter: number | undefined
  overridesBefore: number | undefined
}

/** A CalendarEvent (JMAP Calendars §5): an Event of JSCalendar with what JMAP adds. */
export function eventJson(foundEvent: FoundEvent, telling: EventJsonOptions): Record<string, unknown> {
  const event = withOverridesWithin(foundEvent.event, telling)
  return Object.assign(common(foundEvent, event, telling), {
    id: calendarEventWireId.encode(foundEvent.id),
    baseEventId: null,
  })
}

/** One occurrence as an event of its own; undefined where it does not take place, which `takesPlace` (`placesOf`) tells. */
function occurrenceJson(
  foundEvent: FoundEvent,
  recurrenceId: number,
  takesPlace: (recurrenceId: number) => boolean,
  telling: EventJsonOptions,
): Record<string, unknown> | undefined {
  const event = takesPlace(recurrenceId) ? occurrenceObject(foundEvent.event, recurrenceId) : undefined
  return (
    event && {
      ...common(foundEvent, event, telling),
      id: occurrenceWireId.encode(foundEvent.id, writeWallTime(recurrenceId)),
      baseEventId: calendarEventWireId.encode(foundEvent.id),
    }
  )
}

/**
 * Tells occurrences of one series, of which a month has many: what no override touches differs in when it is, and is put
 * together once.
 */
export function occurrencesTold(
  foundEvent: FoundEvent,
  telling: EventJsonOptions,
  properties: ReadonlySet<string> | null,
): (recurrenceId: number) => Record<string, unknown> | undefined {
  const takesPlace = getPlaces(foundEvent.event)
  const overrides = foundEvent.event['recurrenceOverrides']
  let plain: Record<string, unknown> | undefined
  return (recurrenceId) => {
    const name = writeWallTime(recurrenceId)
    const isPlain = !telling.withInstants && !(isObject(overrides) && Object.hasOwn(overrides, name))
    if (plain === undefined || !isPlain) {
      const whole = occurrenceJson(foundEvent, recurrenceId, takesPlace, telling)
      const picked = whole && pick(whole, properties)
      if (isPlain) plain = picked
      return picked
    }
    if (!takesPlace(recurrenceId)) return undefined
    const json = { ...plain, id: occurrenceWireId.encode(foundEvent.id, name) }
    if ('start' in json) json['start'] = name
    if ('recurrenceId' in json) json['recurrenceId'] = name
    return json
  }
}

function common(
  storedEvent: FoundEvent,
  whole: EventObject,
  telling: EventJsonOptions,
): Record<string, unknown> {
  // Clients are told what follows from it.
  const { [mayUpdateAllName]: _said, ...event } = whole
  return {
    ...(telling.reduceParticipants ? reduced(event, telling.ownAddresses) : event),
    created: event['created'] ?? instant(storedEvent.createdAt.getTime()),
    updated: instant(storedEvent.updatedAt.getTime()),
    calendarIds: { [calendarWireId.encode(storedEvent.calendarId)]: true },
    isDraft: false,
    isOrigin: isOrigin(event, telling.ownAddresses),
    mayUpdateAll: mayUpdateAll(whole, telling.ownAddresses),
    ...(isRuleUnread(event) ? { isRecurrenceUnread: true } : {}),
    ...(telling.withInstants ? getInstants(event, telling.timeZone) : {}),
  }
}

function getInstants(event: EventObject, timeZone: string): { utcStart: string; utcEnd: string } {
  const { start, end } = firstOccurrence(toSeries(event), timeZone)
  return { utcStart: instant(start), utcEnd: instant(end) }
}

const instant = (at: number): string => `${writeWallTime(at)}Z`

/** A rule that is not understood is not guessed at: the event shows at its start alone, and that is said. */
const isRuleUnread = ({ recurrenceRule }: EventObject): boolean =>
  isObject(recurrenceRule) && readRule(recurrenceRule) === undefined

/** Whether changes of it begin here: nobody else organizes it. */
function isOrigin({ organizerCalendarAddress: organizer }: EventObject, own: ReadonlySet<string>): boolean {
  return typeof organizer !== 'string' || own.has(getAddress(organizer))
}

export const getAddress = (calendarAddress: string): string =>
  calendarAddress.replace(/^mailto:/i, '').toLowerCase()

/** §5.7: owners and whoever is the user; of a hundred guests the rest is only weight. */
function reduced(event: EventObject, own: ReadonlySet<string>): EventObject {
  const { participants } = event
  if (!isObject(participants)) return event
  const visible = Object.entries(participants).filter(([, person]) => {
    if (!isObject(person)) return false
    const { roles, calendarAddress, email } = person
    const isOwner = isObject(roles) && roles['owner'] === true
    return (
      isOwner ||
      [calendarAddress, email].some((address) => typeof address === 'string' && own.has(getAddress(address)))
    )
  })
  return { ...event, participants: Object.fromEntries(visible) }
}

function withOverridesWithin(
  event: EventObject,
  { overridesAfter, overridesBefore, timeZone }: EventJsonOptions,
): EventObject {
  const { recurrenceOverrides: overrides, ...rest } = event
  if (!isObject(overrides) || (overridesAfter === undefined && overridesBefore === undefined)) return event
  const visible = Object.entries(overrides).filter(([id]) => {
    const wall = parseWallTime(id)
    if (wall === undefined) return false
    const at = firstOccurrence({ ...toSeries(event), start: wall }, timeZone).start
    return at >= (overridesAfter ?? -Infinity) && at < (overridesBefore ?? Infinity)
  })
  const overridesLeft: Record<string, Json> = Object.fromEntries(visible)
  return visible.length > 0 ? { ...rest, recurrenceOverrides: overridesLeft } : rest
}
