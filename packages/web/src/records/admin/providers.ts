import type { ConsoleStep, ProviderForm, ProviderName, ProviderSettings } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** The server's registrations with providers, for administrators. Nothing is kept here: whoever shows them asks. */
export interface AdminProviders {
  load(): Promise<Answer<{ providers: ProviderSettings[] }>>
  save(provider: ProviderName, form: ProviderForm): Promise<Answer<ProviderSettings>>
  /** Asks the provider what it thinks of the registration. */
  check(provider: ProviderName): Promise<Answer<{ steps: ConsoleStep[] }>>
}

export function createAdminProviders(http: Http): AdminProviders {
  return {
    load: () => http.call('GET', '/api/admin/providers'),
    save: (provider, form) => http.call('POST', `/api/admin/providers/${provider}`, form),
    check: (provider) => http.call('POST', `/api/admin/providers/${provider}/check`),
  }
}
