import { createTopic } from '../records/index.ts'

/** Whether the server is heard. */
export interface Connection {
  /** Watched. */
  readonly isOffline: boolean
  setHeard(isHeard: boolean): void
}

/** A stream that breaks and comes back within this time is nobody's business. */
const patienceMs = 4_000

export function createConnection(after: (ms: number, task: () => void) => () => void): Connection {
  const topic = createTopic()
  let isOffline = false
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
    setHeard(isHeard) {
      if (isHeard) {
        cancel?.()
        cancel = undefined
        set(false)
      } else cancel ??= after(patienceMs, () => set(true))
    },
  }
}
