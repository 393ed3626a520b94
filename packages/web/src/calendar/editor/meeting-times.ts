import {
  addDays,
  type AvailabilityQuestion,
  type Day,
  type PersonTimes,
  type Wall,
  wallOf,
} from '../../records/index.ts'

type Period = readonly [from: Wall, until: Wall]

interface MeetingTimesParts {
  /** Addresses of the people who are asked about. */
  people: readonly string[]
  /** Uid of the edited event, which keeps nobody from coming to itself; undefined: a new one. */
  uid: string | undefined
  daysAhead: number
  /** The events on screen that touch a period. */
  eventsWithin: (...period: Period) => ReadonlyArray<{ event: { uid?: string }; start: Wall; end: Wall }>
  /** Undefined where the server cannot be asked. */
  ask: (question: AvailabilityQuestion, period: Period) => Promise<readonly PersonTimes[] | undefined>
  show: (times: readonly PersonTimes[] | undefined) => void
}

/**
 * Returns what loads the times of everybody from a day on. Only the answer to the newest question is shown, since a person
 * turns the days faster than providers answer.
 */
export function createMeetingTimes(parts: MeetingTimesParts): (first: Day) => Promise<void> {
  const { people, uid, daysAhead, eventsWithin, ask, show } = parts
  let latestRequest = 0

  const timesOf = (eventUid: string, period: Period) =>
    eventsWithin(...period)
      .filter(({ event }) => event.uid === eventUid)
      .map(({ start, end }) => ({ from: start, to: end }))

  return async (first) => {
    const thisRequest = (latestRequest += 1)
    const period = [wallOf(first), wallOf(addDays(first, daysAhead))] as const
    const except = uid === undefined ? undefined : { uid, times: timesOf(uid, period) }
    const times = await ask({ people, except }, period)
    if (thisRequest === latestRequest) show(times)
  }
}
