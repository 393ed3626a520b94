import { newProjectUnits, getUnits } from '../../packages/emulators/src/google/gmail/quota.ts'
import type { Exchange } from '../../packages/emulators/src/http/requests.ts'
import { graphLimits } from '../../packages/emulators/src/microsoft/graph/throttle.ts'
import type { AccountSession } from '../../packages/server/src/providers/contract/index.ts'
import type { Emulated } from './emulated-provider.ts'

/** What a provider's quota is spent on. */
export interface QuotaMeter {
  /** A session whose requests are counted: by what they are made for. */
  metered(session: AccountSession): AccountSession
  /** Forgets what was counted so far. */
  reset(): void
  figures(): QuotaFigures
}

export interface QuotaFigures {
  /** Readings of what changed under a cursor, once for all cursors of an account. */
  looks: number
  /** The most complete listings of one folder, or of the account where it is listed as one, within 24 hours. */
  sweepsADay: number
  /** All complete listings. */
  sweeps: number
  requests: number
  /** Units at Gmail, requests at Graph. */
  spent: number
  /** The most that verification took of it within 24 hours. */
  verificationADay: number
  /** What the provider allows in 24 hours. */
  quotaADay: number
}

const day = 86_400_000

interface Expense {
  at: number
  cost: number
  isVerification: boolean
}

/** 6,000 units a minute at Gmail, 10,000 requests in ten minutes at Graph, for one mailbox. */
const quotaADay: Record<Emulated, number> = {
  Gmail: newProjectUnits * 24 * 60,
  Graph: graphLimits.perTenMinutes * 24 * 6,
}

/**
 * `take` gives the requests since it was last called. Verification is whatever compares what is here with the provider:
 * counting messages, asking for the newest and for single ones, and listing from the start.
 */
export function createQuotaMeter(provider: Emulated, take: () => Exchange[], now: () => Date): QuotaMeter {
  let expenses: Expense[] = []
  let listings = new Map<string | null, number[]>()
  let looks = 0
  let isVerifying = false
  const flush = (): void => {
    for (const { operation, at } of take())
      expenses.push({ at: at.getTime(), cost: getCost(provider, operation), isVerification: isVerifying })
  }
  const enter = (next: boolean): (() => void) => {
    flush()
    const before = isVerifying
    isVerifying = next
    return () => {
      flush()
      isVerifying = before
    }
  }
  const verifying = async <T>(work: () => Promise<T>): Promise<T> => {
    const leave = enter(true)
    try {
      return await work()
    } finally {
      leave()
    }
  }
  return {
    metered: (session) => ({
      ...session,
      listMailboxes: () => {
        looks++
        return session.listMailboxes()
      },
      states: (ids) => verifying(() => session.states(ids)),
      newest: () => verifying(() => session.newest()),
      total: () => verifying(() => session.total()),
      pull: async function* (cursor, position, isKnown) {
        const leave = enter(position === undefined)
        if (position === undefined) listings.set(cursor, [...(listings.get(cursor) ?? []), now().getTime()])
        try {
          yield* session.pull(cursor, position, isKnown)
        } finally {
          leave()
        }
      },
    }),
    reset: () => {
      flush()
      expenses = []
      listings = new Map()
      looks = 0
    },
    figures: () => {
      flush()
      const verification = expenses.filter((expense) => expense.isVerification)
      const swept = [...listings.values()]
      return {
        looks,
        sweeps: swept.flat().length,
        sweepsADay: Math.max(0, ...swept.map((times) => maxWithinADay(times.map((at) => ({ at, cost: 1 }))))),
        requests: expenses.length,
        spent: expenses.reduce((sum, { cost }) => sum + cost, 0),
        verificationADay: maxWithinADay(verification),
        quotaADay: quotaADay[provider],
      }
    },
  }
}

/** Graph counts every request and every part of a batch; Gmail weighs them. */
function getCost(provider: Emulated, operation: string): number {
  if (provider === 'Graph') return operation.startsWith('graph.') ? 1 : 0
  return operation.startsWith('gmail.users.') ? getUnits(operation) : 0
}

function maxWithinADay(expenses: ReadonlyArray<{ at: number; cost: number }>): number {
  let limit = 0
  let sum = 0
  let first = 0
  for (const { at, cost } of expenses) {
    sum += cost
    for (let oldest = expenses[first]; oldest && oldest.at <= at - day; oldest = expenses[++first])
      sum -= oldest.cost
    limit = Math.max(limit, sum)
  }
  return limit
}
