import type { AccountId } from '@plmail/wire'
import { RetryAt } from '../jobs/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { ProviderError } from '../providers/contract/index.ts'
import type { SyncAccounts } from './door.ts'

export interface ObserveDeps {
  accounts: Pick<SyncAccounts, 'setCondition'>
  clock: Clock
  log: Log
}

// Only a person can mend these; trying on at speed gets an address locked out. The next poll tries again.
const needsPerson = new Set(['wrong-credentials', 'expired-grant', 'denied', 'tls'])

/**
 * Runs a job's talk with the provider and records what it shows about the account: `ok`, or the classified
 * trouble. Passing trouble asks for another attempt later; anything unclassified is a bug and throws.
 */
export async function observed(
  deps: ObserveDeps,
  accountId: AccountId,
  attempt: number,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.event('sync.account-trouble', { accountId, kind: error.kind })
    await deps.accounts.setCondition(accountId, error.kind, error.detail ?? error.message)
    if (needsPerson.has(error.kind)) return
    throw new RetryAt(error.until ?? backOff(deps.clock.now(), attempt), error.message)
  }
  await deps.accounts.setCondition(accountId, 'ok')
}

/** 2 s, 4 s, 8 s … at most 10 minutes. */
export function backOff(now: Date, attempt: number): Date {
  return new Date(now.getTime() + Math.min(1000 * 2 ** Math.min(attempt, 20), 600_000))
}
