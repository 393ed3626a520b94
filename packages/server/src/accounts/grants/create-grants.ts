import type { AccountsOptions } from '../options.ts'
import { createAccessTokens } from './access-token.ts'
import { begin } from './begin.ts'
import { complete } from './complete.ts'
import type { Grants } from './door.ts'
import { sweepStates } from './state.ts'

export function createGrants(options: AccountsOptions): Grants {
  return {
    begin: (asking, provider, accountId, extra) => begin(options, asking, provider, accountId, extra),
    complete: (asking, provider, answer) => complete(options, asking, provider, answer),
    accessToken: createAccessTokens(options),
    sweep: () => sweepStates(options),
  }
}
