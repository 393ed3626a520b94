import type { Cipher, Sql } from '../store/index.ts'

/**
 * Tries the key in force on one stored secret of each column; throws CannotDecrypt or EncryptionKeyUnusable when it does not
 * fit. A database that holds no such secret has nothing to protect.
 */
export async function probeKey(sql: Sql, cipher: Cipher): Promise<void> {
  const [table] = await sql.query<{ isThere: boolean }>(
    `select to_regclass('mail_account') is not null as "isThere"`,
  )
  if (!table?.isThere) return
  const rows = await sql.query<{ secret: string; place: string }>(
    `(select secret, 'mail_account.secret' as place from mail_account where secret like 'enc:v1:%' order by id limit 1)
     union all
     (select refresh_token, 'account_grant.refresh_token' from account_grant
      where refresh_token like 'enc:v1:%' order by account_id limit 1)
     union all
     (select client_secret, 'provider_configuration.client_secret' from provider_configuration
      where client_secret like 'enc:v1:%' order by provider limit 1)
     union all
     (select push_token, 'provider_configuration.push_token' from provider_configuration
      where push_token like 'enc:v1:%' order by provider limit 1)
     union all
     (select secret, 'calendar_source.secret' from calendar_source where secret like 'enc:v1:%' order by id limit 1)
     union all
     (select address, 'calendar_source.address' from calendar_source
      where kind = 'feed' and address like 'enc:v1:%' order by id limit 1)`,
  )
  for (const { secret, place } of rows) cipher.open(secret, place)
}
