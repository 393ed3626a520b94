import type { Grant, OAuthClient } from '../../providers/contract/index.ts'
import type { ProviderName } from './door.ts'
import type { Returned } from './state.ts'

/** What every way of ending needs to know. */
export interface Completing {
  provider: ProviderName
  returned: Returned
  client: OAuthClient
  grant: Grant & { refreshToken: string }
}
