import type { AccountId, UserId, ProviderName } from '@plmail/wire'
import type { GrantFailure } from '../../providers/contract/index.ts'

/** account_grant; the tokens are sealed. */
export interface GrantRow {
  account_id: AccountId
  user_id: UserId
  provider: ProviderName
  tenant: string
  subject: string
  refresh_token: string
  access_token: string
  access_expires_at: Date
  scopes: string[]
  serial: number
  granted_at: Date
  worked_at: Date
  ends_at: Date | null
  died_at: Date | null
  looked_at: Date | null
  failure: GrantFailure | null
  last_life_seconds: number | null
  last_was_weekly: boolean
}

export const grantColumns =
  'account_id, user_id, provider, tenant, subject, refresh_token, access_token, access_expires_at, scopes, serial, ' +
  'granted_at, worked_at, ends_at, died_at, looked_at, failure, last_life_seconds, last_was_weekly'

export const column = {
  refresh: 'account_grant.refresh_token',
  access: 'account_grant.access_token',
} as const
