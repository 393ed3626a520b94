import type { UserId } from '@plmail/wire'
import { limits, maxStreamsOfUser } from './limits.ts'
import { Problem } from '../../http/guard/index.ts'

/**
 * Lets each user have `maxConcurrentRequests` requests, or `maxConcurrentUpload` uploads, worked on at a time (RFC 8620
 * §2); more wait for their turn, so that one client gone wrong cannot take the database from everybody else. Beyond
 * what may wait, `limit` is answered.
 */
export interface Turns {
  /** `bytes` are what the work holds in memory while it waits. */
  run<T>(userId: UserId, work: () => Promise<T>, bytes: number): Promise<T>
}

/** Every client of a user asks what has changed when an event tells it to, all at the same moment. */
const maxWaiting = 2 * maxStreamsOfUser
/** Total bytes that waiting requests may hold; a single one may hold any number. */
const maxBytes = 32 * 1024 * 1024

interface Line {
  running: number
  waiting: Array<() => void>
  /** Held by those that wait. */
  bytes: number
}

type Limit = 'maxConcurrentRequests' | 'maxConcurrentUpload'

export function createTurns(limit: Limit, atOnce: number = limits[limit]): Turns {
  const lines = new Map<UserId, Line>()
  return {
    run: async (userId, work, bytes) => {
      const line = lines.get(userId) ?? { running: 0, waiting: [], bytes: 0 }
      lines.set(userId, line)
      if (line.running < atOnce) line.running++
      else if (isFull(line, bytes)) throw tooMany(limit)
      else {
        line.bytes += bytes
        await new Promise<void>((resolve) => line.waiting.push(resolve))
        line.bytes -= bytes
      }
      try {
        return await work()
      } finally {
        const next = line.waiting.shift()
        // The turn goes from hand to hand, so nobody who comes in between takes it.
        if (next) next()
        else if (--line.running === 0) lines.delete(userId)
      }
    },
  }
}

function isFull({ waiting, bytes }: Line, more: number): boolean {
  return waiting.length >= maxWaiting || (waiting.length > 0 && bytes + more > maxBytes)
}

function tooMany(limit: Limit): Problem {
  return new Problem('too-many', {
    type: 'urn:ietf:params:jmap:error:limit',
    detail: { problem: 'jmap/too-many-waiting' },
    limit,
    headers: { 'retry-after': '1' },
  })
}
