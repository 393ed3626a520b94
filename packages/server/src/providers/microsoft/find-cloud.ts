import type { Clock } from '../../kit/clock.ts'
import type { Fetch } from '../../egress/network/index.ts'
import { fetchWithin } from '../contract/allowed-origins.ts'
import { type MicrosoftCloud, microsoftClouds } from '../contract/grant.ts'
import { readAnswer, readText } from '../contract/token-endpoint.ts'
import type { MicrosoftEndpoints } from './endpoints.ts'

export interface FindCloudNeeds {
  clouds: Readonly<Record<MicrosoftCloud, MicrosoftEndpoints>>
  fetch: Fetch
  clock: Clock
}

/**
 * The cloud that a tenant lives in, by the document in which the sign-in service of `asked` describes it: `msgraph_host`
 * names the tenant's Graph. `unknown-tenant`: that service has no such tenant.
 */
export async function findCloud(
  { clouds, fetch, clock }: FindCloudNeeds,
  registeredCloud: MicrosoftCloud,
  tenant: string,
): Promise<MicrosoftCloud | 'unknown-tenant' | 'unreachable'> {
  const { login } = clouds[registeredCloud]
  const url = `${login}/${encodeURIComponent(tenant)}/v2.0/.well-known/openid-configuration`
  const guarded = fetchWithin(fetch, [login])
  const read = await readAnswer(() => guarded(url, { signal: AbortSignal.timeout(10_000) }), clock)
  if (!read.ok) return 'unreachable'
  if (read.value.status !== 200) return 'unknown-tenant'
  const host = readText(read.value.body['msgraph_host']).toLowerCase()
  return microsoftClouds.find((cloud) => new URL(clouds[cloud].graph).host === host) ?? 'unreachable'
}
