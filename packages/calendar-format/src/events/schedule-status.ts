import { type EventObject, isObject, type Json } from './event-object.ts'
import { isSame } from './patch-event.ts'

/**
 * Returns the event without the `scheduleStatus` of its participants (RFC 8984 §4.4.6), in its overrides as well: what a
 * server wrote down of its own messages is no decision of anybody, and holds for no other copy of the event.
 */
export function withoutScheduleStatus(event: EventObject): EventObject {
  const bare = withoutStatuses(event)
  const overrides = event[overridesName]
  if (!isObject(overrides)) return bare
  const left = Object.entries(overrides).flatMap(([id, patch]): Array<[string, Json]> => {
    const barePatch = isObject(patch) ? withoutStatuses(patch) : patch
    // An empty patch adds a date; that of a date which only had a status said nothing else.
    return isEmpty(barePatch) && !isEmpty(patch) ? [] : [[id, barePatch]]
  })
  const { [overridesName]: _overrides, ...rest } = bare
  return left.length > 0 || isEmpty(overrides) ? { ...rest, [overridesName]: Object.fromEntries(left) } : rest
}

/** Returns the event with the statuses that another version of it has, for the participants and dates that both have. */
export function withScheduleStatusOf(event: EventObject, source: EventObject): EventObject {
  const bare = withoutScheduleStatus(event)
  const people = withStatusesOf(bare[participantsName], source[participantsName])
  const overrides = overridesWithStatusesOf(bare, source)
  return {
    ...bare,
    ...(people === undefined ? {} : { [participantsName]: people }),
    ...(overrides === undefined ? {} : { [overridesName]: overrides }),
  }
}

const participantsName = 'participants'
const overridesName = 'recurrenceOverrides'
const statusName = 'scheduleStatus'

/** Of an event, or of the patch of one of its dates, which names participants whole or in part. */
function withoutStatuses(json: EventObject): EventObject {
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]): Array<[string, Json]> => {
      if (/^participants\/[^/]+\/scheduleStatus$/.test(name)) return []
      if (/^participants\/[^/]+$/.test(name)) return [[name, withoutStatus(value)]]
      return [[name, name === participantsName ? mapped(value, withoutStatus) : value]]
    }),
  )
}

function withoutStatus(participant: Json): Json {
  if (!isObject(participant)) return participant
  const { [statusName]: _status, ...rest } = participant
  return rest
}

function mapped(json: Json, change: (value: Json, id: string) => Json): Json {
  if (!isObject(json)) return json
  return Object.fromEntries(Object.entries(json).map(([id, value]) => [id, change(value, id)]))
}

function withStatusesOf(people: Json | undefined, source: Json | undefined): Json | undefined {
  if (people === undefined || !isObject(source)) return people
  return mapped(people, (person, id) => {
    const counterpart = Object.hasOwn(source, id) ? source[id] : undefined
    const status = isObject(counterpart) ? counterpart[statusName] : undefined
    return isObject(person) && status !== undefined ? { ...person, [statusName]: status } : person
  })
}

/** A date that says the same in both, statuses aside, is taken from the source. */
function overridesWithStatusesOf(bare: EventObject, source: EventObject): Json | undefined {
  const [ours, theirs] = [bare[overridesName], source[overridesName]]
  if (!isObject(theirs)) return ours
  const bareTheirs = withoutScheduleStatus(source)[overridesName]
  const own = isObject(ours) ? ours : {}
  const taken = Object.entries(theirs).filter(([id]) =>
    isSame(own[id], isObject(bareTheirs) ? bareTheirs[id] : undefined),
  )
  const all = { ...own, ...Object.fromEntries(taken) }
  return ours === undefined && Object.keys(all).length === 0 ? undefined : all
}

const isEmpty = (json: Json): boolean => isObject(json) && Object.keys(json).length === 0
