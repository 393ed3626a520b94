import type { AccountId, QuotaId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'

/** A mail server's statement of the storage it grants an account (RFC 9208); in `octets` or as a number of messages. */
export interface ProvidedQuota {
  resource: 'storage' | 'messages'
  used: number
  hardLimit: number
}

export interface QuotaView extends ProvidedQuota {
  id: QuotaId
}

export interface Quotas {
  /** Makes the account's quotas equal what its server says now. Unchanged values are no change. */
  reconcile(change: Change, provided: readonly ProvidedQuota[]): Promise<void>
  /** Empty for an account whose server says nothing. */
  list(accountId: AccountId): Promise<QuotaView[]>
}
