import type { AccountsOptions } from '../options.ts'
import { createAccessTokens } from './access-token.ts'
import { beginGrant } from './begin-grant.ts'
import { completeGrant } from './complete-grant.ts'
import type { Grants } from './types.ts'
import { sweepStates } from './oauth-state.ts'

export function createGrants(options: AccountsOptions): Grants {
  return {
    begin: (asking, provider, accountId, extra) => beginGrant(options, asking, provider, accountId, extra),
    complete: (asking, provider, answer) => completeGrant(options, asking, provider, answer),
    accessToken: createAccessTokens(options),
    sweep: () => sweepStates(options),
  }
}
