import type { EgressOutcome, LedgerReason, UserId } from '@plmail/wire'
import type { Purpose, Traffic } from '../network/index.ts'
import { furtherHosts, toHostName, toSender } from './host-name.ts'

/** Connections of an hour that have everything in common but their time. */
export interface LedgerEntry {
  hour: Date
  /** Null: the installation. */
  userId: UserId | null
  reason: LedgerReason
  host: string
  sender: string
  outcome: EgressOutcome
  times: number
  bytesOut: number
  bytesIn: number
  lastAt: Date
}

/** What is not written down yet; adding is all that happens while somebody waits for a connection. */
export interface PendingEntries {
  add(purpose: Purpose, traffic: Traffic, now: Date): void
  /** Takes all of them out. */
  take(): LedgerEntry[]
  /** Those that could not be written. */
  putBack(entries: readonly LedgerEntry[]): void
}

/** Hosts of an hour that one person is connected to for one reason; a message can name a million. */
const maxHosts = 100
const hourMs = 3_600_000

export function createPendingEntries(): PendingEntries {
  let pending = new Map<string, LedgerEntry>()
  const hosts = createHostLimit()

  function put(entry: LedgerEntry): void {
    const { hour, userId, reason, host, sender, outcome } = entry
    const key = JSON.stringify([hour.getTime(), userId, reason, host, sender, outcome])
    const sum = pending.get(key)
    pending.set(key, sum ? added(sum, entry) : entry)
  }

  return {
    add: ({ owner, sender = '' }, traffic, now) => {
      const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
      const userId = owner === 'installation' ? null : owner
      const named = { host: toHostName(traffic.host), sender: toSender(sender) }
      const isWithin = hosts.admits(hour, `${userId} ${traffic.reason}`, `${named.host} ${named.sender}`)
      const shown = isWithin ? named : { host: furtherHosts, sender: '' }
      put({ ...traffic, ...shown, hour, userId, lastAt: now })
    },
    take: () => {
      const entries = [...pending.values()]
      pending = new Map()
      return entries
    },
    putBack: (entries) => {
      for (const entry of entries) put(entry)
    },
  }
}

const added = (sum: LedgerEntry, entry: LedgerEntry): LedgerEntry => ({
  ...sum,
  times: sum.times + entry.times,
  bytesOut: sum.bytesOut + entry.bytesOut,
  bytesIn: sum.bytesIn + entry.bytesIn,
  lastAt: sum.lastAt > entry.lastAt ? sum.lastAt : entry.lastAt,
})

/** Counts different names of the hour, whether or not they have been written down meanwhile. */
function createHostLimit() {
  let current = 0
  let seen = new Map<string, Set<string>>()
  return {
    admits: (hour: Date, group: string, name: string): boolean => {
      if (hour.getTime() !== current) {
        current = hour.getTime()
        seen = new Map()
      }
      const names = seen.get(group) ?? new Set()
      seen.set(group, names)
      if (names.size >= maxHosts && !names.has(name)) return false
      names.add(name)
      return true
    },
  }
}
