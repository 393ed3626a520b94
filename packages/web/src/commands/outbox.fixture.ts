import { createMemoryDeeds, type DeedStore } from '../disk/index.ts'
import type { OutboxChannel } from './outbox-news.ts'

/** A browser with one window and no disk, for an outbox; time never passes. */
export function oneWindow() {
  let counter = 0
  return {
    storage: createMemoryDeeds(),
    withLock: undefined,
    channel: { postMessage: () => undefined, onmessage: null },
    newId: () => `deed-${String((counter += 1))}`,
    soon: queueMicrotask,
    after: () => undefined,
    jitter: (ms: number) => ms,
  }
}

/** A browser: its windows share a store of deeds that outlives them, one lock and one channel. */
export function aBrowser() {
  const storage: DeedStore = { ...createMemoryDeeds(), isLasting: true }
  const channels: OutboxChannel[] = []
  const waiting: (() => void)[] = []
  let counter = 0
  let last: Promise<void> = Promise.resolve()
  return {
    /** The parts that a window hands to its outbox; `close` disconnects its channel. */
    window() {
      const channel: OutboxChannel = {
        onmessage: null,
        postMessage(news) {
          for (const peer of channels) if (peer !== channel) peer.onmessage?.({ data: structuredClone(news) })
        },
      }
      channels.push(channel)
      const parts = {
        storage,
        channel,
        withLock: (_name: string, work: () => Promise<void>) => (last = last.then(work)),
        newId: () => `deed-${String((counter += 1))}`,
        soon: queueMicrotask,
        after: (_ms: number, task: () => void) => void waiting.push(task),
        jitter: (ms: number) => ms,
      }
      return { parts, close: () => void channels.splice(channels.indexOf(channel), 1) }
    },
    /** The next wait is over. */
    timePasses: () => waiting.shift()?.(),
  }
}
