import type { UserId } from '@plmail/wire'
import { limits } from './limits.ts'
import { Problem } from '../guard/index.ts'

/**
 * Lets each user have `maxConcurrentRequests` requests, or `maxConcurrentUpload` uploads, worked on at a time (RFC 8620
 * §2); more wait for their turn, so that one client gone wrong cannot take the database from everybody else. Beyond
 * what may wait, `limit` is answered.
 */
export interface Turns {
  run<T>(userId: UserId, work: () => Promise<T>): Promise<T>
}

/** Each request that waits holds its body in memory. */
const mostWaiting = 32

interface Line {
  running: number
  waiting: Array<() => void>
}

type Limit = 'maxConcurrentRequests' | 'maxConcurrentUpload'

export function createTurns(limit: Limit, atOnce: number = limits[limit]): Turns {
  const lines = new Map<UserId, Line>()
  return {
    run: async (userId, work) => {
      const line = lines.get(userId) ?? { running: 0, waiting: [] }
      lines.set(userId, line)
      if (line.running < atOnce) line.running++
      else if (line.waiting.length >= mostWaiting) throw tooMany(limit)
      else await new Promise<void>((resolve) => line.waiting.push(resolve))
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

function tooMany(limit: Limit): Problem {
  return new Problem('too-many', {
    type: 'urn:ietf:params:jmap:error:limit',
    detail: 'Too many requests wait for their turn. Send fewer at a time.',
    limit,
    headers: { 'retry-after': '1' },
  })
}
