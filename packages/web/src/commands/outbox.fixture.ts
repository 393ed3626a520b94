import { createMemoryDeeds, type DeedStore } from '../disk/index.ts'
import type { OutboxChannel } from './outbox-news.ts'

/** What an outbox needs of a browser with one window, without a disk; time never passes. */
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
    /** What a window of it hands to its outbox; `close` makes the window deaf. */
    window() {
      const channel: OutboxChannel = {
        onmessage: null,
        postMessage(news) {
          for (const other of channels)
            if (other !== channel) other.onmessage?.({ data: structuredClone(news) })
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
