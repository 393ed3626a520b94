import {
  type EventObject,
  isObject,
  type Json,
  occurrenceObject,
  parseWallTime,
  patchBetween,
} from '@plmail/calendar-format'
import { mayUpdateAllName } from '@plmail/wire'
import { getAddress, bareAddress, isInvited } from './participation.ts'

/** Properties that concern only the user's own copy (JMAP Calendars §4, `mayUpdatePrivate`; RFC 6638 §3.2.2.1). */
const private_ = new Set([
  'keywords',
  'categories',
  'color',
  'freeBusyStatus',
  'privacy',
  'alerts',
  'useDefaultAlerts',
  'updated',
])

/** Properties of a participant's answer (`mayRSVP`). */
const answering = new Set(['participationStatus', 'participationComment', 'expectReply'])

/**
 * Whether the user may change what all people of an event share: they organize it, it is nobody's meeting, or its provider
 * lets them. `own`: their addresses, lower case.
 */
export function mayUpdateAll(event: EventObject, own: ReadonlySet<string>): boolean {
  const mayUpdate = event[mayUpdateAllName]
  if (typeof mayUpdate === 'boolean') return mayUpdate
  const organizer = bareAddress(event['organizerCalendarAddress'])
  return organizer === '' || own.has(organizer) || !isInvited(event, own)
}

/**
 * Whether a change of somebody else's meeting stays within what a guest may do: to answer, to be reminded, to colour it,
 * to be free or busy, to leave single dates out.
 */
export function isGuestChange(before: EventObject, after: EventObject, own: ReadonlySet<string>): boolean {
  return Object.keys(patchBetween(before, after)).every((pointer) => {
    if (private_.has(pointer)) return true
    if (pointer === 'participants') return isOwnAnswer(before[pointer], after[pointer], own)
    if (pointer === 'recurrenceOverrides') return areGuestOverrides(before, after, own)
    // Properties of vendors are nobody else's, but for what the provider said.
    return pointer.includes(':') && pointer !== mayUpdateAllName
  })
}

function isOwnAnswer(before: Json | undefined, after: Json | undefined, own: ReadonlySet<string>): boolean {
  if (!isObject(before) || !isObject(after)) return false
  return Object.keys(patchBetween(before, after)).every((pointer) => {
    const id = pointer.replaceAll('~1', '/').replaceAll('~0', '~')
    const [was, is] = [before[id], after[id]]
    if (!isObject(was) || !isObject(is) || !own.has(getAddress(was))) return false
    return Object.keys(patchBetween(was, is)).every((name) => answering.has(name))
  })
}

function areGuestOverrides(before: EventObject, after: EventObject, own: ReadonlySet<string>): boolean {
  const [was, is] = [before, after].map(({ recurrenceOverrides: overrides }) =>
    isObject(overrides) ? overrides : {},
  )
  return Object.keys(patchBetween(was ?? {}, is ?? {})).every((id) => {
    const wall = parseWallTime(id)
    if (wall === undefined) return false
    const [occurrenceBefore, occurrenceAfter] = [
      occurrenceObject(before, wall),
      occurrenceObject(after, wall),
    ]
    return occurrenceBefore === undefined
      ? occurrenceAfter === undefined
      : occurrenceAfter === undefined || isGuestChange(occurrenceBefore, occurrenceAfter, own)
  })
}
