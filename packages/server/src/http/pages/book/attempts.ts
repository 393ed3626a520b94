import { createHash } from 'node:crypto'
import { addressGroup } from '../../../people/index.ts'

/** A counter over a fixed window, shared by all processes. */
export interface Counter {
  increment(key: string, windowMs: number): Promise<{ count: number; resetsAt: Date }>
}

/** Attempts in a window that opens with the first of them. */
const max = 6
const windowMs = 3_600_000

/** Counts an attempt from an address; when to come back, where there were too many. */
export async function bookingAttempt(counter: Counter, address: string): Promise<Date | undefined> {
  const digest = createHash('sha256').update(addressGroup(address)).digest('base64url')
  const { count, resetsAt } = await counter.increment(`booking_attempt:${digest}`, windowMs)
  return count > max ? resetsAt : undefined
}
