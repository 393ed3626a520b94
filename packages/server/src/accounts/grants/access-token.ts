import type { AccountId } from '@plmail/wire'
import type { GrantFailure, RefreshedGrant } from '../../providers/contract/index.ts'
import { setCondition } from '../set-condition.ts'
import type { AccountsOptions } from '../options.ts'
import { inForce } from '../providers/effective-settings.ts'
import type { AccessToken } from './types.ts'
import { toCondition } from './grant-condition.ts'
import { selectGrantOwner } from './grant-owner.ts'
import { column, type GrantRow, grantColumns } from './grant-rows.ts'

/** A token handed out can be used for this long at least. */
const minLifeMs = 60_000

/** A grant that is over is tried all the same now and then: providers have been known to be wrong about it. */
const lookAgainMs = 3_600_000

export type GetAccessToken = (id: AccountId, options?: { refused?: string }) => Promise<AccessToken>

export function createAccessTokens(options: AccountsOptions): GetAccessToken {
  const underWay = new Map<AccountId, Promise<AccessToken>>()
  return async (id, { refused } = {}) => {
    const present = await presentToken(options, await toRow(options, id), refused)
    if (present) return present
    const running = await underWay.get(id)
    if (running && !(running.ok && running.token === refused)) return running
    const refreshing = options.locks
      .withLock(`grant:${id}`, () => refreshUnderLock(options, id, refused))
      .finally(() => underWay.delete(id))
    underWay.set(id, refreshing)
    return refreshing
  }
}

async function toRow({ database }: AccountsOptions, id: AccountId): Promise<GrantRow | undefined> {
  const [row] = await database.query<GrantRow>(
    `select ${grantColumns} from account_grant where account_id = $1`,
    [id],
  )
  return row
}

/** Returns the answer that needs no request to the provider; undefined when one is needed. */
async function presentToken(
  { clock, cipher }: AccountsOptions,
  row: GrantRow | undefined,
  refused: string | undefined,
): Promise<AccessToken | undefined> {
  if (!row) return { ok: false, failure: { kind: 'gone' } }
  const now = clock.now().getTime()
  if (row.died_at && row.failure && now - (row.looked_at ?? row.died_at).getTime() < lookAgainMs)
    return { ok: false, failure: row.failure }
  if (row.died_at || row.access_expires_at.getTime() - now <= minLifeMs) return undefined
  const token = cipher.open(row.access_token, column.access)
  return token === refused
    ? undefined
    : { ok: true, token, expiresAt: row.access_expires_at, scopes: row.scopes }
}

/** Whoever had the lock before may have done it all; then there is nothing left to ask. */
async function refreshUnderLock(
  options: AccountsOptions,
  id: AccountId,
  refused: string | undefined,
): Promise<AccessToken> {
  const row = await toRow(options, id)
  const present = await presentToken(options, row, refused)
  if (present || !row) return present ?? { ok: false, failure: { kind: 'gone' } }
  const { client } = await inForce(options, row.provider)
  const oauth = options.oauth(await selectGrantOwner(options, id))[row.provider]
  const used = options.cipher.open(row.refresh_token, column.refresh)
  const outcome = client ? await oauth.refresh(client, used) : noClient
  if (outcome.ok) return keepToken(options, row, outcome.value)
  const { failure } = outcome
  const condition = toCondition(failure)
  if (condition === undefined) return { ok: false, failure }
  if (!(await keepFailure(options, row, failure)))
    return (await presentToken(options, await toRow(options, id), refused)) ?? { ok: false, failure }
  await setCondition(options, id, condition, 'said' in failure ? failure.said : undefined)
  return { ok: false, failure }
}

const noClient = {
  ok: false,
  failure: { kind: 'wrong-client', what: 'id', said: 'No client ID and secret are configured' },
} as const

/** The new access token and a refresh token that took the place of the old one become durable together. */
async function keepToken(
  { database, cipher, clock }: AccountsOptions,
  row: GrantRow,
  { accessToken, expiresAt, refreshToken, scopes, endsAt }: RefreshedGrant,
): Promise<AccessToken> {
  // A reconnection meanwhile brought a grant of its own, which this one must not overwrite. The token is good all the same.
  const granted = scopes.length > 0 ? scopes : row.scopes
  await database.query(
    `update account_grant set access_token = $3, access_expires_at = $4, refresh_token = coalesce($5, refresh_token),
       scopes = $6, ends_at = coalesce($7, ends_at), worked_at = $8, died_at = null, looked_at = null, failure = null
     where account_id = $1 and serial = $2`,
    [
      row.account_id,
      row.serial,
      cipher.seal(accessToken),
      expiresAt,
      refreshToken === undefined ? null : cipher.seal(refreshToken),
      granted,
      endsAt ?? null,
      clock.now(),
    ],
  )
  return { ok: true, token: accessToken, expiresAt, scopes: granted }
}

/** False when the grant that failed is not the account's any more. */
async function keepFailure(
  { database, clock, log }: AccountsOptions,
  row: GrantRow,
  failure: GrantFailure,
): Promise<boolean> {
  const isOver = failure.kind === 'expired-grant'
  const tokens = await database.query<{ age: number }>(
    `update account_grant set failure = $3, looked_at = $4, died_at = case when $5 then coalesce(died_at, $4) end
     where account_id = $1 and serial = $2 and refresh_token = $6
     returning extract(epoch from $4 - granted_at)::int8 as age`,
    [row.account_id, row.serial, failure, clock.now(), isOver, row.refresh_token],
  )
  if (isOver && !row.died_at && tokens[0])
    log.event('accounts.grant-over', { accountId: row.account_id, ageSeconds: tokens[0].age })
  return tokens.length > 0
}
