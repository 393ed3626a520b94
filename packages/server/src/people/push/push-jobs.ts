import type { PushSubscriptionId } from '@plmail/wire'
import type { JobKind } from '../../jobs/index.ts'

/** Names the subscription a job is about. */
export interface PushJob {
  id: PushSubscriptionId
}

const parse = (payload: unknown): PushJob => {
  const { id } = (payload ?? {}) as { id?: unknown } // judged in the next line
  if (typeof id !== 'number') throw new Error('A push job names no subscription')
  return { id: id as PushSubscriptionId }
}

/** Sends the code that a new subscription must answer. */
export const verifyKind: JobKind<PushJob> = { name: 'push.verify', lane: 'outbox', maxAttempts: 5, parse }

/** Tells a subscription what has changed since it was last told. */
export const tellKind: JobKind<PushJob> = { name: 'push.tell', lane: 'outbox', maxAttempts: 5, parse }

export const tellKey = (id: PushSubscriptionId): string => `push.tell:${id}`
