import {
  type Day,
  dayMs,
  hourMs,
  minuteMs,
  type PersonTimes,
  type Wall,
  wallOf,
  weekdayOf,
} from '../../records/index.ts'

/** Meetings begin on a quarter of an hour. */
export const stepMs = 15 * minuteMs
/** When most people work; elsewhere a time is only proposed by hand. */
const [workBegins, workEnds] = [9, 17]

type Times = Pick<PersonTimes, 'busy'>

/** Lists people who are busy then, as far as their times are available. */
export function busyAt<Person extends Times>(people: readonly Person[], start: Wall, end: Wall): Person[] {
  return people.filter(({ busy }) => busy?.some(({ from, to }) => from < end && to > start))
}

/** Starts at which nobody known to be busy is, within working hours, from `after` on; a few of a day. */
export function freeTimes(
  people: readonly Times[],
  days: readonly Day[],
  lengthMs: number,
  after: Wall,
  most: number,
): Wall[] {
  const times: Wall[] = []
  for (const day of days) {
    const weekday = weekdayOf(day)
    if (weekday === 0 || weekday === 6) continue
    let ofDay = 0
    const last = wallOf(day) + workEnds * hourMs - lengthMs
    for (let at = wallOf(day) + workBegins * hourMs; at <= last && ofDay < 2; at += 2 * stepMs) {
      if (at < after || busyAt(people, at, at + lengthMs).length > 0) continue
      times.push(at)
      ofDay += 1
      // The next proposal of the day is another one, not the same half an hour later.
      at += 2 * hourMs
      if (times.length === most) return times
    }
  }
  return times
}

/** Returns the hours that a day is drawn with: working hours, extended to the meeting if it lies outside. */
export function hoursOf(start: Wall, end: Wall, day: Day): { from: number; to: number } {
  const midnight = wallOf(day)
  const isHere = start >= midnight && start < midnight + dayMs
  const [first, last] = [Math.floor((start - midnight) / hourMs), Math.ceil((end - midnight) / hourMs)]
  return { from: isHere ? Math.min(7, first) : 7, to: isHere ? Math.min(24, Math.max(20, last)) : 20 }
}
