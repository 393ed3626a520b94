import { createHash, randomBytes } from 'node:crypto'
import { afterEach } from 'vitest'
import { toRawMessage, type RawMessage } from '../blobs/raw.ts'
import type { VirtualClock } from '../clock/clock.ts'
import type { EmulatedClient } from '../mailbox.ts'
import { createWorld, type World } from '../world.ts'
import { startMicrosoft, type Microsoft, type MicrosoftMailbox, type MicrosoftOptions } from './index.ts'

export const client: EmulatedClient = {
  id: '11111111-2222-4333-8444-555555555555',
  secret: 'hush~hush',
  redirectUris: ['http://127.0.0.1:1/oauth/provB/callback'],
}

export const allScopes =
  'openid email profile offline_access User.Read Mail.ReadWrite Mail.Send MailboxSettings.ReadWrite Calendars.ReadWrite'

export interface Running {
  world: World
  microsoft: Microsoft
  ada: MicrosoftMailbox
  /** Asks Graph as Ada, with all scopes. */
  graph: Graph
}

const running: Array<{ world: World; microsoft: Microsoft }> = []

afterEach(async () => {
  const all = running.splice(0)
  await Promise.all(all.map((started) => started.microsoft.close()))
  // What went over the wire kept to the published metadata, unless a test looked at the problems and cleared them.
  const problems = all.flatMap((started) => started.world.requests.problems())
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

export interface StartOptions {
  seed?: string
  clock?: VirtualClock
  clients?: EmulatedClient[]
  limits?: NonNullable<MicrosoftOptions['limits']>
  mailbox?: Parameters<Microsoft['addAccount']>[1]
}

/** A Microsoft of its own with one work account, closed after the test. */
export async function startForTest(options: StartOptions = {}): Promise<Running> {
  const world = createWorld(options.seed ?? 'test', options.clock)
  const { clients = [client], limits = {} } = options
  const microsoft = await startMicrosoft(world, { clients, limits })
  running.push({ world, microsoft })
  const ada = microsoft.addAccount('ada@contoso.test', { deltaNoise: 0, latencyMs: 0, ...options.mailbox })
  const token = await getToken(microsoft, ada.email)
  return { world, microsoft, ada, graph: getGraph(microsoft, token) }
}

export interface SignIn {
  tenant?: string
  scope?: string
  client?: EmulatedClient
  redirectUri?: string
  /** Over the usual fields of the request. */
  fields?: Record<string, string>
}

export function authorizeUrl(microsoft: Microsoft, of: SignIn = {}): { url: URL; verifier: string } {
  const verifier = randomBytes(32).toString('base64url')
  const app = of.client ?? client
  const url = new URL(`${microsoft.urls.login}/${of.tenant ?? 'common'}/oauth2/v2.0/authorize`)
  const fields = {
    client_id: app.id,
    redirect_uri: of.redirectUri ?? app.redirectUris[0] ?? '',
    response_type: 'code',
    response_mode: 'query',
    scope: of.scope ?? allScopes,
    state: 'st',
    nonce: 'no',
    prompt: 'select_account',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...of.fields,
  }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return { url, verifier }
}

/** Answers the sign-in pages as a script does: one POST. */
export async function signIn(
  microsoft: Microsoft,
  email: string,
  of: SignIn & { decision?: string } = {},
): Promise<{ back: URLSearchParams; verifier: string; status: number; html: string }> {
  const { url, verifier } = authorizeUrl(microsoft, of)
  const body = new URLSearchParams({ email, decision: of.decision ?? 'accept' })
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const location = reply.headers.get('location')
  const back = location === null ? new URLSearchParams() : new URL(location).searchParams
  return { back, verifier, status: reply.status, html: await reply.text() }
}

export interface Tokens {
  access_token: string
  refresh_token?: string
  id_token?: string
  scope: string
  expires_in: number
  token_type: string
  error?: string
  error_codes?: number[]
  suberror?: string
  error_description?: string
}

export async function postToken(
  microsoft: Microsoft,
  form: Record<string, string>,
  of: { tenant?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; tokens: Tokens }> {
  const reply = await fetch(`${microsoft.urls.login}/${of.tenant ?? 'common'}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: client.id, client_secret: client.secret, ...form }),
    ...(of.headers && { headers: of.headers }),
  })
  return { status: reply.status, tokens: (await reply.json()) as Tokens }
}

export async function exchange(
  microsoft: Microsoft,
  email: string,
  of: SignIn & { form?: Record<string, string> } = {},
): Promise<{ status: number; tokens: Tokens }> {
  const { back, verifier } = await signIn(microsoft, email, of)
  const app = of.client ?? client
  return postToken(
    microsoft,
    {
      client_id: app.id,
      client_secret: app.secret,
      grant_type: 'authorization_code',
      code: back.get('code') ?? '',
      redirect_uri: of.redirectUri ?? app.redirectUris[0] ?? '',
      code_verifier: verifier,
      ...of.form,
    },
    of.tenant === undefined ? {} : { tenant: of.tenant },
  )
}

export async function getToken(microsoft: Microsoft, email: string, scope = allScopes): Promise<string> {
  const { tokens } = await exchange(microsoft, email, { scope })
  return tokens.access_token
}

export interface Reply {
  status: number
  headers: Headers
  // Bodies are looked into freely: what they must look like, the gate says.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  text: string
}

interface AskOptions {
  method?: string
  /** An object goes as JSON, text as text/plain. */
  body?: object | string
  headers?: Record<string, string>
}

export interface Graph {
  (path: string, options?: AskOptions): Promise<Reply>
  /** All pages of a collection or a delta: their entries, and the last link. */
  pages(
    path: string,
    options?: AskOptions,
  ): Promise<{ value: Reply['body'][]; pages: number; deltaLink: string }>
}

/** Asks `/v1.0` by path, or the whole address of a link. */
export function getGraph(microsoft: Microsoft, token: string): Graph {
  const ask = async (path: string, options: AskOptions = {}): Promise<Reply> => {
    const { body } = options
    const type = typeof body === 'string' ? 'text/plain' : 'application/json'
    const reply = await fetch(path.startsWith('http') ? path : `${microsoft.urls.graph}/v1.0${path}`, {
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': type }),
        ...options.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json') ?? false
    return { status: reply.status, headers: reply.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  return Object.assign(ask, {
    async pages(path: string, options?: AskOptions) {
      const value: Reply['body'][] = []
      for (let link = path, pages = 1; ; pages++) {
        const { status, text, body } = await ask(link, options)
        if (status !== 200) throw new Error(`${status} for ${link}: ${text}`)
        value.push(...body.value)
        if (body['@odata.nextLink'] === undefined)
          return { value, pages, deltaLink: String(body['@odata.deltaLink'] ?? '') }
        link = body['@odata.nextLink']
      }
    },
  })
}

/** A plain message. */
export function mail(
  subject: string,
  more: { from?: string; headers?: string; body?: string } = {},
): RawMessage {
  const id = createHash('sha256')
    .update(`${subject} ${more.headers ?? ''}`)
    .digest('hex')
    .slice(0, 16)
  return toRawMessage(
    `From: ${more.from ?? 'Grace Hopper <grace@example.test>'}\r\nTo: ada@contoso.test\r\nSubject: ${subject}\r\n` +
      `Date: Sat, 21 Nov 2026 08:00:00 +0000\r\nMessage-ID: <${id}@example.test>\r\n${more.headers ?? ''}\r\n${more.body ?? 'Hello Ada\r\n'}`,
  )
}

export function segment(id: string): string {
  return encodeURIComponent(id)
}
