import { isStateChange, type LiveMessage } from '@plmail/wire'

/** The message from one tab to the others. */
export type TabMessage = { kind: 'live'; message: LiveMessage } | { kind: 'connected'; isConnected: boolean }

export interface Channel {
  postMessage(message: TabMessage): void
  onmessage: ((event: { data: unknown }) => void) | null
}

/** Holds a lock as long as the returned promise of `work` is open; absent where the browser has none. */
export type WithLock = (name: string, work: () => Promise<void>) => Promise<void>

export interface LeaderParts {
  /** Undefined outside secure contexts: then every tab leads itself. */
  withLock: WithLock | undefined
  channel: Channel
}

const lockName = 'plmail-live'

/**
 * One tab of the browser leads: it alone runs `lead` (HTTP/1.1 allows six connections an origin) and passes on
 * what it hears. When it closes, the lock moves to another tab, which starts by catching up.
 */
export function shareAmongTabs(
  { withLock, channel }: LeaderParts,
  lead: (tell: (message: TabMessage) => void) => void,
  hear: (message: TabMessage) => void,
): void {
  function tell(message: TabMessage): void {
    channel.postMessage(message)
    hear(message)
  }
  channel.onmessage = ({ data }) => {
    if (isTabMessage(data)) hear(data)
  }
  if (!withLock) return lead(hear)
  void withLock(lockName, () => {
    lead(tell)
    return new Promise(() => undefined)
  })
}

/** Other tabs may run another version of this client. */
function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null) return false
  const { kind, isConnected, message } = data as { kind?: unknown; isConnected?: unknown; message?: unknown }
  if (kind === 'connected') return typeof isConnected === 'boolean'
  if (kind !== 'live' || typeof message !== 'object' || message === null) return false
  const live = message as { kind?: unknown; change?: unknown }
  return live.kind === 'state' ? isStateChange(live.change) : live.kind === 'job' || live.kind === 'notice'
}
