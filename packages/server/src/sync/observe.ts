import { type AccountId, storedProblem } from '@plmail/wire'
import { RetryAt } from '../jobs/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { ProviderError, type ProviderErrorKind, problemOfProvider } from '../providers/contract/index.ts'
import type { SyncAccounts } from './types.ts'

export interface ObserveNeeds {
  accounts: Pick<SyncAccounts, 'setCondition'>
  clock: Clock
  log: Log
}

/** Runs a job's talk with the provider and records what it shows about the account. */
export type Observed = (accountId: AccountId, work: () => Promise<void>) => Promise<void>

// Only a person can mend these; trying on at speed gets an address locked out. The next poll tries again.
const kindsForPeople: readonly ProviderErrorKind[] = [
  'wrong-credentials',
  'expired-grant',
  'denied',
  'missing-scope',
  'blocked',
  'wrong-client',
  'tls',
  'switched-off',
]

export const needsPerson = (error: unknown): boolean =>
  error instanceof ProviderError && kindsForPeople.includes(error.kind)

/**
 * `ok`, or the classified trouble. Passing trouble asks for another attempt, later with every failure in a row;
 * anything unclassified is a bug and throws.
 */
export function createObserved({ accounts, clock, log }: ObserveNeeds): Observed {
  const failuresInARow = new Map<AccountId, number>()
  return async (accountId, work) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.event('sync.account-trouble', { accountId, kind: error.kind })
      await accounts.setCondition(accountId, error.kind, storedProblem(problemOfProvider(error)))
      if (needsPerson(error)) return
      const failures = (failuresInARow.get(accountId) ?? 0) + 1
      failuresInARow.set(accountId, failures)
      throw new RetryAt(error.until ?? backOff(clock.now(), failures), error.message)
    }
    failuresInARow.delete(accountId)
    await accounts.setCondition(accountId, 'ok')
  }
}

/** 2 s, 4 s, 8 s … at most 10 minutes. */
export function backOff(now: Date, failures: number): Date {
  return new Date(now.getTime() + Math.min(1000 * 2 ** Math.min(failures, 20), 600_000))
}
