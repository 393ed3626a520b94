import { createWorld, type World } from '../../../../emulators/src/index.ts'
import { type Microsoft, startMicrosoft } from '../../../../emulators/src/microsoft/index.ts'
import type { MicrosoftEndpoints } from '../../../../server/src/providers/microsoft/endpoints.ts'

export interface EmulatedMicrosoft extends AsyncDisposable {
  world: World
  microsoft: Microsoft
  endpoints: MicrosoftEndpoints
  /** Open to everybody. */
  client: { id: string; secret: string }
  /** Registered for one organisation only. */
  narrowClient: { id: string; secret: string }
  /** Of both; more can be added at any time. */
  redirectUris: string[]
}

/** The only tenant that the narrow client is registered for. */
export const narrowTenant = '11111111-2222-4333-8444-555555555555'

/** Microsoft with two registered clients. Its clock stands still until it is advanced, unless the world has another. */
export async function emulatedMicrosoft(
  redirectUri: string,
  world = createWorld('plmail'),
): Promise<EmulatedMicrosoft> {
  const client = { id: '6f1d2a34-0000-4000-8000-00000000000a', secret: 'Abc8Q~hush' }
  const narrowClient = { id: '6f1d2a34-0000-4000-8000-00000000000b', secret: 'Xyz8Q~hush' }
  const redirectUris = [redirectUri]
  const microsoft = await startMicrosoft(world, {
    clients: [
      { ...client, redirectUris },
      { ...narrowClient, redirectUris, tenant: narrowTenant },
    ],
  })
  const { login, graph, uploads } = microsoft.urls
  return {
    world,
    microsoft,
    endpoints: { login, graph: `${graph}/v1.0`, uploadOrigins: [uploads], scopePrefix: '' },
    client,
    narrowClient,
    redirectUris,
    [Symbol.asyncDispose]: () => microsoft.close(),
  }
}
