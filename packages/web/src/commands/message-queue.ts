/** A queued message as lists show it. */
interface QueuedEntry {
  readonly id: string
  readonly subject: string
  readonly to: readonly string[]
  /** Why the server would not take it, as a sentence; undefined while it waits for the network. */
  readonly problem: string | undefined
}

/** Messages sent while the server could not be reached: this device stores them and sends each once. */
export interface MessageQueue {
  /** Watched. Oldest first; of all windows. */
  readonly all: readonly QueuedEntry[]
  /** `content` is the composer's; `isTried`: the server may have taken it. False when this device would not keep it. */
  add(message: { id: string; content: unknown; isTried: boolean }): Promise<boolean>
  /** Opens it again instead of sending it, or shows why that is impossible. */
  takeBack(id: string): Promise<void>
  /** Sends what waits, now; whether all of it is with the server. */
  send(): Promise<boolean>
}
