import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../kit/clock.ts'
import type { Cache } from '../store/index.ts'

/** Who tries to sign in, and from where. */
interface Claimant {
  /** What they call themselves, as `foldEmail` folds it; undefined: nothing. */
  username: string | undefined
  address: string
  /** This user has signed in from this address before: then what strangers fail at elsewhere does not count here. */
  isFamiliar?: boolean
  /** The remember cookie of a browser that is this user's: the same holds for it, wherever it is. */
  browser?: string | undefined
}

type Admission = { admitted: true; succeeded(): Promise<void> } | { admitted: false; retryAt: Date }

/**
 * The throttle of every password check. Only failures count: an attempt is recorded before the check and withdrawn on
 * success, so attempts made side by side cannot slip past the limit. A refused attempt leaves no trace, so knocking does
 * not prolong the wait.
 */
export interface Throttle {
  admit(who: Claimant): Promise<Admission>
  /** When an attempt would be admitted again; undefined when it would be now. Records nothing. */
  closedUntil(who: Claimant): Promise<Date | undefined>
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
      const { username, address } = getKeys(who)
      const byName = username && (await reserve(username, perUsername))
      if (byName) return byName
      const byAddress = await reserve(address, perAddress)
      if (byAddress) {
        if (username) await attempts.withdraw(username)
        return byAddress
      }
      return {
        admitted: true,
        succeeded: async () => {
          if (username) await attempts.clear(username)
          await attempts.withdraw(address)
        },
      }
    },
    closedUntil: async (who) => {
      const { username, address } = getKeys(who)
      const byName = username && (await attempts.within(username, windowMs))
      if (byName && byName.count >= perUsername) return byName.oldestLeavesAt ?? clock.now()
      const byAddress = await attempts.within(address, windowMs)
      return byAddress.count >= perAddress ? (byAddress.oldestLeavesAt ?? clock.now()) : undefined
    },
  }
}

function getKeys(claimant: Claimant): { username: string | undefined; address: string } {
  const address = addressGroup(claimant.address)
  return {
    username: claimant.username === undefined ? undefined : usernameKey(claimant, claimant.username, address),
    address: `sign-in:address:${digest(address)}`,
  }
}

/** Tries under a name are counted apart for each of its owner's remembered browsers and familiar addresses. */
function usernameKey({ browser, isFamiliar }: Claimant, name: string, address: string): string {
  if (browser !== undefined) return `sign-in:browser:${digest(`${name} ${browser}`)}`
  if (isFamiliar) return `sign-in:familiar:${digest(`${name} ${address}`)}`
  return `sign-in:user:${digest(name)}`
}

/** One user's name however it is typed, for comparing it with another. */
export function foldedName(username: string): string {
  return username.trim().normalize('NFC').toLowerCase()
}

/** One subscriber holds a whole IPv6 /64, so that is what counts as one address (RFC 6177). */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts.slice(0, 4).join(':')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
