import type { Clock } from '../../kit/clock.ts'
import type { Fetch } from '../../egress/network/index.ts'
import { fetchWithin } from '../contract/allowed-origins.ts'
import { createApi } from '../contract/api.ts'
import type { AccessTokens } from '../contract/grant.ts'
import { graphError } from './classify.ts'
import type { MicrosoftEndpoints } from './endpoints.ts'
import { createGraph, type Graph } from './graph.ts'

export interface GraphNeeds {
  endpoints: MicrosoftEndpoints
  fetch: Fetch
  tokens: AccessTokens
  clock: Clock
}

/** Graph for the mailbox that these tokens are of. It holds no connection. */
export function openGraph({ endpoints, fetch, tokens, clock }: GraphNeeds): Graph {
  const now = () => clock.now()
  const api = createApi({
    // Links to follow come out of answers: no token leaves Graph's own address.
    fetch: fetchWithin(fetch, [endpoints.graph]),
    tokens,
    // Graph counts requests in flight, not units (graph.ts).
    budget: { take: async () => {} },
    classify: (answer, doing) => graphError(answer, doing, now()),
  })
  return createGraph(api, endpoints.graph, now)
}
