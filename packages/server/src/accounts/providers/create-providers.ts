import type { ProviderName } from '@plmail/wire'
import { providerNames } from './provider-names.ts'
import type { AccountsOptions } from '../options.ts'
import { checkConsole } from './console-check.ts'
import type { Providers } from './types.ts'
import { inForce } from './effective-settings.ts'
import { saveProvider } from './save-provider.ts'
import { selectSettings } from './provider-settings.ts'

export function createProviders(options: AccountsOptions): Providers {
  return {
    settings: (provider) => selectSettings(options, provider),
    save: (provider, form) => saveProvider(options, provider, form),
    check: (provider) => checkConsole(options, provider),
    inForce: (provider) => inForce(options, provider),
    ready: async () => {
      const configured: ProviderName[] = []
      for (const provider of providerNames)
        if ((await inForce(options, provider)).client) configured.push(provider)
      return configured
    },
  }
}
