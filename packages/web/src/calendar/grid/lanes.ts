import { type Day, dayMs, minuteMs, type ShownOccurrence, type Wall, wallOf } from '../../records/index.ts'

/** The part of an event that one day shows; minutes of the wall from midnight. */
export interface LanePiece<Occurrence = ShownOccurrence> {
  readonly occurrence: Occurrence
  readonly from: number
  readonly to: number
  /** Its lane among the lanes that overlapping events share, and the number of lanes that it spans. */
  readonly lane: number
  readonly lanes: number
  readonly span: number
  readonly isCutBefore: boolean
  readonly isCutAfter: boolean
}

export const snapMinutes = 15
const dayMinutes = 1_440

/** In minutes: shorter events are drawn this long, or nobody could read or click them. */
export const minMinutes = 20

export type Timed = Pick<ShownOccurrence, 'start' | 'end' | 'isAllDay'>

/** Whether it belongs above the grid: whole days, and what is as long as one. */
export const isBanner = ({ start, end, isAllDay }: Timed): boolean => isAllDay || end - start >= dayMs

export const snapped = (minutes: number, step = snapMinutes): number => Math.round(minutes / step) * step

/** Returns the pieces of these events on the day, side by side where they overlap. */
export function piecesOf<Occurrence extends Timed>(
  all: readonly Occurrence[],
  day: Day,
): LanePiece<Occurrence>[] {
  const midnight = wallOf(day)
  const cut = all
    .filter((event) => !isBanner(event) && touches(event, midnight))
    .map((event) => clipped(event, midnight))
  cut.sort((a, b) => a.from - b.from || b.to - a.to)
  return runsOf(cut).flatMap(packed)
}

/** Returns whether an event touches the day; one without a length touches the day in which it begins. */
function touches({ start, end }: Timed, midnight: Wall): boolean {
  return start < midnight + dayMs && (end > midnight || (start === end && start >= midnight))
}

interface Cut<Occurrence> {
  occurrence: Occurrence
  from: number
  to: number
  isCutBefore: boolean
  isCutAfter: boolean
}

function clipped<Occurrence extends Timed>(event: Occurrence, midnight: Wall): Cut<Occurrence> {
  const from = Math.max(0, (event.start - midnight) / minuteMs)
  const to = Math.min(dayMinutes, (event.end - midnight) / minuteMs)
  // An event close to midnight is drawn earlier, since there is no room below.
  const drawn = Math.min(from, dayMinutes - minMinutes)
  return {
    occurrence: event,
    from: drawn,
    to: Math.max(to, drawn + minMinutes),
    isCutBefore: event.start < midnight,
    isCutAfter: event.end > midnight + dayMs,
  }
}

/** Returns runs of pieces: each overlaps one of the others. */
function runsOf<Occurrence>(sorted: readonly Cut<Occurrence>[]): Cut<Occurrence>[][] {
  const runs: Cut<Occurrence>[][] = []
  let until = -1
  for (const cut of sorted) {
    if (cut.from >= until) runs.push([])
    runs.at(-1)?.push(cut)
    until = Math.max(until, cut.to)
  }
  return runs
}

/** Each in the first lane that is free; what has free lanes beside it takes them. */
function packed<Occurrence>(run: readonly Cut<Occurrence>[]): LanePiece<Occurrence>[] {
  const lanes: Cut<Occurrence>[][] = []
  const laneOf = run.map((cut) => {
    const free = lanes.findIndex((lane) => (lane.at(-1)?.to ?? 0) <= cut.from)
    const at = free < 0 ? lanes.length : free
    ;(lanes[at] ??= []).push(cut)
    return at
  })
  return run.map((cut, index) => {
    const lane = laneOf[index] ?? 0
    const taken = lanes.findIndex(
      (laneCuts, at) =>
        at > lane && laneCuts.some((candidate) => candidate.from < cut.to && candidate.to > cut.from),
    )
    return { ...cut, lane, lanes: lanes.length, span: (taken < 0 ? lanes.length : taken) - lane }
  })
}

/** A bar over several days of a row. */
export interface DayBar<Occurrence = ShownOccurrence> {
  readonly occurrence: Occurrence
  /** The row's day at which it begins, and how many it covers. */
  readonly at: number
  readonly days: number
  readonly lane: number
  readonly isCutBefore: boolean
  readonly isCutAfter: boolean
}

/** Bars over the days of one row, the longest on top; in a month also what takes place within a day. */
export function barsOf<Occurrence extends Timed>(
  all: readonly Occurrence[],
  days: readonly Day[],
): DayBar<Occurrence>[] {
  const first = wallOf(days[0] ?? '')
  const end = first + days.length * dayMs
  const placed = all
    .filter(
      (event) =>
        event.start < end && (event.end > first || (event.start === event.end && event.start >= first)),
    )
    .map((event) => {
      const at = Math.max(0, Math.floor((event.start - first) / dayMs))
      // An event that ends at midnight does not reach the day that begins then.
      const until = Math.min(days.length, Math.max(at + 1, Math.ceil((event.end - first) / dayMs)))
      return {
        occurrence: event,
        at,
        days: until - at,
        isCutBefore: event.start < first,
        isCutAfter: event.end > end,
      }
    })
  placed.sort(
    (a, b) =>
      a.at - b.at ||
      Number(isBanner(b.occurrence)) - Number(isBanner(a.occurrence)) ||
      b.days - a.days ||
      a.occurrence.start - b.occurrence.start,
  )
  const ends: number[] = []
  return placed.map((bar) => {
    const free = ends.findIndex((taken) => taken <= bar.at)
    const lane = free < 0 ? ends.length : free
    ends[lane] = bar.at + bar.days
    return { ...bar, lane }
  })
}
