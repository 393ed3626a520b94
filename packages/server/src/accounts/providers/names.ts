/** The providers that are signed in to by OAuth: Google and Microsoft (contract §1). */
export type ProviderName = 'provA' | 'provB'

export const providerNames: readonly ProviderName[] = ['provA', 'provB']

/** As on screen (contract §1). */
export const screenName: Readonly<Record<ProviderName, string>> = { provA: 'Google', provB: 'Microsoft' }

/** Exact to the character: the provider compares it with what was registered. */
export const redirectUriOf = (publicAddress: string, provider: ProviderName): string =>
  `${publicAddress}/oauth/${provider}/callback`

export const isProviderName = (text: string): text is ProviderName => Object.hasOwn(screenName, text)
