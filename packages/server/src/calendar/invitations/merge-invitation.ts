import {
  getClock,
  dayMs,
  type EventObject,
  isObject,
  type Json,
  occurrenceObject,
  parseWallTime,
  patchBetween,
  type WallTime,
  writeWallTime,
} from '@plmail/calendar-format'
import { isWeighty } from '../events/index.ts'
import { meetingProperties } from './meeting-properties.ts'
import { invitedAs, getParticipants } from './participants.ts'

/** Properties that the organizer decides. All others are the user's own: alerts, colour, privacy, keywords. */
const organizers = [
  ...meetingProperties,
  'descriptionContentType',
  'participants',
  'organizerCalendarAddress',
  'sequence',
  'status',
  'priority',
  'updated',
]

/** An invitation as a new event: the organizer's alarms are not mine. */
export function invitedEvent({ alerts: _alerts, ...event }: EventObject): EventObject {
  return { ...event, useDefaultAlerts: true }
}

/** The event after its organizer told what it has become. */
export function withRequest(
  stored: EventObject,
  requested: EventObject,
  own: ReadonlySet<string>,
): EventObject {
  const changed = isWeighty(stored, requested)
  const mine = getEntries(stored, (name) => ![...organizers, 'recurrenceOverrides'].includes(name))
  const taken = getEntries(requested, (name) => organizers.includes(name))
  const overrides = overridesAfter(stored, requested, changed)
  const merged: EventObject = {
    ...Object.fromEntries([...mine, ...taken]),
    ...(Object.keys(overrides).length > 0 ? { recurrenceOverrides: overrides } : {}),
  }
  return withAnswerKept(stored, merged, own, changed)
}

/** A series that moved has its single dates told anew; otherwise those that were told before still hold. */
function overridesAfter(stored: EventObject, requested: EventObject, changed: boolean): EventObject {
  const before = isObject(stored['recurrenceOverrides']) ? stored['recurrenceOverrides'] : {}
  const now = isObject(requested['recurrenceOverrides']) ? requested['recurrenceOverrides'] : {}
  return changed ? now : { ...before, ...now }
}

/** The series after its organizer told what one of its occurrences has become. */
export function withOccurrenceRequest(
  series: EventObject,
  requested: EventObject,
  own: ReadonlySet<string>,
): EventObject {
  const id = recurrenceIdIn(series, requested)
  const before = occurrenceObject(series, id) ?? bare(series, id)
  const mine = {
    ...before,
    ...Object.fromEntries(getEntries(requested, (name) => organizers.includes(name))),
  }
  const gone = organizers.filter((name) => Object.hasOwn(before, name) && !Object.hasOwn(requested, name))
  const merged = withAnswerKept(before, without(mine, gone), own, isWeighty(before, requested))
  return withOverride(series, id, patchTo(bare(series, id), merged))
}

/** Nothing but what its organizer decides may differ. */
function patchTo(plain: EventObject, occurrence: EventObject): EventObject {
  const patch = patchBetween(plain, occurrence)
  const never = ['recurrenceRule', 'recurrenceId', 'recurrenceIdTimeZone']
  return Object.fromEntries(getEntries(patch, (name) => !never.includes(name)))
}

/** One occurrence that does not take place. */
export function withoutOccurrence(series: EventObject, requested: EventObject): EventObject {
  return withOverride(series, recurrenceIdIn(series, requested), { excluded: true })
}

const bare = (series: EventObject, id: WallTime): EventObject =>
  occurrenceObject({ ...series, recurrenceOverrides: {} }, id) ?? {}

export function withOverride(series: EventObject, id: WallTime, patch: Json): EventObject {
  const { recurrenceOverrides } = series
  const overrides = isObject(recurrenceOverrides) ? recurrenceOverrides : {}
  return { ...series, recurrenceOverrides: { ...overrides, [writeWallTime(id)]: patch } }
}

/** The recurrence id that a message names, on the walls of the series' zone: others write it in UTC. */
export function recurrenceIdIn(series: EventObject, requested: EventObject): WallTime {
  const { recurrenceId, recurrenceIdTimeZone } = requested
  const wall = (typeof recurrenceId === 'string' ? parseWallTime(recurrenceId) : undefined) ?? 0
  const start = typeof series['start'] === 'string' ? (parseWallTime(series['start']) ?? 0) : 0
  if (series['showWithoutTime'] === true) return wall - mod(wall)
  // A date among times means that day's occurrence.
  if (typeof recurrenceIdTimeZone !== 'string' && mod(wall) === 0) return wall + mod(start)
  const [from, to] = [recurrenceIdTimeZone, series['timeZone']].map((zone) =>
    typeof zone === 'string' ? getClock(zone) : null,
  )
  return from && to ? to.wallTimeAt(from.instantAt(wall)) : wall
}

const mod = (wall: WallTime): number => ((wall % dayMs) + dayMs) % dayMs

/** My answer stays mine, unless the meeting moved and the organizer asks again. */
function withAnswerKept(
  before: EventObject,
  after: EventObject,
  own: ReadonlySet<string>,
  changed: boolean,
): EventObject {
  const mine = invitedAs(before, own)?.participant
  const me = invitedAs(after, own)
  if (!me || !mine || changed) return after
  const { participationStatus = 'needs-action', participationComment } = mine
  if (participationStatus === 'needs-action') return after
  return withParticipant(after, me.id, {
    participationStatus,
    ...(participationComment === undefined ? {} : { participationComment }),
  })
}

/** The event with something of one participant changed. */
export function withParticipant(event: EventObject, id: string, facts: EventObject): EventObject {
  const participants = Object.fromEntries(
    getParticipants(event).map(([key, participant]) => [
      key,
      key === id ? { ...participant, ...facts } : participant,
    ]),
  )
  return { ...event, participants }
}

function getEntries(event: EventObject, isWanted: (name: string) => boolean): Array<[string, Json]> {
  return Object.entries(event).filter(([name]) => isWanted(name.split('/')[0] ?? name))
}

function without(event: EventObject, names: readonly string[]): EventObject {
  return Object.fromEntries(Object.entries(event).filter(([name]) => !names.includes(name)))
}
