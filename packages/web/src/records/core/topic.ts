import { createSubscriber } from 'svelte/reactivity'

/** Something components may depend on: `watch` inside a component, `touch` after the thing changed. */
export interface Topic {
  watch(): void
  touch(): void
}

export function createTopic(): Topic {
  let update: (() => void) | undefined
  const subscribe = createSubscriber((notify) => {
    update = notify
    return () => (update = undefined)
  })
  return { watch: subscribe, touch: () => update?.() }
}

/** Topics by key; a topic lives only while something watches it. */
export interface Topics {
  watch(key: string): void
  touch(key: string): void
  isWatched(key: string): boolean
}

export function createTopics(): Topics {
  const updates = new Map<string, () => void>()
  const subscribers = new Map<string, () => void>()

  function subscriberFor(key: string): () => void {
    const existing = subscribers.get(key)
    if (existing) return existing
    const subscriber = createSubscriber((notify) => {
      updates.set(key, notify)
      // Asked for again before its stop ran, the subscriber may have been replaced: put this one back.
      subscribers.set(key, subscriber)
      return () => {
        updates.delete(key)
        subscribers.delete(key)
      }
    })
    subscribers.set(key, subscriber)
    return subscriber
  }

  return {
    watch: (key) => subscriberFor(key)(),
    touch: (key) => updates.get(key)?.(),
    isWatched: (key) => updates.has(key),
  }
}
