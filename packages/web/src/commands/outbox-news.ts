import type { KeptDeed } from '../disk/index.ts'
import type { Settled } from './outbox-sending.ts'

/** The news that one window sends the others about changes. */
export type OutboxNews =
  { kind: 'done'; deed: KeptDeed } | { kind: 'withdrawn'; id: string } | { kind: 'settled'; settled: Settled }

/** The part of BroadcastChannel that the outbox uses. */
export interface OutboxChannel {
  postMessage(news: OutboxNews): void
  onmessage: ((event: { data: unknown }) => void) | null
}

/** Other windows may run another version of this client. */
export function isOutboxNews(data: unknown): data is OutboxNews {
  if (typeof data !== 'object' || data === null) return false
  const { kind, deed, id, settled } = data as Record<string, unknown>
  if (kind === 'withdrawn') return typeof id === 'string'
  if (kind === 'done')
    return isRecord(deed) && typeof deed['id'] === 'string' && Array.isArray(deed['changes'])
  return (
    kind === 'settled' &&
    isRecord(settled) &&
    typeof settled['id'] === 'string' &&
    isRecord(settled['refused'])
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
