import type { Grant, OAuthClient } from '../../providers/contract/index.ts'
import type { ProviderName } from '../providers/names.ts'
import type { Returned } from './state.ts'

/** Facts that every outcome of a sign-in needs. */
export interface Completing {
  provider: ProviderName
  returned: Returned
  client: OAuthClient
  grant: Grant & { refreshToken: string }
}
