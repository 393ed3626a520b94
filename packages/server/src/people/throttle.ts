import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/**
 * Counts marks in a sliding window; one count for all processes, kept over restarts.
 * What sign-in needs of the store's cache, handed in by main.
 */
export interface WindowCounter {
  /** Sets one mark unless `limit` are younger than `windowMs`; `freeAt` is when the oldest of them leaves. One step. */
  take(
    key: string,
    window: { limit: number; windowMs: number },
  ): Promise<{ taken: true; mark: string } | { taken: false; freeAt: Date }>
  /** Takes one mark back; nothing happens when it is gone. */
  giveBack(key: string, mark: string): Promise<void>
  clear(key: string): Promise<void>
}

/** Who tries to sign in: what they call themselves, and from where. */
export interface Claimant {
  username: string
  address: string
}

export type Admission = { admitted: true; succeeded(): Promise<void> } | { admitted: false; retryAt: Date }

/**
 * The throttle of every password check (spec "Limits", contract §4). Only failures count: an attempt leaves its mark
 * before the check and takes it back on success, so attempts made side by side cannot slip past the limit.
 */
export interface Throttle {
  admit(who: Claimant): Promise<Admission>
}

const windowMs = 15 * 60_000
const perUsername = { limit: 5, windowMs }
const perAddress = { limit: 25, windowMs }

export function createThrottle(counter: WindowCounter): Throttle {
  return {
    admit: async (who) => {
      const username = `sign-in:user:${digest(who.username.trim().toLowerCase())}`
      const address = `sign-in:address:${digest(addressGroup(who.address))}`
      const byName = await counter.take(username, perUsername)
      if (!byName.taken) return { admitted: false, retryAt: byName.freeAt }
      const byAddress = await counter.take(address, perAddress)
      if (!byAddress.taken) {
        await counter.giveBack(username, byName.mark)
        return { admitted: false, retryAt: byAddress.freeAt }
      }
      return {
        admitted: true,
        succeeded: async () => {
          await counter.clear(username)
          await counter.giveBack(address, byAddress.mark)
        },
      }
    },
  }
}

/** One subscriber holds a whole IPv6 /64, so that is what counts as one address (RFC 6177). */
function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts.slice(0, 4).join(':')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
