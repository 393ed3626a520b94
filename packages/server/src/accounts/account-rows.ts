import type { AccountId, UserId } from '@plmail/wire'
import type { AccountView, Condition, ServerSettings } from './types.ts'
import { screenName } from './providers/provider-names.ts'
import { conditionProblem } from './condition-problem.ts'

/** Content of mail_account.settings for IMAP; only this module writes it. */
export interface ImapAccountSettings {
  username: string
  imap: ServerSettings
  smtp: ServerSettings
}

/** Content of the settings for accounts that sign in by OAuth. */
interface NoSettings {
  imap?: undefined
}

export interface AccountRow {
  id: AccountId
  user_id: UserId
  provider: AccountView['provider']
  address: string
  name: string
  settings: ImapAccountSettings | NoSettings
  condition: Condition
  condition_detail: string | null
  condition_since: Date
  last_synced_at: Date | null
}

export const accountColumns =
  'id, user_id, provider, address, name, settings, condition, condition_detail, condition_since, last_synced_at'

/** Who answers for the mailbox, by name. */
export function getHost({ provider, settings }: Pick<AccountRow, 'provider' | 'settings'>): string {
  if (provider !== 'imap') return screenName[provider]
  return settings.imap?.host ?? ''
}

export function toView(row: AccountRow): AccountView {
  return {
    id: row.id,
    userId: row.user_id,
    provider: row.provider,
    address: row.address,
    name: row.name,
    condition: row.condition,
    conditionDetail: row.condition_detail,
    conditionText: conditionProblem(row.condition, row.provider, getHost(row)),
    conditionSince: row.condition_since,
    lastSyncedAt: row.last_synced_at,
  }
}
