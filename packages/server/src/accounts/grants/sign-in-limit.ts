import type { UserId } from '@plmail/wire'
import type { AccountsOptions } from '../options.ts'

/** Far more than a person with many mailboxes needs. */
const maxInWindow = 30
const windowMs = 15 * 60_000

/** Counts a step of a sign-in; returns when to try again, where the user has taken too many lately. */
export async function retrySignInAt(
  { cache, clock }: AccountsOptions,
  step: 'begin' | 'complete',
  userId: UserId,
): Promise<Date | undefined> {
  const { count, resetsAt } = await cache.increment(`oauth:${step}:${userId}`, windowMs)
  return count > maxInWindow
    ? new Date(Math.max(resetsAt.getTime(), clock.now().getTime() + 1000))
    : undefined
}
