import type { Clock } from '../../../kit/clock.ts'
import type { TokenHolder } from '../../../http/guard/index.ts'

/** Node.js fires a timer with more milliseconds at once. */
const maxTimerMs = 2_147_483_647

/** Ends a stream together with its credentials. */
export interface CredentialsEnd {
  /** Asks whether they still hold, and ends the stream when they do not. */
  judge(): void
  end(): void
}

/**
 * Watches the credentials of an open stream: judges them when they may have been revoked, and ends the stream at their
 * expiry. An expiry that is further away than a timer reaches is left to the beat of the stream. Answers how to stop.
 */
export function watchCredentials(holder: TokenHolder, clock: Clock, stream: CredentialsEnd): () => void {
  const forget = holder.onDoubt(stream.judge)
  const leftMs = holder.expiresAt === null ? Infinity : holder.expiresAt.getTime() - clock.now().getTime()
  const timer = leftMs <= maxTimerMs ? setTimeout(stream.end, Math.max(leftMs, 0)) : undefined
  // What was revoked between the look at them and this moment was told to nobody here.
  stream.judge()
  return () => {
    forget()
    clearTimeout(timer)
  }
}
