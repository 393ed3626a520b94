import type { Cipher, Sql } from '../store/index.ts'

/**
 * Tries the key in force on one stored secret; throws CannotDecrypt or EncryptionKeyUnusable when it does not
 * fit. A database that holds no such secret has nothing to protect.
 */
export async function probeKey(sql: Sql, cipher: Cipher): Promise<void> {
  const [table] = await sql.query<{ isThere: boolean }>(
    `select to_regclass('mail_account') is not null as "isThere"`,
  )
  if (!table?.isThere) return
  const rows = await sql.query<{ secret: string }>(
    `select secret from mail_account where secret like 'enc:v1:%' order by id limit 1`,
  )
  if (rows[0]) cipher.open(rows[0].secret, 'mail_account.secret')
}
