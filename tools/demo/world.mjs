import { join } from 'node:path'
import { root } from '../ready.mjs'

/** The registrations of plMail, as the consoles of both providers would hold them. */
export const clientsAt = (address) => [
  {
    provider: 'provA',
    id: 'plmail-demo.apps.googleusercontent.com',
    secret: 'GOCSPX-plmail-demo',
    redirectUris: [`${address}/oauth/provA/callback`],
    project: 'plmail-demo',
  },
  {
    provider: 'provB',
    id: '0d3a0000-0000-4000-8000-00000000de30',
    secret: 'plmail~demo~secret',
    redirectUris: [`${address}/oauth/provB/callback`],
  },
]

/** About so often mail comes by itself. */
const mailEveryMs = 3 * 60_000

/** Both providers with a mailbox each, and everything a client has to know to reach them. */
export async function startWorld(address) {
  const { startEmulators } = await import(join(root, 'packages/emulators/dist/emulators.js'))
  const clients = clientsAt(address)
  const emulators = await startEmulators({
    seed: 'plmail',
    profile: 'demo',
    clients,
    mailEveryMs,
    // A full inbox takes a minute at Google's own pace.
    unitsPerMinute: Infinity,
  })
  return {
    clients,
    endpoints: endpointsOf(emulators),
    assistant: emulators.assistant,
    controlUrl: emulators.controlUrl,
    close: () => emulators.close(),
  }
}

function endpointsOf({ google, microsoft }) {
  const { gmail, gmailUpload, ...others } = google.urls
  const { login, graph, uploads } = microsoft.urls
  return {
    google: { ...others, gmail: `${gmail}/gmail/v1`, gmailUpload: `${gmailUpload}/upload/gmail/v1` },
    microsoft: { login, graph: `${graph}/v1.0`, uploadOrigins: [uploads] },
  }
}
