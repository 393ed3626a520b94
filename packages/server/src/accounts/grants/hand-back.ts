import type { AccountId, ProviderName } from '@plmail/wire'
import type { Owner } from '../../egress/network/index.ts'
import type { OAuthClient } from '../../providers/contract/index.ts'
import type { AccountsOptions } from '../options.ts'
import { inForce } from '../providers/effective-settings.ts'
import type { GrantCompletion } from './grant-completion.ts'
import { selectGrantOwner } from './grant-owner.ts'
import type { HandedBack } from './types.ts'
import { column, type GrantRow, grantColumns } from './grant-rows.ts'

/** Returns a grant that nothing was made of. */
export async function handBack(
  options: AccountsOptions,
  { provider, client, grant, returned }: GrantCompletion,
): Promise<HandedBack> {
  const { tenant = '', subject } = grant.identity
  if (await isUsed(options, { provider, tenant, subject }, null)) return recorded(options, provider, 'in-use')
  return revoked(options, { provider, client, owner: returned.userId }, grant.refreshToken)
}

/** Returns the grant of an account that is about to be removed; null when it has none. */
export async function handBackGrant(options: AccountsOptions, id: AccountId): Promise<HandedBack | null> {
  const { database, cipher } = options
  const [row] = await database.query<GrantRow>(
    `select ${grantColumns} from account_grant where account_id = $1`,
    [id],
  )
  if (!row) return null
  const { provider } = row
  if (await isUsed(options, row, id)) return recorded(options, provider, 'in-use')
  const { client } = await inForce(options, provider)
  const refreshToken = cipher.open(row.refresh_token, column.refresh)
  if (!client) return recorded(options, provider, 'not-reached')
  return revoked(options, { provider, client, owner: await selectGrantOwner(options, id) }, refreshToken)
}

async function isUsed(
  { database }: AccountsOptions,
  { provider, tenant, subject }: Pick<GrantRow, 'provider' | 'tenant' | 'subject'>,
  except: AccountId | null,
): Promise<boolean> {
  const rows = await database.query(
    `select 1 from account_grant where provider = $1 and tenant = $2 and subject = $3
       and account_id is distinct from $4 limit 1`,
    [provider, tenant, subject, except],
  )
  return rows.length > 0
}

async function revoked(
  options: AccountsOptions,
  { provider, client, owner }: { provider: ProviderName; client: OAuthClient; owner: Owner },
  refreshToken: string,
): Promise<HandedBack> {
  return recorded(options, provider, await options.oauth(owner)[provider].revoke(client, refreshToken))
}

function recorded({ log }: AccountsOptions, provider: ProviderName, outcome: HandedBack): HandedBack {
  log.event('accounts.grant-handed-back', { provider, outcome })
  return outcome
}
