import { createTopic } from '../records/index.ts'

/** Whether the server is heard, and whether it still knows who we are. */
export interface Connection {
  /** Watched. */
  readonly isOffline: boolean
  /** Watched. The session has ended: nothing goes on until the user has signed in again. */
  readonly isSignedOut: boolean
  setHeard(isHeard: boolean, when?: 'at once'): void
  setSignedOut(isSignedOut: boolean): void
}

/** A stream that breaks and comes back within this time is nobody's business. */
const patienceMs = 4_000

export function createConnection(after: (ms: number, task: () => void) => () => void): Connection {
  const topic = createTopic()
  let isOffline = false
  let isSignedOut = false
  let cancel: (() => void) | undefined

  function set(next: boolean): void {
    if (next === isOffline) return
    isOffline = next
    topic.touch()
  }

  return {
    get isOffline() {
      topic.watch()
      return isOffline
    },
    get isSignedOut() {
      topic.watch()
      return isSignedOut
    },
    setHeard(isHeard, when) {
      if (isHeard) {
        cancel?.()
        cancel = undefined
        set(false)
      } else if (when) set(true)
      else cancel ??= after(patienceMs, () => set(true))
    },
    setSignedOut(next) {
      if (next === isSignedOut) return
      isSignedOut = next
      topic.touch()
    },
  }
}
