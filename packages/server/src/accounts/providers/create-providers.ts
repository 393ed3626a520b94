import { type ProviderName, providerNames } from './names.ts'
import type { AccountsOptions } from '../options.ts'
import { checkConsole } from './console-check.ts'
import type { Providers } from './door.ts'
import { inForce } from './in-force.ts'
import { saveProvider } from './save.ts'
import { settingsOf } from './settings.ts'

export function createProviders(options: AccountsOptions): Providers {
  return {
    settings: (provider) => settingsOf(options, provider),
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
