import { createHash } from 'node:crypto'
import { isObject, type Json } from '../events/index.ts'
import { type Component, type Property, getProperties, property } from './component.ts'

const kinds: Readonly<Record<string, string>> = {
  INDIVIDUAL: 'individual',
  GROUP: 'group',
  RESOURCE: 'resource',
  ROOM: 'location',
}
const answers: Readonly<Record<string, string>> = {
  'NEEDS-ACTION': 'needs-action',
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
  DELEGATED: 'delegated',
}
const roles: Readonly<Record<string, readonly string[]>> = {
  CHAIR: ['attendee', 'chair'],
  'REQ-PARTICIPANT': ['attendee'],
  'OPT-PARTICIPANT': ['attendee', 'optional'],
  'NON-PARTICIPANT': ['informational'],
}

/** The people of an event as participants; the organizer is one of them, attending or not. */
export function readPeople(event: Component): Record<string, Json> {
  const organizer = property(event, 'organizer')
  const owner = organizer && getAddress(organizer)
  const participants = new Map<string, Record<string, Json>>()
  for (const attendee of getProperties(event, 'attendee')) {
    const address = getAddress(attendee)
    if (address) participants.set(createStableId(address), participant(attendee, address))
  }
  if (!owner) return participants.size === 0 ? {} : { participants: Object.fromEntries(participants) }
  const knownPerson = participants.get(createStableId(owner)) ?? { ...person(organizer, owner), roles: {} }
  participants.set(createStableId(owner), {
    ...knownPerson,
    ...readScheduleStatus(organizer),
    roles: { ...getRoles(knownPerson['roles']), owner: true },
  })
  return { participants: Object.fromEntries(participants), organizerCalendarAddress: owner }
}

function participant(attendee: Property, address: string): Record<string, Json> {
  const { parameters } = attendee
  const answer = answers[parameters.get('partstat')?.toUpperCase() ?? 'NEEDS-ACTION']
  const role = roles[parameters.get('role')?.toUpperCase() ?? 'REQ-PARTICIPANT'] ?? ['attendee']
  const kind = kinds[parameters.get('cutype')?.toUpperCase() ?? 'INDIVIDUAL']
  return {
    ...person(attendee, address),
    ...(kind && kind !== 'individual' ? { kind } : {}),
    roles: Object.fromEntries(role.map((name) => [name, true])),
    participationStatus: answer ?? 'needs-action',
    ...(parameters.get('rsvp')?.toUpperCase() === 'TRUE' ? { expectReply: true } : {}),
    ...readScheduleStatus(attendee),
  }
}

/**
 * What became of the last message that the server sent to this person (RFC 6638 §7.3), code by code; some servers write a
 * text after each.
 */
function readScheduleStatus({ parameters }: Property): { scheduleStatus?: string[] } {
  const codes = (parameters.get('schedule-status') ?? '')
    .split(',')
    .flatMap((status) => /^\s*(\d(?:\.\d{1,3}){1,2})(?!\d)/.exec(status)?.[1] ?? [])
  return codes.length > 0 ? { scheduleStatus: codes } : {}
}

function person({ parameters }: Property, address: string): Record<string, Json> {
  const name = parameters.get('cn')?.trim()
  const sentBy = parameters.get('sent-by')
  return {
    '@type': 'Participant',
    calendarAddress: address,
    ...(name ? { name } : {}),
    ...(sentBy ? { sentBy } : {}),
  }
}

function getRoles(json: Json | undefined): Record<string, Json> {
  return isObject(json) ? { ...json } : {}
}

/** `mailto:ann@example.org`; hosts and the scheme do not tell cases apart. */
function getAddress({ values }: Property): string | undefined {
  const [value] = values
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const address = value.trim().replace(/^mailto:/i, 'mailto:')
  return /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `mailto:${address}`
}

/** The same person has the same id in every version of the event, so that patches find them. */
export function createStableId(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('base64url').slice(0, 16)
}
