import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'

export interface StoredChoice {
  isOn: boolean
  mailAccounts: AccountId[]
  /** When the newest digest was asked for; null: there was none. */
  digestAt: Date | null
}

/** The choices of a personal account's owner; off while nothing was chosen. */
export async function readChoice(sql: Sql, personalId: AccountId): Promise<StoredChoice> {
  const [row] = await sql.query<StoredChoice>(
    `select is_on as "isOn", mail_accounts as "mailAccounts", digest_at as "digestAt"
     from assistant_choice where account_id = $1`,
    [personalId],
  )
  return row ?? { isOn: false, mailAccounts: [], digestAt: null }
}

export async function storeChoice(
  sql: Sql,
  personalId: AccountId,
  choice: Pick<StoredChoice, 'isOn' | 'mailAccounts'>,
): Promise<void> {
  await sql.query(
    `insert into assistant_choice (account_id, is_on, mail_accounts) values ($1, $2, $3)
     on conflict (account_id) do update set is_on = excluded.is_on, mail_accounts = excluded.mail_accounts`,
    [personalId, choice.isOn, choice.mailAccounts],
  )
}

/** Remembers when a digest was asked for; nothing where nothing was ever chosen. */
export async function storeDigestTime(sql: Sql, personalId: AccountId, at: Date): Promise<void> {
  await sql.query('update assistant_choice set digest_at = $2 where account_id = $1', [personalId, at])
}
