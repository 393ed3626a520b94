import * as oauth from 'oauth4webapi'
import { type Clock, systemClock } from '../../kit/clock.ts'
import { type Fetch, SwitchedOff } from '../../egress/network/index.ts'
import type { AuthorizationRequest, GrantFailure, OAuthClient, GrantOutcome } from './grant.ts'

export interface TokenNeeds {
  /** Hand-written: nothing is discovered, so nobody can redirect us by a document. */
  server: oauth.AuthorizationServer
  client: OAuthClient
  fetch: Fetch
  clock: Clock
  /** Reads an error body; undefined: it is none that the provider is known for. */
  toFailure(body: ErrorBody): GrantFailure | undefined
}

/** RFC 6749 §5.2, and what the providers add to it. */
export interface ErrorBody {
  error: string
  error_description: string
  /** Google. */
  error_subtype: string
  /** Microsoft. */
  suberror: string
  error_codes: number[]
}

/** The token endpoint's good answer, not yet validated. */
export interface TokenAnswer {
  response(): Response
  body: Record<string, unknown>
}

/** An answer of an endpoint that speaks of tokens or people is a few KiB. */
const maxAnswerLength = 256 * 1024
const answerMilliseconds = 20_000

export function exchangeCode(
  needs: TokenNeeds,
  request: Pick<AuthorizationRequest, 'redirectUri' | 'verifier'>,
  answer: URLSearchParams,
  more: Record<string, string> = {},
): Promise<GrantOutcome<TokenAnswer>> {
  const { server, client } = needs
  return requestToken(needs, (options) =>
    oauth.authorizationCodeGrantRequest(
      server,
      toClient(needs),
      oauth.ClientSecretPost(client.secret),
      answer,
      request.redirectUri,
      request.verifier,
      { ...options, additionalParameters: more },
    ),
  )
}

export function refreshToken(
  needs: TokenNeeds,
  token: string,
  more: Record<string, string> = {},
): Promise<GrantOutcome<TokenAnswer>> {
  const { server, client } = needs
  return requestToken(needs, (options) =>
    oauth.refreshTokenGrantRequest(server, toClient(needs), oauth.ClientSecretPost(client.secret), token, {
      ...options,
      additionalParameters: more,
    }),
  )
}

/** The client as the validating functions want it; their time is the clock's. */
export function toClient({ client, clock }: Pick<TokenNeeds, 'client' | 'clock'>): oauth.Client {
  const ahead = clock.now().getTime() - systemClock.now().getTime()
  return { client_id: client.id, [oauth.clockSkew]: Math.round(ahead / 1000), [oauth.clockTolerance]: 60 }
}

/** The query of a redirect, checked for its state; a refusal in it is the provider's failure. */
export function checkedAnswer(
  needs: TokenNeeds,
  answer: URLSearchParams,
  state: string,
): GrantOutcome<URLSearchParams> {
  try {
    const checked = oauth.validateAuthResponse(needs.server, toClient(needs), answer, state)
    if (answer.getAll('code').length === 1) return { ok: true, value: checked }
    return failed({ kind: 'refused', said: 'The answer does not carry one code' })
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      const body = errorBody(Object.fromEntries(answer))
      return failed((body && needs.toFailure(body)) ?? { kind: 'refused', said: shortened(error.error) })
    }
    return failed({ kind: 'refused', said: getWords(error) })
  }
}

/** Runs a validating function of the library; what does not hold is the provider's failure. */
export async function validated<T>(validate: () => Promise<T>): Promise<GrantOutcome<T>> {
  try {
    return { ok: true, value: await validate() }
  } catch (error) {
    if (!(
      error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError
    ))
      throw error
    return failed({ kind: 'refused', said: getWords(error) })
  }
}

type RequestOptions = oauth.TokenEndpointRequestOptions

async function requestToken(
  needs: TokenNeeds,
  send: (options: RequestOptions) => Promise<Response>,
): Promise<GrantOutcome<TokenAnswer>> {
  const options: RequestOptions = {
    [oauth.customFetch]: (url, init) => needs.fetch(url, init),
    // Addresses without TLS come from the endpoint map, which names them in tests and in the demo only.
    [oauth.allowInsecureRequests]: needs.server.token_endpoint?.startsWith('http:') ?? false,
    signal: AbortSignal.timeout(answerMilliseconds),
  }
  const read = await readAnswer(() => send(options), needs.clock)
  if (!read.ok) return read
  const { status, text, body } = read.value
  if (status !== 200) {
    const error = errorBody(body)
    return failed((error && needs.toFailure(error)) ?? { kind: 'refused', said: `Status ${status}` })
  }
  const headers = { 'content-type': 'application/json' }
  return { ok: true, value: { body, response: () => new Response(text, { status, headers }) } }
}

/**
 * One answer in JSON. A lost connection, a server in trouble and what a proxy says in between are `unreachable`: they
 * say nothing about the grant. `throttled` waits as long as asked, a minute when nothing was said.
 */
export async function readAnswer(
  send: () => Promise<Response>,
  clock: Clock,
): Promise<GrantOutcome<{ status: number; text: string; body: Record<string, unknown> }>> {
  let response: Response
  let text: string
  try {
    response = await send()
    text = await boundedText(response)
  } catch (error) {
    if (error instanceof SwitchedOff) return failed({ kind: 'switched-off' })
    if (error instanceof Error && isNetworkTrouble(error))
      return failed({ kind: 'unreachable', said: getWords(error) })
    throw error
  }
  const { status } = response
  if (status === 429)
    return failed({ kind: 'throttled', until: retryAt(response.headers.get('retry-after'), clock.now()) })
  if (status >= 500) return failed({ kind: 'unreachable', said: `Status ${status}` })
  const body = jsonObject(text)
  if (body) return { ok: true, value: { status, text, body } }
  // An answer without a body is the provider's own, as Google's to a revocation is; a page comes from in between.
  if (text.trim() === '') return { ok: true, value: { status, text, body: {} } }
  return failed({ kind: 'unreachable', said: `Status ${status} without a readable answer` })
}

/** A provider's page as a browser is shown it, with where it leads; undefined when it cannot be had. */
export async function readPage(
  fetch: Fetch,
  url: string,
): Promise<{ status: number; location: string; text: string } | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerMilliseconds) })
    const location = response.headers.get('location') ?? ''
    return { status: response.status, location, text: await boundedText(response) }
  } catch (error) {
    if (error instanceof SwitchedOff) return undefined
    if (error instanceof Error && isNetworkTrouble(error)) return undefined
    throw error
  }
}

/** A journey that nobody goes on, to learn what the provider thinks of who begins it. */
export function createTrial(redirectUri: string): { request: AuthorizationRequest; answer: URLSearchParams } {
  const request = { redirectUri, state: 'trial', nonce: 'trial', verifier: 'trial'.repeat(9) }
  return { request, answer: new URLSearchParams({ code: 'trial', state: request.state }) }
}

// What fetch throws for a connection that fails is a TypeError; time limits and cut bodies have names of their own.
function isNetworkTrouble(error: Error): boolean {
  const isOurs = 'code' in error && typeof error.code === 'string' && error.code.startsWith('ERR_INVALID_ARG')
  return !isOurs && (error instanceof TypeError || ['TimeoutError', 'AbortError', 'Cut'].includes(error.name))
}

class Cut extends Error {
  override readonly name = 'Cut'
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > maxAnswerLength) throw new Cut('The answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

function errorBody(body: Record<string, unknown>): ErrorBody | undefined {
  const error = readText(body['error'])
  if (error === '') return undefined
  const codes: unknown[] = Array.isArray(body['error_codes']) ? body['error_codes'] : []
  return {
    error,
    error_description: readText(body['error_description']),
    error_subtype: readText(body['error_subtype']),
    suberror: readText(body['suberror']),
    error_codes: codes.filter((code) => typeof code === 'number'),
  }
}

/** Seconds or a date (RFC 9110 §10.2.3), at most an hour from now. */
function retryAt(header: string | null, now: Date): Date {
  const seconds = Number(header)
  const dated = header === null ? Number.NaN : Date.parse(header)
  const wait = header !== null && Number.isFinite(seconds) ? seconds * 1000 : dated - now.getTime()
  const bounded = Math.min(Math.max(Number.isFinite(wait) ? wait : 60_000, 1000), 3_600_000)
  return new Date(now.getTime() + bounded)
}

/** Times in answers are seconds from now; what is no number of them counts as the hour that is usual. */
export function secondsFromNow(seconds: unknown, clock: Clock): Date {
  const usable = typeof seconds === 'number' && seconds > 0 && seconds < 10 * 365 * 86_400
  return new Date(clock.now().getTime() + (usable ? seconds : 3600) * 1000)
}

export function readScopes(scope: unknown): string[] {
  return readText(scope).split(' ').filter(Boolean)
}

/** A provider's words as they may be shown: one line, not too long. */
export function shortened(words: string): string {
  const line = words.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

function getWords(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return shortened(cause instanceof Error ? cause.message : String(cause))
}

export const failed = (failure: GrantFailure): { ok: false; failure: GrantFailure } => ({
  ok: false,
  failure,
})
