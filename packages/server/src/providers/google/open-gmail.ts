import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Fetch } from '../../egress/network/index.ts'
import { fetchWithin } from '../contract/allowed-origins.ts'
import { type Budget, createApi } from '../contract/api.ts'
import type { AccessTokens } from '../contract/grant.ts'
import { googleError } from './classify.ts'
import type { GoogleEndpoints } from './endpoints.ts'
import { createGmail, type Gmail } from './gmail.ts'

export interface GoogleSessionNeeds {
  endpoints: GoogleEndpoints
  fetch: Fetch
  tokens: AccessTokens
  /** Quota units. */
  budget: Budget
  clock: Clock
  random: Random
}

/** Gmail for the mailbox that these tokens are of. It holds no connection. */
export function openGmail({ endpoints, fetch, tokens, budget, clock, random }: GoogleSessionNeeds): Gmail {
  const origins = [endpoints.gmail, endpoints.gmailBatch, endpoints.gmailUpload]
  const api = createApi({
    fetch: fetchWithin(fetch, origins),
    tokens,
    budget,
    classify: (answer, doing) => googleError(answer, doing, clock.now()),
  })
  return createGmail(api, endpoints, random)
}
