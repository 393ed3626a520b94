/** What a program needs to run at all; nothing that is meant for a real plMail passes. */
const passedOn = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'TZ',
  'NODE_OPTIONS',
  'npm_execpath',
]

/** The environment of plMail in the demo: a registration with both emulated providers, in place of the real ones. */
export function variablesFor({ dataDirectory, address, port, world }) {
  const [google, microsoft] = world.clients
  return {
    ...Object.fromEntries(
      passedOn.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : [])),
    ),
    DEMO_MODE: '1',
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_PUBLIC_URL: address,
    APP_DATA_DIR: dataDirectory,
    LOG_LEVEL: 'error',
    PROVIDER_ENDPOINTS: JSON.stringify(world.endpoints),
    PROVA_OAUTH_CLIENT_ID: google.id,
    PROVA_OAUTH_CLIENT_SECRET: google.secret,
    PROVB_OAUTH_CLIENT_ID: microsoft.id,
    PROVB_OAUTH_CLIENT_SECRET: microsoft.secret,
    ASSISTANT_BASE_URL: world.assistant.urls.openai,
    ASSISTANT_API_KEY: world.assistant.key,
    ASSISTANT_MODEL: world.assistant.model,
    // As under npm: it ends when this process does, however that came about.
    npm_lifecycle_event: 'demo',
  }
}
