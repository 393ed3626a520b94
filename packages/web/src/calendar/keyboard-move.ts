import { createTopic, type Wall } from '../records/index.ts'
import { type EventMove, nudged } from './event-times.ts'
import type { Shown } from './grid/merge.ts'

/** The time without another key after which a move is saved. */
const settleMs = 800

/** An event that keys move step by step; saved once, when the keys rest. */
export interface KeyboardMove {
  /** Watched. The event's times while they are not saved yet. */
  readonly current: EventMove | undefined
  /** Moves an event, or its end; returns its new times, undefined if it can't be moved so. */
  step(event: Shown, by: number, part: 'both' | 'end'): { start: Wall; end: Wall } | undefined
  /** Saves the move at once, if there is one. */
  commit(): void
  /** Forgets the move without saving it. */
  drop(): void
}

export interface KeyboardMoveParts {
  /** Runs `task` after `ms`; returns a function that cancels it. */
  after: (ms: number, task: () => void) => () => void
  /** The event with this key as it is stored. */
  stored: (key: string) => Shown | undefined
  place: (event: Shown, start: Wall, end: Wall) => Promise<void>
}

export function createKeyboardMove({ after, stored, place }: KeyboardMoveParts): KeyboardMove {
  const topic = createTopic()
  let move: EventMove | undefined
  let cancelTimer: (() => void) | undefined

  function set(next: EventMove | undefined): void {
    move = next
    topic.touch()
  }

  function commit(): void {
    const committed = move
    cancelTimer?.()
    cancelTimer = undefined
    if (!committed) return
    const { key, start, end } = committed
    const event = stored(key)
    if (!event || (event.start === start && event.end === end)) return set(undefined)
    void place(event, start, end).finally(() => {
      // The keys may have gone on meanwhile.
      if (move === committed) set(undefined)
    })
  }

  return {
    get current() {
      topic.watch()
      return move
    },
    step(event, by, part) {
      const times = nudged(event, by, part)
      if (!times) return undefined
      cancelTimer?.()
      set({ key: event.key, ...times })
      cancelTimer = after(settleMs, commit)
      return times
    },
    commit,
    drop: () => set(undefined),
  }
}
