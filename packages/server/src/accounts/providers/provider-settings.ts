import { ProviderName } from '@plmail/wire'
import { getRedirectUri } from './provider-names.ts'
import type { AccountsOptions } from '../options.ts'
import type { RegistrationView, ShownSecret, ShownValue } from './types.ts'
import { type Sourced, sourcedValues } from './effective-settings.ts'

export async function selectSettings(
  options: AccountsOptions,
  provider: ProviderName,
): Promise<RegistrationView> {
  const values = await sourcedValues(options, provider)
  const [row] = await options.database.query<{ accounts: number }>(
    'select count(*) as accounts from mail_account where provider = $1',
    [provider],
  )
  const publicAddress = options.publicAddress()
  const isGoogle = provider === ProviderName.google
  return {
    provider,
    clientId: toShownValue(values.clientId),
    clientSecret: secret(values.clientSecret),
    secretExpiresOn: values.secretExpiresOn,
    tenant: isGoogle ? null : toShownValue(values.tenant),
    cloud: isGoogle ? null : toShownValue(values.cloud),
    topic: isGoogle ? toShownValue(values.topic) : null,
    pushToken: isGoogle ? secret(values.pushToken) : null,
    pushServiceAccount: isGoogle ? toShownValue(values.pushServiceAccount) : null,
    pushAudience: isGoogle ? toShownValue(values.pushAudience) : null,
    isReady: values.clientId !== undefined && values.clientSecret !== undefined,
    redirectUri: publicAddress === undefined ? null : getRedirectUri(publicAddress, provider),
    pushAddresses:
      publicAddress === undefined ? [] : pushAddresses(publicAddress, provider, values.pushToken?.value),
    accounts: row?.accounts ?? 0,
  }
}

const toShownValue = (value: Sourced | undefined): ShownValue => ({
  value: value?.value ?? null,
  from: value?.from ?? null,
})

const secret = (value: Sourced | undefined): ShownSecret => ({
  isSet: value !== undefined,
  from: value?.from ?? null,
})

/** The push address of Google's mail carries its token, as it must be entered at the provider (spec, Provider A push). */
function pushAddresses(
  publicAddress: string,
  provider: ProviderName,
  token: string | undefined,
): RegistrationView['pushAddresses'] {
  const at = (path: string) => `${publicAddress}${path}`
  if (provider === ProviderName.microsoft)
    return [
      { purpose: 'mail', url: at('/webhook/provB/notify') },
      { purpose: 'lifecycle', url: at('/webhook/provB/lifecycle') },
      { purpose: 'calendars', url: at('/webhook/provB/calendar') },
    ]
  const mail = at(`/provA/push?token=${encodeURIComponent(token ?? '')}`)
  const calendars = { purpose: 'calendars', url: at('/webhook/provA/calendar') } as const
  return token === undefined ? [calendars] : [{ purpose: 'mail', url: mail }, calendars]
}
