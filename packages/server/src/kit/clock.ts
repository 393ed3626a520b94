/** The time, handed to whoever needs it so that tests can hold it still. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that moves only when told to. */
export interface FixedClock extends Clock {
  advance(milliseconds: number): void
}

export function fixedClock(start: Date): FixedClock {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    advance: (milliseconds) => {
      at += milliseconds
    },
  }
}
