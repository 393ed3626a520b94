import type { VirtualClock } from '../../clock/clock.ts'

/** Limits of one app on one mailbox. */
export interface Limits {
  /** [D, F] Requests in flight. */
  concurrent: number
  /** [D] Requests in ten minutes. */
  perTenMinutes: number
  /** [D] Bytes uploaded in five minutes. */
  uploadPerFiveMinutes: number
}

export const graphLimits: Limits = {
  concurrent: 4,
  perTenMinutes: 10_000,
  uploadPerFiveMinutes: 150 * 1024 * 1024,
}

type ThrottleEntry = { ok: true; leave(): void } | { ok: false; limit: string; retryAfterSeconds: number }

export interface GraphThrottle {
  /** `key` names the app and the mailbox. */
  enter(key: string, uploadedBytes: number): ThrottleEntry
}

interface Window {
  since: number
  used: number
}

interface Use {
  inFlight: number
  requests: Window
  uploaded: Window
}

const tenMinutes = 600_000

export function createThrottle(clock: VirtualClock, limits: Limits): GraphThrottle {
  const uses = new Map<string, Use>()

  function getUsage(key: string): Use {
    const use = uses.get(key)
    if (use) return use
    const fresh = { inFlight: 0, requests: { since: 0, used: 0 }, uploaded: { since: 0, used: 0 } }
    uses.set(key, fresh)
    return fresh
  }

  /** Answers after how many seconds there is room again; 0 when there is. */
  function take(window: Window, amount: number, most: number, length: number): number {
    const now = clock.now().getTime()
    if (now - window.since >= length) {
      window.since = now
      window.used = 0
    }
    if (window.used > 0 && window.used + amount > most)
      return Math.max(1, Math.ceil((window.since + length - now) / 1000))
    window.used += amount
    return 0
  }

  return {
    enter(key, uploadedBytes) {
      const use = getUsage(key)
      if (use.inFlight >= limits.concurrent)
        return { ok: false, limit: 'MailboxConcurrency', retryAfterSeconds: 1 }
      const requests = take(use.requests, 1, limits.perTenMinutes, tenMinutes)
      if (requests > 0) return { ok: false, limit: 'RequestCount', retryAfterSeconds: requests }
      const uploads = take(use.uploaded, uploadedBytes, limits.uploadPerFiveMinutes, tenMinutes / 2)
      if (uploads > 0) return { ok: false, limit: 'UploadedBytes', retryAfterSeconds: uploads }
      use.inFlight++
      return { ok: true, leave: () => void use.inFlight-- }
    },
  }
}
