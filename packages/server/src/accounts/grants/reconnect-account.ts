import type { AccountId } from '@plmail/wire'
import type { AccountsOptions } from '../options.ts'
import type { GrantCompletion } from './grant-completion.ts'
import type { Completed } from './types.ts'
import { handBack } from './hand-back.ts'
import { lastedAWeek } from './grant-lifetime.ts'
import { type GrantRow, grantColumns } from './grant-rows.ts'

/** Gives an account a new grant of the same mailbox; whatever is kept here of it stays. */
export async function reconnectAccount(
  options: AccountsOptions,
  completing: GrantCompletion,
  id: AccountId,
): Promise<Completed> {
  const { provider, grant } = completing
  const { subject, tenant = '' } = grant.identity
  const done = await options.database.transaction(async (tx) => {
    const [row] = await tx.query<GrantRow & { address: string | null }>(
      `select ${grantColumns}, (select address from mail_account where id = account_id) as address
       from account_grant where account_id = $1 for update`,
      [id],
    )
    if (!row || row.subject !== subject || row.tenant !== tenant) return { isSame: false, row }
    const { text, values } = replacedGrant(options, completing, row)
    await tx.query(text, values)
    // As after a new password: what was wrong is over, and the next look at the mailbox decides anew.
    await tx.query(
      `update mail_account set condition_detail = null,
         condition_since = case when condition in ('new', 'ok') then condition_since else $2 end,
         condition = case when condition = 'new' then 'new' else 'ok' end
       where id = $1`,
      [id, options.clock.now()],
    )
    return { isSame: true, row }
  })
  if (!done.isSame) {
    await handBack(options, completing)
    return otherMailbox(done.row?.address ?? undefined, grant.identity.address, id)
  }
  await options.events.publish('account-credentials-changed', { accountId: id })
  return {
    kind: 'reconnected',
    accountId: id,
    missing: options.oauth(completing.returned.userId)[provider].missing(grant.scopes),
  }
}

function replacedGrant(
  { cipher, clock }: AccountsOptions,
  { grant }: GrantCompletion,
  before: GrantRow,
): { text: string; values: unknown[] } {
  const { granted_at: grantedAt, worked_at: workedAt, died_at: diedAt } = before
  // One that was replaced while it worked says nothing new about how long they last.
  const life = diedAt && {
    seconds: Math.round((diedAt.getTime() - grantedAt.getTime()) / 1000),
    wasWeekly: lastedAWeek({ provider: before.provider, grantedAt, workedAt, diedAt }),
  }
  return {
    text: `update account_grant set refresh_token = $2, access_token = $3, access_expires_at = $4, scopes = $5,
       serial = serial + 1, granted_at = $6, worked_at = $6, ends_at = $7, died_at = null, looked_at = null,
       failure = null, last_life_seconds = coalesce($8, last_life_seconds),
       last_was_weekly = coalesce($9, last_was_weekly)
     where account_id = $1`,
    values: [
      before.account_id,
      cipher.seal(grant.refreshToken),
      cipher.seal(grant.accessToken),
      grant.expiresAt,
      grant.scopes,
      clock.now(),
      grant.endsAt ?? null,
      life?.seconds ?? null,
      life?.wasWeekly ?? null,
    ],
  }
}

function otherMailbox(
  expected: string | undefined,
  signedInAddress: string,
  accountId: AccountId,
): Completed {
  return {
    kind: 'told',
    problem:
      expected === undefined
        ? { problem: 'oauth/other-mailbox-unknown', signedInAddress }
        : { problem: 'oauth/other-mailbox', expected, signedInAddress },
    advice:
      expected === undefined
        ? { problem: 'oauth/advice-own-account', signedInAddress }
        : { problem: 'oauth/advice-sign-in-as', expected, signedInAddress },
    isPassing: false,
    accountId,
  }
}
