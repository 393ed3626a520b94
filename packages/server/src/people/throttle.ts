import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../kit/clock.ts'
import type { Cache } from '../store/index.ts'

/** Who tries to sign in: what they call themselves, and from where. */
export interface Claimant {
  username: string
  address: string
}

export type Admission = { admitted: true; succeeded(): Promise<void> } | { admitted: false; retryAt: Date }

/**
 * The throttle of every password check (spec "Limits", contract §4). Only failures count: an attempt is recorded
 * before the check and withdrawn on success, so attempts made side by side cannot slip past the limit. A refused
 * attempt leaves no trace, so knocking does not prolong the wait.
 */
export interface Throttle {
  admit(who: Claimant): Promise<Admission>
}

const windowMs = 15 * 60_000
const perUsername = 5
const perAddress = 25

interface ThrottleNeeds {
  cache: Pick<Cache, 'attempts'>
  clock: Clock
}

export function createThrottle({ cache: { attempts }, clock }: ThrottleNeeds): Throttle {
  const refused = (until: Date | null): Admission => ({ admitted: false, retryAt: until ?? clock.now() })

  /** Undefined when there was room and the attempt is recorded; else when to come back. */
  async function reserve(key: string, limit: number): Promise<Admission | undefined> {
    const before = await attempts.within(key, windowMs)
    if (before.count >= limit) return refused(before.oldestLeavesAt)
    const after = await attempts.record(key, windowMs)
    if (after.count <= limit) return undefined
    await attempts.withdraw(key)
    return refused(after.oldestLeavesAt)
  }

  return {
    admit: async (who) => {
      const username = `sign-in:user:${digest(foldedName(who.username))}`
      const address = `sign-in:address:${digest(addressGroup(who.address))}`
      const byName = await reserve(username, perUsername)
      if (byName) return byName
      const byAddress = await reserve(address, perAddress)
      if (byAddress) {
        await attempts.withdraw(username)
        return byAddress
      }
      return {
        admitted: true,
        succeeded: async () => {
          await attempts.clear(username)
          await attempts.withdraw(address)
        },
      }
    },
  }
}

/** One user's name however it is typed: folded as the look-up folds it, else each spelling had tries of its own. */
function foldedName(username: string): string {
  return username.trim().normalize('NFC').toLowerCase()
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
