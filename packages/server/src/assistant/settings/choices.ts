import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'

export interface StoredChoice {
  isOn: boolean
  mailAccounts: AccountId[]
}

/** The choices of a personal account's owner; off while nothing was chosen. */
export async function readChoice(sql: Sql, personalId: AccountId): Promise<StoredChoice> {
  const [row] = await sql.query<StoredChoice>(
    'select is_on as "isOn", mail_accounts as "mailAccounts" from assistant_choice where account_id = $1',
    [personalId],
  )
  return row ?? { isOn: false, mailAccounts: [] }
}

export async function storeChoice(sql: Sql, personalId: AccountId, choice: StoredChoice): Promise<void> {
  await sql.query(
    `insert into assistant_choice (account_id, is_on, mail_accounts) values ($1, $2, $3)
     on conflict (account_id) do update set is_on = excluded.is_on, mail_accounts = excluded.mail_accounts`,
    [personalId, choice.isOn, choice.mailAccounts],
  )
}
