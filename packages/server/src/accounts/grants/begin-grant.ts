import type { AccountId, ProviderName } from '@plmail/wire'
import type { AuthorizationRequest } from '../../providers/contract/index.ts'
import type { AccountsOptions } from '../options.ts'
import { inForce } from '../providers/effective-settings.ts'
import { getRedirectUri, screenName } from '../providers/provider-names.ts'
import type { Asking, Begun, GrantReport } from './types.ts'
import { keepState } from './oauth-state.ts'
import { retrySignInAt } from './sign-in-limit.ts'

/**
 * Returns the URL to send the browser to; makes no request to the provider yet. Every call counts against the limit, also
 * one that the settings below turn away: it is the call that is limited, not its success.
 */
export async function beginGrant(
  options: AccountsOptions,
  asking: Asking,
  provider: ProviderName,
  accountId: AccountId | undefined,
  extra?: AuthorizationRequest['extra'],
): Promise<Begun> {
  const retryAt = await retrySignInAt(options, 'begin', asking.userId)
  if (retryAt) return { kind: 'too-many', retryAt }
  const address =
    accountId === undefined ? undefined : await loadAddress(options, asking, provider, accountId)
  if (accountId !== undefined && address === undefined) return { kind: 'no-such-account' }
  const { client } = await inForce(options, provider)
  if (!client) return notConfigured(provider)
  const publicAddress = options.publicAddress()
  if (publicAddress === undefined) return noPublicAddress
  const request: AuthorizationRequest = {
    redirectUri: getRedirectUri(publicAddress, provider),
    state: options.random(32).toString('base64url'),
    nonce: options.random(32).toString('base64url'),
    verifier: options.random(32).toString('base64url'),
    ...(address === undefined ? {} : { loginHint: address }),
    ...(extra === undefined ? {} : { extra }),
  }
  await keepState(options, asking, provider, accountId, request)
  return { kind: 'go', url: await options.oauth(asking.userId)[provider].authorizationUrl(client, request) }
}

async function loadAddress(
  { database }: AccountsOptions,
  { userId }: Asking,
  provider: ProviderName,
  id: AccountId,
): Promise<string | undefined> {
  const [row] = await database.query<{ address: string }>(
    'select address from mail_account where user_id = $1 and id = $2 and provider = $3',
    [userId, id, provider],
  )
  return row?.address
}

export const notConfigured = (provider: ProviderName): GrantReport => ({
  kind: 'told',
  problem: { problem: 'oauth/not-registered', provider: screenName[provider] },
  advice: { problem: 'oauth/advice-enter-registration' },
  isPassing: false,
})

const noPublicAddress: GrantReport = {
  kind: 'told',
  problem: { problem: 'oauth/no-public-address' },
  advice: { problem: 'oauth/advice-set-public-address' },
  isPassing: false,
}
