/** The time of the emulated providers. Wire faults (a slow body, a late reply) take real milliseconds instead. */
export interface VirtualClock {
  readonly mode: 'real' | 'manual'
  now(): Date
  /** Moves the time ahead and runs what falls due, in order and one after the other. Not to be awaited from inside a run. */
  advance(ms: number): Promise<void>
  /** Runs once when the time comes, never before this call returns. Answers how to cancel it. */
  at(when: Date, run: () => void | Promise<void>): () => void
}

interface Due {
  when: number
  run: () => void | Promise<void>
}

/** setTimeout holds 31 bits of milliseconds; longer waits are split. */
const maxTimerMs = 2 ** 31 - 1

/** A clock that stands still until it is advanced. */
export function manualClock(start: Date): VirtualClock {
  let now = start.getTime()
  return scheduled({
    mode: 'manual',
    read: () => now,
    moveTo: (when) => {
      now = Math.max(now, when)
    },
    changed: () => {},
  })
}

/** The machine's clock, which `advance` can push ahead of the machine. */
export function realClock(): VirtualClock {
  let ahead = 0
  let timer: NodeJS.Timeout | undefined
  const read = (): number => Date.now() + ahead
  const clock = scheduled({
    mode: 'real',
    read,
    moveTo: (when) => {
      ahead += Math.max(0, when - read())
    },
    changed: (next) => {
      clearTimeout(timer)
      if (next === undefined) return
      const wait = Math.min(Math.max(0, next - read()), maxTimerMs)
      timer = setTimeout(() => void clock.advance(0), wait)
      // What waits must not keep a finished process alive.
      timer.unref()
    },
  })
  return clock
}

interface Time {
  mode: 'real' | 'manual'
  read: () => number
  moveTo: (when: number) => void
  /** Told when the next thing falls due. */
  changed: (next: number | undefined) => void
}

function scheduled(time: Time): VirtualClock {
  const due: Due[] = []
  let turn: Promise<void> = Promise.resolve()

  // After what is due at the same time: what was asked for first runs first.
  const put = (insert: Due): void => {
    const later = due.findIndex((entry) => entry.when > insert.when)
    due.splice(later === -1 ? due.length : later, 0, insert)
  }
  const runUntil = async (end: number): Promise<void> => {
    try {
      for (let next = due[0]; next !== undefined && next.when <= end; next = due[0]) {
        due.shift()
        time.moveTo(next.when)
        await next.run()
      }
      time.moveTo(end)
    } finally {
      time.changed(due[0]?.when)
    }
  }
  return {
    mode: time.mode,
    now: () => new Date(time.read()),
    advance(ms) {
      const mine = turn.then(() => runUntil(time.read() + ms))
      turn = mine.catch(() => {})
      return mine
    },
    at(when, run) {
      const timer = { when: when.getTime(), run }
      put(timer)
      time.changed(due[0]?.when)
      return () => {
        const place = due.indexOf(timer)
        if (place === -1) return
        due.splice(place, 1)
        time.changed(due[0]?.when)
      }
    },
  }
}
