import type { AccountId } from '@plmail/wire'
import pg from 'pg'
import { type Tx, insertRow } from '../../store/index.ts'
import { addSourceOfAccount } from '../calendar-sources/account-source.ts'
import type { AccountsOptions } from '../options.ts'
import { screenName } from '../providers/provider-names.ts'
import type { GrantCompletion } from './grant-completion.ts'
import type { Completed } from './types.ts'
import { handBack } from './hand-back.ts'
import { reconnectAccount } from './reconnect-account.ts'

/**
 * Makes an account of a new grant. A mailbox that is connected already and has lost its grant gets this one; one that
 * works stays as it is.
 */
export async function connectAccount(
  options: AccountsOptions,
  completing: GrantCompletion,
): Promise<Completed> {
  const { grant, provider } = completing
  const present = await findPresent(options, completing)
  if (present?.isSame && present.isDead) return reconnectAccount(options, completing, present.id)
  const id = present ? undefined : await save(options, completing)
  if (id === undefined) {
    await handBack(options, completing)
    return connectedAlready(completing, present?.isByPassword ?? false)
  }
  await options.events.publish('account-added', { accountId: id })
  return {
    kind: 'connected',
    accountId: id,
    missing: options.oauth(completing.returned.userId)[provider].missing(grant.scopes),
  }
}

interface Present {
  id: AccountId
  /** The mailbox itself, whatever its address was then; else another account with this address. */
  isSame: boolean
  isDead: boolean
  isByPassword: boolean
}

async function findPresent(
  { database }: AccountsOptions,
  { provider, returned, grant: { identity } }: GrantCompletion,
): Promise<Present | undefined> {
  const [row] = await database.query<Present>(
    `select a.id, g.account_id is not null as "isSame", a.provider = 'imap' as "isByPassword",
       coalesce(g.died_at is not null or g.failure is not null, false) as "isDead"
     from mail_account a
     left join account_grant g on g.account_id = a.id and g.provider = $2 and g.tenant = $3 and g.subject = $4
     where a.user_id = $1 and (g.account_id is not null or lower(a.address) = lower($5))
     order by "isSame" desc, a.id limit 1`,
    [returned.userId, provider, identity.tenant ?? '', identity.subject, identity.address],
  )
  return row
}

/** Undefined: somebody else connected the same mailbox in the same moment. */
async function save(
  { database, changes, cipher, clock }: AccountsOptions,
  { provider, returned: { userId }, grant }: GrantCompletion,
): Promise<AccountId | undefined> {
  const { identity } = grant
  const now = clock.now()
  const insert = async (tx: Tx) => {
    const id = await changes.open(tx, userId, 'mail')
    await tx.query(
      `insert into mail_account (id, user_id, provider, address, name, settings, condition_since, created_at, sort_order)
       values ($1, $2, $3, $4, $4, '{}', $5, $5,
         (select coalesce(max(sort_order) + 1, 0) from mail_account where user_id = $2))`,
      [id, userId, provider, identity.address, now],
    )
    await tx.query(
      ...insertRow('account_grant', {
        account_id: id,
        user_id: userId,
        provider,
        tenant: identity.tenant ?? '',
        subject: identity.subject,
        refresh_token: cipher.seal(grant.refreshToken),
        access_token: cipher.seal(grant.accessToken),
        access_expires_at: grant.expiresAt,
        scopes: grant.scopes,
        granted_at: now,
        worked_at: now,
        ends_at: grant.endsAt ?? null,
      }),
    )
    await addSourceOfAccount(tx, { id, userId, provider }, now)
    return id
  }
  try {
    return await database.transaction(insert)
  } catch (error) {
    const taken = ['mail_account_address', 'account_grant_mailbox']
    if (error instanceof pg.DatabaseError && taken.includes(error.constraint ?? '')) return undefined
    throw error
  }
}

function connectedAlready({ provider, grant }: GrantCompletion, isByPassword: boolean): Completed {
  const { address } = grant.identity
  return {
    kind: 'told',
    problem: isByPassword
      ? { problem: 'oauth/connected-with-password', address, provider: screenName[provider] }
      : { problem: 'oauth/connected-already', address },
    advice: { problem: 'oauth/advice-choose-other-account', provider: screenName[provider] },
    isPassing: false,
    accountId: undefined,
  }
}
