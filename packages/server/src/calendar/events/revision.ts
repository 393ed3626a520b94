import {
  type EventObject,
  type EventPatch,
  isObject,
  occurrenceObject,
  parseWallTime,
  patchBetween,
  withOccurrence,
} from '@plmail/calendar-format'
import { getAddress, bareAddress } from './participation.ts'

/** Properties whose change makes people answer again (RFC 5546 §2.1.4). */
const weighty = ['start', 'duration', 'timeZone', 'endTimeZone', 'showWithoutTime', 'recurrenceRule']

/** Whether it takes place at another time. */
export function isWeighty(before: EventObject, after: EventObject): boolean {
  return Object.keys(patchBetween(before, after)).some((name) => weighty.includes(name))
}

/** Whether people have to know that it is another revision (RFC 5546 §2.1.4): times, rule, what takes place. */
export function raisesSequence(before: EventObject | undefined, after: EventObject): boolean {
  if (!before) return false
  const isOff = (event: EventObject): boolean => event['status'] === 'cancelled'
  return (
    isWeighty(before, after) || isOff(before) !== isOff(after) || changedOverrides(before, after).length > 0
  )
}

/** Recurrence ids of what is said otherwise than before, answers left out. */
export function changedOverrides(before: EventObject, after: EventObject): string[] {
  const [was, is] = [getOverrides(before), getOverrides(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((id) => {
    const patch = patchBetween(withoutAnswers(was[id]), withoutAnswers(is[id]))
    return Object.keys(patch).length > 0
  })
}

export function getOverrides({ recurrenceOverrides }: EventObject): Record<string, EventObject> {
  const entries = isObject(recurrenceOverrides) ? Object.entries(recurrenceOverrides) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, EventObject] => isObject(entry[1])))
}

function withoutAnswers(patch: EventObject = {}): EventObject {
  return Object.fromEntries(
    Object.entries(patch).filter(([name]) => !/^(participants|sequence|updated|alerts)(\/|$)/.test(name)),
  )
}

/**
 * A changed meeting of the user's own as its next revision: SEQUENCE rises (RFC 5546 §2.1.4), and whoever answered for
 * another time is asked again (RFC 6638 §3.2.8). `own`: the user's addresses, lower case.
 */
export function revised(before: EventObject, after: EventObject, own: ReadonlySet<string>): EventObject {
  const organizer = bareAddress(before['organizerCalendarAddress'])
  if (!own.has(organizer) || !raisesSequence(before, after)) return after
  const revisedEvent = isWeighty(before, after) ? { ...after, ...resetAnswers(after, own) } : after
  const whole = changedOverrides(before, revisedEvent).reduce(
    (event, id) => withDateAsked(before, event, id, own),
    revisedEvent,
  )
  const [was, is] = [getSequence(before), getSequence(after)]
  return is > was ? whole : { ...whole, sequence: was + 1 }
}

const getSequence = ({ sequence }: EventObject): number => (typeof sequence === 'number' ? sequence : 0)

function resetAnswers({ participants }: EventObject, own: ReadonlySet<string>): EventObject {
  if (!isObject(participants)) return {}
  const participantsAgain = Object.entries(participants).map(([id, person]) => {
    if (!isObject(person) || !isGuest(person, own)) return [id, person] as const
    const { participationComment: _comment, ...rest } = person
    return [id, { ...rest, participationStatus: 'needs-action', expectReply: true }] as const
  })
  return { participants: Object.fromEntries(participantsAgain) }
}

const isGuest = (person: EventObject, own: ReadonlySet<string>): boolean =>
  !own.has(getAddress(person)) && !(isObject(person['roles']) && person['roles']['owner'] === true)

/** One date that was moved: those who answered for it are asked again for it alone. */
function withDateAsked(
  before: EventObject,
  event: EventObject,
  id: string,
  own: ReadonlySet<string>,
): EventObject {
  const wall = parseWallTime(id)
  const [was, is] =
    wall === undefined ? [] : [before, event].map((version) => occurrenceObject(version, wall))
  if (wall === undefined || !was || !is || !isWeighty(was, is)) return event
  const people = isObject(is['participants']) ? Object.entries(is['participants']) : []
  const patch: EventPatch = Object.fromEntries(
    people.flatMap(([name, person]): Array<[string, string | boolean]> =>
      isObject(person) && isGuest(person, own) && person['participationStatus'] !== 'needs-action'
        ? [
            [`participants/${name}/participationStatus`, 'needs-action'],
            [`participants/${name}/expectReply`, true],
          ]
        : [],
    ),
  )
  const patched = withOccurrence(event, wall, patch)
  return 'event' in patched ? patched.event : event
}
