import type { AccountId } from '@plmail/wire'
import type { EnqueueOptions, JobKind } from '../jobs/index.ts'

export interface AccountPayload {
  accountId: AccountId
}

export function accountPayload(payload: unknown): AccountPayload {
  const id =
    typeof payload === 'object' && payload !== null && 'accountId' in payload ? payload.accountId : undefined
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new Error('Job payload lacks an account id')
  return { accountId: id as AccountId }
}

/** Looks at every mailbox of an account and brings in what changed. */
export const syncAccount: JobKind<AccountPayload> = {
  name: 'sync.account',
  lane: 'sync',
  maxAttempts: 8,
  parse: accountPayload,
}

/** Fetches what the first listing put in the ledger, a slice at a time so that accounts take turns. */
export const syncBacklog: JobKind<AccountPayload> = {
  name: 'sync.backlog',
  lane: 'backlog',
  maxAttempts: 25,
  parse: accountPayload,
}

/** Fetches messages again whose stored bytes are lost. */
export const restoreMessages: JobKind<AccountPayload> = {
  name: 'sync.restore-messages',
  lane: 'backlog',
  maxAttempts: 25,
  parse: accountPayload,
}

/** Sends what was decided here to the provider. */
export const flushOutbox: JobKind<AccountPayload> = {
  name: 'outbox.flush',
  lane: 'outbox',
  maxAttempts: 25,
  parse: accountPayload,
}

/** Queues a look at every account. */
export const pollAccounts: JobKind<Record<string, never>> = {
  name: 'sync.poll',
  lane: 'maintenance',
  maxAttempts: 8,
  parse: () => ({}),
}

/** Queues a look at every account whose provider should announce changes and does not. */
export const pollUnheard: JobKind<Record<string, never>> = {
  name: 'sync.poll-unheard',
  lane: 'maintenance',
  maxAttempts: 8,
  parse: () => ({}),
}

/**
 * Looking and sending share one queue per account: a pull that ran beside a MOVE would see the
 * message gone from one folder and new in another before the move's answer was written down.
 */
const accountQueue = (id: AccountId) => `account:${id}`

export const accountJob = (kind: JobKind<AccountPayload>, id: AccountId): EnqueueOptions =>
  kind === syncBacklog || kind === restoreMessages
    ? { queue: `backlog:${id}`, key: `${kind.name}:${id}` }
    : { queue: accountQueue(id), key: `${kind.name}:${id}` }
