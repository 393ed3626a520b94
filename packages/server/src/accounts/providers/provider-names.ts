import { ProviderName } from '@plmail/wire'

export const providerNames: readonly ProviderName[] = [ProviderName.google, ProviderName.microsoft]

/** The names of the providers on screen. */
export const screenName: Readonly<Record<ProviderName, string>> = {
  [ProviderName.google]: 'Google',
  [ProviderName.microsoft]: 'Microsoft',
}

/** Exact to the character: the provider compares it with what was registered. */
export const getRedirectUri = (publicAddress: string, provider: ProviderName): string =>
  `${publicAddress}/oauth/${provider}/callback`

export const isProviderName = (text: string): text is ProviderName => Object.hasOwn(screenName, text)
