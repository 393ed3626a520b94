import type { BookingSettings, SlotRefusal } from '@plmail/wire'
import { getClock, dayMs } from '@plmail/calendar-format'
import { startOfDay, startOfWeek, type Slot } from './slots.ts'

export interface BusySpan {
  /** Instants in milliseconds. */
  from: number
  to: number
}

export interface BookingFacts {
  now: number
  /** From the calendars. */
  busy: readonly BusySpan[]
  /** Every time of this owner that is booked, on whichever page. */
  claims: readonly BusySpan[]
  /** Bookings of this page, which its limits count. */
  own: readonly BusySpan[]
}

/** Made once for many slots: tells of each why it is not offered, undefined for one that is. */
export function createSlotJudge(
  settings: BookingSettings,
  facts: BookingFacts,
): (slot: Slot) => SlotRefusal | undefined {
  const [busy, claims] = [disjoint(facts.busy), disjoint(facts.claims)]
  const clock = getClock(settings.zone)
  const count = (place: (wall: number) => number): Map<number, number> => {
    const counts = new Map<number, number>()
    for (const { from } of facts.own) {
      const at = place(clock?.wallTimeAt(from) ?? from)
      counts.set(at, (counts.get(at) ?? 0) + 1)
    }
    return counts
  }
  const [perDay, perWeek] = [count(startOfDay), count(startOfWeek)]
  const opens = facts.now + settings.noticeMinutes * 60_000
  const closes = facts.now + settings.horizonDays * dayMs
  return (slot) => {
    if (!slot.exists) return 'skipped'
    if (slot.start < opens) return 'too-soon'
    if (slot.start >= closes) return 'too-far'
    const around = {
      from: slot.start - settings.bufferBefore * 60_000,
      to: slot.end + settings.bufferAfter * 60_000,
    }
    if (touches(claims, around)) return 'booked'
    if (touches(busy, around)) return 'busy'
    if (settings.perDay !== null && (perDay.get(startOfDay(slot.wall)) ?? 0) >= settings.perDay)
      return 'day-is-full'
    if (settings.perWeek !== null && (perWeek.get(startOfWeek(slot.wall)) ?? 0) >= settings.perWeek)
      return 'week-is-full'
    return undefined
  }
}

/** The same time in pieces that do not touch, by start; what has no length takes no time. */
function disjoint(spans: readonly BusySpan[]): BusySpan[] {
  const pieces: BusySpan[] = []
  for (const span of spans.filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from)) {
    const last = pieces.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else pieces.push({ ...span })
  }
  return pieces
}

/** Half-open: what ends when the other begins does not touch it. */
function touches(pieces: readonly BusySpan[], { from, to }: BusySpan): boolean {
  let [low, high] = [0, pieces.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.to ?? 0) > from) high = middle
    else low = middle + 1
  }
  const first = pieces[low]
  return first !== undefined && first.from < to
}
