import type { Log } from '../kit/log.ts'
import { type ListeningConnection, openListening } from './listening-connection.ts'

/**
 * Subscribes to a NOTIFY channel and answers how to stop. `missed` is called after every gap in which
 * notifications may have been lost: read the tables again then. Never fails for an absent database; it keeps
 * trying and reports the gap.
 */
export type Listen = (channel: string, on: Subscriber) => Promise<() => Promise<void>>

interface Subscriber {
  notify(payload: string): void
  missed(): void
}

export interface Listener {
  listen: Listen
  close(): Promise<void>
}

export interface ListenerOptions {
  /** A direct connection: a transaction pooler drops LISTEN without a word. */
  connectionString: string
  log: Log
  /** How often a silent connection is asked whether it still lives. */
  heartbeatMs?: number
}

const firstWaitMs = 100
const maxWaitMs = 10_000

/** All channels of a process over one connection, which is replaced with back-off, for ever, when it is lost. */
export function createListener({ connectionString, log, heartbeatMs = 15_000 }: ListenerOptions): Listener {
  const channels = new Map<string, Set<Subscriber>>()
  let connection: Promise<ListeningConnection | undefined> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const open = (): Promise<ListeningConnection> =>
    openListening({
      connectionString,
      channels: [...channels.keys()],
      heartbeatMs,
      notify: (channel, payload) => {
        for (const subscriber of channels.get(channel) ?? []) subscriber.notify(payload)
      },
      lost: () => {
        log.event('database.listen-lost')
        reconnect(firstWaitMs)
      },
    })

  // `connection` holds undefined while there is none, so that subscribers do not wait for the database.
  const reconnect = (waitMs: number) => {
    connection = Promise.resolve(undefined)
    if (isClosed) return
    retry = setTimeout(() => {
      open().then(restored, () => reconnect(Math.min(waitMs * 2, maxWaitMs)))
    }, waitMs)
    retry.unref()
  }

  const restored = async (opened: ListeningConnection) => {
    if (isClosed) return opened.close()
    connection = Promise.resolve(opened)
    // Channels subscribed to while this connection was being made.
    for (const channel of channels.keys()) await opened.listen(channel).catch(() => {})
    log.event('database.listen-restored')
    for (const subscribers of channels.values()) for (const subscriber of subscribers) subscriber.missed()
  }

  const connect = (): Promise<ListeningConnection | undefined> =>
    open().catch(() => {
      reconnect(firstWaitMs)
      return undefined
    })

  return {
    listen: async (channel, on) => {
      const subscriber: Subscriber = { notify: (payload) => on.notify(payload), missed: () => on.missed() }
      const subscribers = channels.get(channel) ?? new Set()
      channels.set(channel, subscribers.add(subscriber))
      connection ??= connect()
      const current = await connection
      await current?.listen(channel).catch(() => {}) // a failure means it is lost, and `lost` sees to that
      return async () => {
        subscribers.delete(subscriber)
        if (subscribers.size > 0 || channels.get(channel) !== subscribers) return
        channels.delete(channel)
        await (await connection)?.unlisten(channel).catch(() => {})
      }
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await (await connection)?.close()
    },
  }
}
