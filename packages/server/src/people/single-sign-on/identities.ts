import type { SingleSignOnIdentityId, SingleSignOnSessionId, UserId } from '@plmail/wire'
import type { Sql, Tx } from '../../store/index.ts'
import { labelOf } from './provider-identity.ts'
import type { LinkedIdentity, ProviderIdentity } from './types.ts'

/** Whose identity it is, found by the two claims that never change, and seen again now. */
export async function touchIdentity(
  tx: Tx,
  identity: ProviderIdentity,
  now: Date,
): Promise<{ id: SingleSignOnIdentityId; userId: UserId } | undefined> {
  const [row] = await tx.query<{ id: SingleSignOnIdentityId; userId: UserId }>(
    `update single_sign_on_identity set last_used_at = $3, label = $4 where issuer = $1 and subject = $2
     returning id, user_id as "userId"`,
    [identity.issuer, identity.subject, now, labelOf(identity)],
  )
  return row
}

/** Undefined when it is linked to somebody already. */
export async function insertIdentity(
  tx: Tx,
  userId: UserId,
  identity: ProviderIdentity,
  now: Date,
): Promise<SingleSignOnIdentityId | undefined> {
  const [row] = await tx.query<{ id: SingleSignOnIdentityId }>(
    `insert into single_sign_on_identity (user_id, issuer, subject, label, linked_at) values ($1, $2, $3, $4, $5)
     on conflict (issuer, subject) do nothing returning id`,
    [userId, identity.issuer, identity.subject, labelOf(identity), now],
  )
  return row?.id
}

export function listIdentities(store: Sql, userId: UserId): Promise<LinkedIdentity[]> {
  return store.query<LinkedIdentity>(
    `select id, issuer, label, linked_at as "linkedAt", last_used_at as "lastUsedAt"
     from single_sign_on_identity where user_id = $1 order by linked_at, id`,
    [userId],
  )
}

/** The sessions that rest on it go with it. Returns its issuer; undefined when the user has no such identity. */
export async function deleteIdentity(
  tx: Tx,
  userId: UserId,
  id: SingleSignOnIdentityId,
): Promise<string | undefined> {
  const [deleted] = await tx.query<{ issuer: string }>(
    'delete from single_sign_on_identity where user_id = $1 and id = $2 returning issuer',
    [userId, id],
  )
  return deleted?.issuer
}

interface ProviderSession {
  identityId: SingleSignOnIdentityId
  userId: UserId
  sid: string | undefined
  sealedIdToken: string
}

/** Writes the session at the provider that web sessions rest on from now on. */
export async function insertProviderSession(
  tx: Tx,
  { identityId, userId, sid, sealedIdToken }: ProviderSession,
  now: Date,
): Promise<SingleSignOnSessionId> {
  const [row] = await tx.query<{ id: SingleSignOnSessionId }>(
    `insert into single_sign_on_session (identity_id, user_id, sid, id_token, begun_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [identityId, userId, sid ?? null, sealedIdToken, now],
  )
  if (!row) throw new Error('An insert returns its row')
  return row.id
}
