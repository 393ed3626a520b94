import {
  type EventObject,
  type EventPatch,
  parseWallTime,
  patchEvent,
  shifted,
  withoutScheduleStatus,
  withOccurrence,
  withoutOccurrence,
  withScheduleStatusOf,
} from '@plmail/calendar-format'
import { type CalendarEventId, mayUpdateAllName } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { CalendarEvent, EventOutbox, EventOutcome, EventRefusal, EventRequest } from '../types.ts'
import type { EventWrite } from './event-items.ts'
import { record } from './event-writes.ts'
import { eventsById } from './event-rows.ts'
import { insertEvent, refusalOfPlace, removeEvents, saveEvent } from './keep-event.ts'
import { isGuestChange, mayUpdateAll } from './own-event.ts'
import { revised } from './revision.ts'

/** Properties that an update may not change (JMAP Calendars §5). */
const immutable = ['uid', '@type', 'recurrenceId', 'recurrenceIdTimeZone']

/**
 * `own`: the addresses of the user who asks, lower case; undefined where the program itself does. `countsRevisions`: no
 * provider counts those of the user's own meetings.
 */
export type OwnedRequest = EventRequest & {
  own?: ReadonlySet<string> | undefined
  countsRevisions?: boolean
}

/** See `Calendars.events.set`. */
export async function setEvents(
  change: Change,
  outbox: EventOutbox,
  {
    create,
    update,
    occurrences = [],
    destroy,
    notify = false,
    by,
    own,
    countsRevisions = false,
  }: OwnedRequest,
): Promise<Omit<EventOutcome, 'oldState' | 'newState' | 'journalId'>> {
  const touched = [...update.keys(), ...occurrences.map(({ id }) => id), ...destroy]
  const before = await eventsById(change.tx, change.accountId, touched)
  const eventById = new Map(before.map((event) => [event.id, event]))
  const created: Array<CalendarEvent | EventRefusal> = []
  for (const creation of create) created.push(await insertEvent(change, withoutSayings(creation), 'user'))
  const saved = await saveAll(change, eventById, { update, occurrences, own, countsRevisions })
  const { destroyed, refusedDestroys } = await destroyAll(change, eventById, destroy)
  const writes = [
    ...created.flatMap((event): EventWrite[] => ('id' in event ? [{ before: undefined, after: event }] : [])),
    ...[...saved.events].map(([id, after]): EventWrite => ({ before: eventById.get(id), after })),
    ...[...destroyed].map((id): EventWrite => ({
      before: saved.events.get(id) ?? eventById.get(id),
      after: undefined,
    })),
  ]
  await record(change, outbox, notify, writes, by)
  return { created, updated: saved.updated, occurrences: saved.occurrences, destroyed, refusedDestroys }
}

/** Removes what another copy's provider stated, rights and deliveries; it does not apply to this copy. */
function withoutSayings(creation: EventRequest['create'][number]): EventRequest['create'][number] {
  const { [mayUpdateAllName]: _said, ...event } = creation.event
  return { ...creation, event: withoutScheduleStatus(event) }
}

interface Saved {
  /** The stored events, each once. */
  events: Map<CalendarEventId, CalendarEvent>
  updated: Map<CalendarEventId, CalendarEvent | EventRefusal>
  occurrences: Array<EventRefusal | undefined>
}

/** Each event is changed as a whole first, then its occurrences one after the other. */
async function saveAll(
  change: Change,
  eventById: ReadonlyMap<CalendarEventId, CalendarEvent>,
  {
    update,
    occurrences,
    own,
    countsRevisions,
  }: Required<Pick<OwnedRequest, 'update' | 'occurrences' | 'own' | 'countsRevisions'>>,
): Promise<Saved> {
  const saved: Saved = { events: new Map(), updated: new Map(), occurrences: [] }
  const save = (before: CalendarEvent, after: CalendarEvent) => {
    const event = own && countsRevisions ? revised(before.event, after.event, own) : after.event
    return saveEvent(change, before, { ...after, event }, 'user')
  }
  const keep = async (id: CalendarEventId, after: CalendarEvent | EventRefusal) => {
    const before = saved.events.get(id) ?? eventById.get(id)
    const stored =
      before && 'id' in after ? (refusalOfGuest(before, after, own) ?? (await save(before, after))) : after
    if ('id' in stored) saved.events.set(id, stored)
    return stored
  }
  for (const [id, { calendarId, patch }] of update) {
    const before = eventById.get(id)
    const event = before ? applyEventPatch(before, patch) : ({ why: 'not-found' } as const)
    const moved = 'id' in event && calendarId !== undefined ? { ...event, calendarId } : event
    saved.updated.set(id, await keep(id, moved))
  }
  for (const { id, recurrenceId, patch } of occurrences) {
    const before = saved.events.get(id) ?? eventById.get(id)
    const event = before ? withSingle(before, recurrenceId, patch) : ({ why: 'not-found' } as const)
    const stored = await keep(id, event)
    saved.occurrences.push('id' in stored ? undefined : stored)
  }
  return saved
}

/**
 * Refuses a guest's change of somebody else's meeting beyond their own properties, or away from where its provider
 * keeps it.
 */
function refusalOfGuest(
  before: CalendarEvent,
  after: CalendarEvent,
  own: ReadonlySet<string> | undefined,
): EventRefusal | undefined {
  if (!own || mayUpdateAll(before.event, own)) return undefined
  const isMoved = before.calendarId !== after.calendarId && before.event[mayUpdateAllName] === false
  if (!isMoved && isGuestChange(before.event, after.event, own)) return undefined
  return { why: 'not-organizer' }
}

function applyEventPatch(before: CalendarEvent, patch: EventPatch): CalendarEvent | EventRefusal {
  const fixed = Object.keys(patch).filter(
    (name) => immutable.includes(name) && patch[name] !== before.event[name],
  )
  if (fixed.length > 0)
    return invalid(fixed.map((property) => ({ property, detail: 'It stays as it was made.' })))
  const patched = patchEvent(shiftedBy(patch, before.event), patch)
  if ('problem' in patched) return invalid([patched.problem])
  // Only who sends the messages says what became of them (RFC 8984 §4.4.6).
  return { ...before, event: withScheduleStatusOf(patched.event, before.event) }
}

/** A series that begins at another time takes what is said of its occurrences along; what the patch says itself counts. */
function shiftedBy({ start }: EventPatch, event: EventObject): EventObject {
  const wall = typeof start === 'string' ? parseWallTime(start) : undefined
  return wall === undefined ? event : shifted(event, wall)
}

function withSingle(
  before: CalendarEvent,
  recurrenceId: number,
  patch: EventPatch | null,
): CalendarEvent | EventRefusal {
  const patched = patch
    ? withOccurrence(before.event, recurrenceId, patch)
    : withoutOccurrence(before.event, recurrenceId)
  if ('event' in patched) return { ...before, event: patched.event }
  return patched.problem.property === 'recurrenceId' ? { why: 'not-found' } : invalid([patched.problem])
}

async function destroyAll(
  change: Change,
  eventById: ReadonlyMap<CalendarEventId, CalendarEvent>,
  ids: readonly CalendarEventId[],
): Promise<Pick<EventOutcome, 'destroyed' | 'refusedDestroys'>> {
  const refusedDestroys = new Map<CalendarEventId, EventRefusal>()
  for (const id of ids) {
    const event = eventById.get(id)
    const refusal = event
      ? await refusalOfPlace(change, event.calendarId, 'user')
      : ({ why: 'not-found' } as const)
    if (refusal) refusedDestroys.set(id, refusal)
  }
  const destroyed = new Set(ids.filter((id) => !refusedDestroys.has(id)))
  await removeEvents(change, [...destroyed])
  return { destroyed, refusedDestroys }
}

const invalid = (problems: Extract<EventRefusal, { why: 'invalid' }>['problems']): EventRefusal => ({
  why: 'invalid',
  problems,
})
