import type { UserId } from '@plmail/wire'
import type { AccountsOptions } from '../options.ts'

/** Far more than a person with many mailboxes needs. */
const maxInWindow = 30
const windowMs = 15 * 60_000

/** When to come back, for somebody who has begun (or come back from) too many sign-ins lately. */
export async function retrySignInAt(
  { cache, clock }: AccountsOptions,
  what: 'begin' | 'complete',
  userId: UserId,
): Promise<Date | undefined> {
  const { count, resetsAt } = await cache.increment(`oauth:${what}:${userId}`, windowMs)
  return count > maxInWindow
    ? new Date(Math.max(resetsAt.getTime(), clock.now().getTime() + 1000))
    : undefined
}
