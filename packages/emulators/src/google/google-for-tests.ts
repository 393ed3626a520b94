import { createHash, randomBytes } from 'node:crypto'
import { afterEach } from 'vitest'
import { toRawMessage } from '../blobs/raw.ts'
import type { RawMessage } from '../blobs/raw.ts'
import type { EmulatedClient } from '../mailbox.ts'
import { createWorld, type World } from '../world.ts'
import { type Google, type GmailMailbox, startGoogle } from './index.ts'

export const client: EmulatedClient = {
  id: 'client-1.apps.example',
  secret: 'hush',
  redirectUris: ['http://127.0.0.1:1/oauth/callback'],
  project: 'house',
}
export const allScopes = 'https://mail.google.com/ https://www.googleapis.com/auth/calendar openid email'

export interface Running {
  world: World
  google: Google
  ada: GmailMailbox
}

const running: Google[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((google) => google.close()))
})

/** A Google of its own with one account; closed after the test. */
export async function startForTest(seed = 'test', clients: EmulatedClient[] = [client]): Promise<Running> {
  const world = createWorld(seed)
  const google = await startGoogle(world, { clients })
  running.push(google)
  return { world, google, ada: google.addAccount('ada@example.test', { name: 'Ada' }) }
}

export interface SignIn {
  scope?: string
  email?: string
  prompt?: string
  accessType?: string
  /** What is posted to the consent page. */
  form?: Record<string, string | string[]>
}

/** The address of the consent page and the verifier that goes with it. */
export function authorizeUrl(google: Google, of: SignIn = {}): { url: URL; verifier: string } {
  const verifier = randomBytes(32).toString('base64url')
  const url = new URL(google.urls.authorize)
  const parameters = {
    client_id: client.id,
    redirect_uri: client.redirectUris[0] ?? '',
    response_type: 'code',
    scope: of.scope ?? allScopes,
    state: 'st',
    nonce: 'no',
    access_type: of.accessType ?? 'offline',
    prompt: of.prompt ?? 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url, verifier }
}

/** Agrees on the consent page as a script does. Answers where it leads. */
export async function consent(url: URL, form: Record<string, string | string[]>): Promise<URL> {
  const body = new URLSearchParams()
  for (const [name, values] of Object.entries(form))
    for (const value of [values].flat()) body.append(name, value)
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return new URL(reply.headers.get('location') ?? '')
}

export interface Tokens {
  access_token: string
  refresh_token?: string
  refresh_token_expires_in?: number
  scope: string
  id_token?: string
  expires_in: number
}

export async function signIn(google: Google, of: SignIn = {}): Promise<Tokens> {
  const { url, verifier } = authorizeUrl(google, of)
  const form = { account: of.email ?? 'ada@example.test', decision: 'allow', ...of.form }
  const code = (await consent(url, form)).searchParams.get('code') ?? ''
  const { body } = await exchange(google, { code, code_verifier: verifier })
  return body as unknown as Tokens
}

/** A request to the token endpoint; an exchange of a code unless told otherwise. */
export async function exchange(
  google: Google,
  form: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const reply = await fetch(google.urls.token, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.id,
      client_secret: client.secret,
      redirect_uri: client.redirectUris[0] ?? '',
      ...form,
    }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

interface Called {
  status: number
  body: Json
}

/** Every member that some reply has; a test reads those that its reply has. */
export interface Json {
  id: string
  threadId: string
  labelIds: string[]
  snippet: string
  raw: string
  historyId: string
  internalDate: string
  payload: Payload
  nextPageToken: string
  messages: Json[]
  threads: Json[]
  drafts: Json[]
  message: Json
  name: string
  labels: Json[]
  history: Json[]
  messagesAdded: Json[]
  messagesDeleted: Json[]
  labelsAdded: Json[]
  labelsRemoved: Json[]
  expiration: string
  data: string
  error: { code: number; message: string; errors: Array<{ reason: string; message: string }> }
}

interface Payload {
  partId: string
  headers: Array<{ name: string; value: string }>
  body: { size: number; data: string; attachmentId: string }
  parts: Payload[]
}

/** A signed-in client: `call('GET', '/messages?q=x')`. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Called>

export async function signedIn(google: Google, of: SignIn = {}): Promise<Call> {
  const { access_token: token } = await signIn(google, of)
  return caller(google, token)
}

export function caller(google: Google, token: string): Call {
  return async (method, path, body) => {
    const reply = await fetch(`${google.urls.gmail}/gmail/v1/users/me${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
  }
}

let count = 0

/** A small message; `headers` are added, or replace what is there. */
export function mail(headers: Record<string, string> = {}, body = 'Hello\r\n'): RawMessage {
  count++
  const all: Record<string, string> = {
    From: 'Bob <bob@elsewhere.test>',
    To: 'ada@example.test',
    Subject: `Letter ${count}`,
    'Message-ID': `<letter-${count}@elsewhere.test>`,
    Date: 'Sat, 21 Nov 2026 08:00:00 +0000',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return toRawMessage(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

export function base64url(raw: RawMessage): string {
  return raw.render().toString('base64url')
}
