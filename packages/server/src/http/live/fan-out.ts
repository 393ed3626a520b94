import type { UserId } from '@plmail/wire'
import type { Changes, LiveEvent } from '../../changes/index.ts'

/** One open stream as the fan-out sees it. */
interface FanOutSubscriber {
  event(event: LiveEvent): void
  /** Events may have been lost. */
  missed(): void
}

/** Who of this process's browsers hears what; holds the one subscription while it runs. */
export interface FanOut {
  start(): Promise<void>
  stop(): Promise<void>
  /** Returns how to leave. */
  add(userId: UserId, subscriber: FanOutSubscriber): () => void
  count(userId: UserId): number
}

export function createFanOut(changes: Pick<Changes, 'listen'>): FanOut {
  const byUser = new Map<UserId, Set<FanOutSubscriber>>()
  let stop: (() => Promise<void>) | undefined
  return {
    start: async () => {
      stop = await changes.listen({
        event: (userId, event) => {
          for (const subscriber of byUser.get(userId) ?? []) subscriber.event(event)
        },
        missed: () => {
          for (const subscribers of byUser.values()) for (const subscriber of subscribers) subscriber.missed()
        },
      })
    },
    stop: async () => stop?.(),
    add: (userId, subscriber) => {
      const subscribers = byUser.get(userId) ?? new Set()
      byUser.set(userId, subscribers.add(subscriber))
      return () => {
        subscribers.delete(subscriber)
        if (subscribers.size === 0 && byUser.get(userId) === subscribers) byUser.delete(userId)
      }
    },
    count: (userId) => byUser.get(userId)?.size ?? 0,
  }
}
