/** The time, handed to whoever needs it so that tests can hold it still. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that can be moved ahead. */
export interface MovableClock extends Clock {
  advance(milliseconds: number): void
}

/** A clock that moves only when told to. */
export type FixedClock = MovableClock

export function fixedClock(start: Date): FixedClock {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    advance: (milliseconds) => {
      at += milliseconds
    },
  }
}

/** The machine's clock, which can be pushed ahead of the machine. */
export function aheadClock(): MovableClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}
