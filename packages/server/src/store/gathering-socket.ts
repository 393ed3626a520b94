import { Socket } from 'node:net'

/**
 * Sends together what is written corked in one turn of the event loop. The driver uncorks after each statement; several
 * that do not wait for each other cost one system call this way, and wake the database once.
 */
export class GatheringSocket extends Socket {
  override cork(): void {
    if (this.writableCorked > 0) return
    super.cork()
    process.nextTick(() => super.uncork())
  }

  /** Comes by itself at the end of the turn. */
  override uncork(): void {}
}
