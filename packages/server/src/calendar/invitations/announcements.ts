import {
  type EventObject,
  isObject,
  occurrenceObject,
  parseWallTime,
  patchBetween,
} from '@plmail/calendar-format'
import { changedOverrides, getOverrides } from '../events/index.ts'
import { meetingProperties } from './meeting-properties.ts'
import { invitedAs, invitedBy, getOrganizer, participantAt, plainAddress } from './participants.ts'

/** One message about a meeting that has to go out (RFC 5546 §3.2). */
export interface Announcement {
  method: 'REQUEST' | 'CANCEL' | 'REPLY'
  /** The event it describes: the series, or one occurrence. */
  event: EventObject
  /** Addresses. */
  to: string[]
  /** Whose word it is: the organizer's, or that of who was invited. */
  from: string
}

/** More people are told by a mailing list. */
const maxPeople = 300

/**
 * Lists the messages to send after a change of an event. `undefined` before: nobody has been told yet; after: it is
 * gone. Nobody is told what does not concern them, and an answer goes to the organizer only.
 */
export function buildAnnouncements(
  before: EventObject | undefined,
  after: EventObject | undefined,
  own: ReadonlySet<string>,
): Announcement[] {
  const organizer = getOrganizer(after ?? before ?? {})
  if (organizer === '') return []
  return own.has(organizer) ? asOrganizer(before, after, organizer) : buildAnswers(before, after, own)
}

function asOrganizer(
  before: EventObject | undefined,
  after: EventObject | undefined,
  from: string,
): Announcement[] {
  const isCalledOff = !after || after['status'] === 'cancelled'
  if (isCalledOff) {
    if (!before || before['status'] === 'cancelled') return []
    const event = { ...before, status: 'cancelled', sequence: sequenceAfter(before, after) }
    return messages('CANCEL', event, addressesIn(before), from)
  }
  const [were, are] = [addressesIn(before), addressesIn(after)]
  const added = are.filter((address) => !were.includes(address))
  const removed = were.filter((address) => !are.includes(address))
  const stayed = are.filter((address) => were.includes(address))
  const isNew = before?.['status'] === 'cancelled'
  const isChanged = before !== undefined && (isNew || saysOtherwise(before, after))
  return [
    ...messages('REQUEST', after, isChanged ? are : added, from),
    ...messages('CANCEL', { ...after, status: 'cancelled' }, removed, from),
    ...(isChanged || !before ? [] : occurrencesTold(before, after, stayed, from)),
  ]
}

/** A destroyed event is one revision further than the last that was told. */
function sequenceAfter(before: EventObject, after: EventObject | undefined): number {
  const [was, is] = [before, after].map((event) => event?.['sequence'])
  return Math.max(typeof was === 'number' ? was + 1 : 1, typeof is === 'number' ? is : 0)
}

function occurrencesTold(
  before: EventObject,
  after: EventObject,
  people: readonly string[],
  from: string,
): Announcement[] {
  return changedOverrides(before, after).flatMap((id) => {
    const wall = parseWallTime(id) ?? 0
    const occurrence = occurrenceObject(after, wall)
    if (!occurrence || occurrence['status'] === 'cancelled') {
      const gone = occurrence ?? occurrenceObject({ ...after, recurrenceOverrides: {} }, wall) ?? {}
      return messages('CANCEL', { ...gone, status: 'cancelled' }, people, from)
    }
    return messages('REQUEST', occurrence, people, from)
  })
}

function messages(
  method: 'REQUEST' | 'CANCEL',
  event: EventObject,
  to: readonly string[],
  from: string,
): Announcement[] {
  return to.length === 0 ? [] : [{ method, event: asSent(event), to: to.slice(0, maxPeople), from }]
}

/** My alarms, colour and remarks are nobody's business. */
function asSent(event: EventObject): EventObject {
  const own = ['alerts', 'useDefaultAlerts', 'color', 'keywords', 'categories', 'freeBusyStatus', 'privacy']
  return Object.fromEntries(Object.entries(event).filter(([name]) => !own.includes(name)))
}

const addressesIn = (event: EventObject | undefined): string[] => (event ? [...invitedBy(event).keys()] : [])

function saysOtherwise(before: EventObject, after: EventObject): boolean {
  return Object.keys(patchBetween(before, after)).some((name) => meetingProperties.includes(name))
}

/**
 * My answers that the organizer does not know yet: to the whole, and to single occurrences. What I take out of my calendar
 * is declined (RFC 6638 §3.2.2.3).
 */
function buildAnswers(
  before: EventObject | undefined,
  after: EventObject | undefined,
  own: ReadonlySet<string>,
): Announcement[] {
  if (!after) return buildDecline(before, own)
  const series = buildReply(before, after, own)
  const isSeries = after['recurrenceId'] === undefined
  const changed = isSeries ? Object.keys(getOverrides(after)) : []
  return [
    ...series,
    ...changed.flatMap((id) => {
      const wall = parseWallTime(id) ?? 0
      const now = occurrenceObject(after, wall)
      const was = occurrenceObject(before ?? after, wall)
      if (!now) return buildDecline(before && was, own)
      const asSeries = series.length > 0 && getStatus(now, own) === getStatus(after, own)
      return asSeries ? [] : buildReply(was, now, own)
    }),
  ]
}

function buildReply(
  before: EventObject | undefined,
  after: EventObject,
  own: ReadonlySet<string>,
): Announcement[] {
  const me = invitedAs(after, own)
  const status = getStatus(after, own)
  const isSame = status === (before ? getStatus(before, own) : 'needs-action')
  if (!me || isSame || status === 'needs-action') return []
  const organizer = getOrganizer(after)
  return [{ method: 'REPLY', event: asReply(after, me.address), to: [organizer], from: me.address }]
}

function buildDecline(removed: EventObject | undefined, own: ReadonlySet<string>): Announcement[] {
  const me = removed && invitedAs(removed, own)
  if (!me || removed['status'] === 'cancelled') return []
  const [id, participant] = participantAt(removed, me.address) ?? []
  if (id === undefined) return []
  const declined = { ...participant, participationStatus: 'declined' }
  const participants = isObject(removed['participants']) ? removed['participants'] : {}
  return buildReply(removed, { ...removed, participants: { ...participants, [id]: declined } }, own)
}

function getStatus(event: EventObject, own: ReadonlySet<string>): string {
  return plainAddress(invitedAs(event, own)?.participant['participationStatus']) || 'needs-action'
}

/** RFC 5546 §3.2.3: the organizer, who answers, and what is answered; nothing of the others. */
function asReply(event: EventObject, address: string): EventObject {
  const names = ['@type', 'uid', 'title', 'start', 'duration', 'timeZone', 'endTimeZone', 'showWithoutTime']
  const more = ['sequence', 'organizerCalendarAddress', 'recurrenceId', 'recurrenceIdTimeZone']
  const shownFields = Object.entries(event).filter(([name]) => [...names, ...more].includes(name))
  const people = [participantAt(event, getOrganizer(event)), participantAt(event, address)]
  const participants = people.flatMap((person) =>
    person ? [[person[0], { ...person[1], expectReply: false }] as const] : [],
  )
  return { ...Object.fromEntries(shownFields), participants: Object.fromEntries(participants) }
}
