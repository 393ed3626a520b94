import {
  type PasskeyId,
  passkeyWireId,
  type TrustedDeviceId,
  trustedDeviceWireId,
  userWireId,
} from '@plmail/wire'
import type { Sql } from '../../../server/src/store/index.ts'

/** Writes a passkey that nothing answers for; its wire id. `userId`: that of the wire as well. */
export async function insertPasskey(database: Sql, userId: string, credential: string): Promise<string> {
  const [row] = await database.query<{ id: PasskeyId }>(
    `insert into passkey (user_id, credential_id, public_key, counter, transports, rp_id, name, is_backup_eligible,
       is_backed_up, created_at)
     values ($1, $2, '', 0, '{}', 'mail.example.test', 'Key', false, false, now()) returning id`,
    [userWireId.decode(userId), Buffer.from(credential)],
  )
  if (!row) throw new Error('An inserted passkey has no row')
  return passkeyWireId.encode(row.id)
}

/** Writes a browser that is trusted for a day; its wire id. */
export async function insertTrustedDevice(database: Sql, userId: string, secret: string): Promise<string> {
  const [row] = await database.query<{ id: TrustedDeviceId }>(
    `insert into trusted_device (user_id, digest, realm, label, created_at, last_used_at, expires_at)
     values ($1, sha256($2::bytea), 'web', '', now(), now(), now() + interval '1 day') returning id`,
    [userWireId.decode(userId), Buffer.from(secret)],
  )
  if (!row) throw new Error('An inserted device has no row')
  return trustedDeviceWireId.encode(row.id)
}

/** An identity at a provider that a user, named by wire id, signs in with; its wire id. */
export async function insertSignOnIdentity(database: Sql, userId: string, subject: string): Promise<string> {
  const [identity] = await database.query<{ id: number }>(
    `insert into single_sign_on_identity (user_id, issuer, subject, label, linked_at)
     values ($1, '', $2, '', now()) returning id`,
    [userId.slice(1), subject],
  )
  if (!identity) throw new Error('An insert returns its row')
  return `SI${identity.id}`
}
