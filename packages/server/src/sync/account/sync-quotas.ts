import type { AccountId } from '@plmail/wire'
import type { MailSession } from '../../providers/contract/index.ts'
import type { FetchDeps } from '../ledger/sync-deps.ts'

/** Keeps what the server says of its storage as a fact of the account; when it does not say, what it said last holds. */
export async function syncQuotas(
  { mail, changes }: Pick<FetchDeps, 'mail' | 'changes'>,
  accountId: AccountId,
  session: MailSession,
): Promise<void> {
  const provided = await session.quotas()
  if (provided === undefined) return
  const quotas = await mail.quotas.list(accountId)
  if (quotas.length === 0 && provided.length === 0) return
  const cause = { actor: { kind: 'provider' as const }, verb: 'quota' }
  await changes.write(accountId, cause, (change) => mail.quotas.reconcile(change, provided))
}
