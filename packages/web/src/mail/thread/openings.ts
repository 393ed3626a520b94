import { oneAtATime } from '../../records/index.ts'

/** The times a conversation is opened while it is laid out, and when it is read. */
export interface Openings {
  /** Asks the server for the conversation; one question at a time. */
  ask(): Promise<void>
  /** With another object each time it is opened, and with none when it is left. */
  turn(opening: object | undefined): void
  /** Its newest message can be read. */
  laidOut(): void
}

/**
 * Read is what is known to be unread once it can be read, and what the server tells when it is asked because of that
 * opening: what was prepared, or kept on the disk, may be older than what others have done since. Not what is told later:
 * what others mark as unread while it is open stays so.
 */
export function createOpenings(load: () => Promise<void>, markSeen: () => void): Openings {
  let current: object | undefined
  let isLaidOut = false

  function read(): void {
    if (current && isLaidOut) markSeen()
  }

  // A request from before the opening does not count for it.
  const ask = oneAtATime(load)

  return {
    ask,
    turn(opening) {
      current = opening
      if (!opening) return
      read()
      void ask().then(() => {
        if (current === opening) read()
      })
    },
    laidOut() {
      if (isLaidOut) return
      isLaidOut = true
      read()
    },
  }
}
