import { type Google, startGoogle } from '../../../../emulators/src/google/index.ts'
import { createWorld, type World } from '../../../../emulators/src/index.ts'
import type { GoogleEndpoints } from '../../../../server/src/providers/google/endpoints.ts'

export interface EmulatedGoogle extends AsyncDisposable {
  world: World
  google: Google
  endpoints: GoogleEndpoints
  client: { id: string; secret: string }
  /** As the console has them; more can be added at any time. */
  redirectUris: string[]
}

/** Google with one registered client. Its clock stands still until it is advanced, unless the world has another. */
export async function emulatedGoogle(
  redirectUri: string,
  world = createWorld('plmail'),
): Promise<EmulatedGoogle> {
  const client = { id: 'plmail.apps.googleusercontent.com', secret: 'GOCSPX-hush' }
  const redirectUris = [redirectUri]
  const google = await startGoogle(world, {
    clients: [{ ...client, redirectUris, project: 'plmail-test' }],
  })
  const { gmail, gmailUpload, ...urls } = google.urls
  return {
    world,
    google,
    endpoints: { ...urls, gmail: `${gmail}/gmail/v1`, gmailUpload: `${gmailUpload}/upload/gmail/v1` },
    client,
    redirectUris,
    [Symbol.asyncDispose]: () => google.close(),
  }
}
