import type { ProviderName } from '@plmail/wire'
import type { Grant, OAuthClient } from '../../providers/contract/index.ts'
import type { Returned } from './oauth-state.ts'

/** Facts that every outcome of a sign-in needs. */
export interface GrantCompletion {
  provider: ProviderName
  returned: Returned
  client: OAuthClient
  grant: Grant & { refreshToken: string }
}
