import { parseLiveMessage, type LiveMessage } from '@plmail/wire'
import type { Http } from '../net/index.ts'

/** The part of the browser's EventSource that this room uses. */
export interface Stream {
  onopen: (() => void) | null
  onerror: (() => void) | null
  addEventListener(type: string, listener: (event: { data: string }) => void): void
  close(): void
}

export interface HubEvents {
  message(message: LiveMessage): void
  /** `true` after every (re)connection: whatever happened before may have been missed. */
  connected(isConnected: boolean): void
}

export interface HubParts {
  http: Http
  openStream: (url: string) => Stream
  /** Runs `task` after `ms`; returns how to call it off. */
  after: (ms: number, task: () => void) => () => void
  /** About so many ms, so that not everybody comes back to a restarted server in the same second. */
  jitter: (ms: number) => number
  userId: string
}

const eventNames = ['state', 'job', 'notice']
const firstRetryMs = 1_000
const lastRetryMs = 30_000

/**
 * Holds one event stream open: asks for the subscriber cookie, connects, and starts over with back-off when the
 * stream breaks. EventSource would retry by itself, but not after the cookie has ended, so every break is ours.
 * Returns how to stop.
 */
export function holdHub({ http, openStream, after, jitter, userId }: HubParts, on: HubEvents): () => void {
  let stream: Stream | undefined
  let cancelRetry: (() => void) | undefined
  let retryMs = firstRetryMs
  let isStopped = false

  async function connect(): Promise<void> {
    const allowed = await http.call('POST', '/api/session/hub')
    if (isStopped) return
    if (!allowed.ok) return retryLater()
    open(openStream(`/.well-known/hub?topic=${encodeURIComponent(`/users/${userId}`)}`))
  }

  function open(opened: Stream): void {
    stream = opened
    opened.onopen = () => {
      retryMs = firstRetryMs
      on.connected(true)
    }
    opened.onerror = () => {
      opened.close()
      on.connected(false)
      retryLater()
    }
    for (const name of eventNames) {
      opened.addEventListener(name, ({ data }) => {
        const message = parseLiveMessage(name, data)
        if (message) on.message(message)
      })
    }
  }

  function retryLater(): void {
    if (isStopped) return
    cancelRetry = after(jitter(retryMs), () => void connect())
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  void connect()
  return () => {
    isStopped = true
    cancelRetry?.()
    stream?.close()
  }
}
