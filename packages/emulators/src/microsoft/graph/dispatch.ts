import { setTimeout as sleep } from 'node:timers/promises'
import { perform, type EmulatedAnswer } from '../../http/answer.ts'
import type { World } from '../../world.ts'
import type { MicrosoftToken, Account, Directory } from '../identity/accounts.ts'
import { hasScope } from '../identity/scopes.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import { isRecord, usesImmutableIds, type GraphCall, type Route } from './call.ts'
import { guid } from '../guid.ts'
import { appliedPreferences, readPreferences } from './prefer.ts'
import { accessDenied, errorOfStatus, Refused } from '../refused.ts'
import { findRoute, takeApart, type Routed } from './routing.ts'
import type { GraphThrottle } from './throttle.ts'

/** Everything behind the Graph origin. */
export interface GraphService {
  world: World
  directory: Directory
  routes: readonly Route[]
  throttle: GraphThrottle
  getMailbox(account: Account): GraphMailbox
  /** The origin with `/v1.0`. */
  base: string
}

/** A request as it came in, by itself or inside a batch. */
export interface GraphRequest {
  method: string
  /** Below `/v1.0`, with its query. */
  url: string
  headers: Readonly<Record<string, string | undefined>>
  body: unknown
}

/** An executed operation and its answer. */
export interface GraphOutcome {
  operation: string
  account: string | undefined
  answer: EmulatedAnswer
}

/** Does one request: who asks, what for, may they, is there room, and what is armed for it. */
export async function dispatch(service: GraphService, incoming: GraphRequest): Promise<GraphOutcome> {
  const named = { operation: 'graph.unknown', account: undefined as string | undefined }
  try {
    const token = authenticate(service, incoming.headers['authorization'])
    named.account = token.account.email
    const target = routed(service, incoming)
    named.operation = target.route.operation
    const mailbox = service.getMailbox(token.account)
    refuseForeign(target.user, token.account)
    refuseUnentitled(target.route, token, mailbox)
    const call = toCall(service, incoming, target, token, mailbox)
    return { ...named, answer: await admitted(service, target.route, call) }
  } catch (error) {
    if (error instanceof Refused) return { ...named, answer: error.answer }
    throw error
  }
}

interface AskedFor {
  route: Route
  params: Record<string, string>
  user: string | undefined
  path: string
  query: URLSearchParams
}

function routed(service: GraphService, { method, url }: GraphRequest): AskedFor {
  const [path, query] = split(url)
  const { user, segments } = readPath(path)
  const match = refuseUnrouted(findRoute(service.routes, method, segments), path)
  return { ...match, user, path, query: new URLSearchParams(query) }
}

function toCall(
  { world, base }: GraphService,
  { method, headers, body }: GraphRequest,
  { params, query, path }: AskedFor,
  token: MicrosoftToken,
  mailbox: GraphMailbox,
): GraphCall {
  const prefer = readPreferences(headers['prefer'])
  const { account } = token
  return {
    world,
    account,
    token,
    mailbox,
    method,
    params,
    query,
    headers,
    body,
    prefer,
    fault: undefined,
    base,
    path,
  }
}

/** Waits its turn, takes its time and meets the fault armed for it. */
async function admitted(service: GraphService, route: Route, call: GraphCall): Promise<EmulatedAnswer> {
  const { world, throttle } = service
  const uploaded = Buffer.isBuffer(call.body) ? call.body.length : 0
  const entry = throttle.enter(`${call.token.client} ${call.mailbox.email}`, uploaded)
  if (!entry.ok) throw throttled(entry.limit, entry.retryAfterSeconds)
  try {
    // Real time: what overlaps on the wire has to overlap here for the limit to be met.
    if (call.mailbox.options.latencyMs > 0) await sleep(call.mailbox.options.latencyMs)
    const answer = await perform(
      world.faults,
      { operation: route.operation, account: call.account.email },
      (fault) => run(service, route, { ...call, fault }),
    )
    return complete(call, answer)
  } finally {
    entry.leave()
  }
}

async function run(service: GraphService, route: Route, call: GraphCall): Promise<EmulatedAnswer> {
  try {
    if (call.fault?.kind === 'token-expires') {
      service.directory.expire(call.token)
      throw tokenExpired()
    }
    return await route.run(call)
  } catch (error) {
    // Here and not further out, so that a fault after the work meets refusals too.
    if (error instanceof Refused) return error.answer
    throw error
  }
}

function complete(call: GraphCall, answer: EmulatedAnswer): EmulatedAnswer {
  const isBare = answer.status >= 400 && answer.body === undefined
  const applied = appliedPreferences(call.prefer, usesImmutableIds(call))
  return {
    ...answer,
    headers: { ...(applied && answer.status < 400 && { 'preference-applied': applied }), ...answer.headers },
    ...(isBare && { body: errorOfStatus(answer.status) }),
  }
}

/** Adds what every answer of Graph carries: the ids by which its support finds a request [D]. */
export function stamped(
  world: World,
  headers: GraphRequest['headers'],
  answer: EmulatedAnswer,
): EmulatedAnswer {
  const requestId = guid(world)
  const clientId = headers['client-request-id'] ?? requestId
  const error = isRecord(answer.body) ? answer.body['error'] : undefined
  const date = world.clock.now().toISOString().slice(0, 19)
  const innerError = { date, 'request-id': requestId, 'client-request-id': clientId }
  const body = isRecord(error) ? { error: { innerError, ...error } } : answer.body
  return {
    ...answer,
    headers: { 'request-id': requestId, 'client-request-id': clientId, ...answer.headers },
    ...(body !== undefined && { body }),
  }
}

/** Who asks. Throws a 401 when nobody can be told from the token. */
export function authenticate(service: GraphService, header: string | undefined): MicrosoftToken {
  const value = /^Bearer\s+(.+)$/i.exec(header ?? '')?.[1]
  if (value === undefined) throw unauthorised('Access token is empty.')
  const token = service.directory.accessToken(value)
  if (token === undefined) throw unauthorised('CompactToken parsing failed with error code: 80049217')
  if (token.resource !== 'graph') throw unauthorised('Access token validation failure. Invalid audience.')
  if (token.expiresAt <= service.world.clock.now().getTime()) throw tokenExpired()
  if (token.account.obstacle === 'claims') throw challenged()
  return token
}

/** [F] */
function tokenExpired(): Refused {
  return unauthorised('Lifetime validation failed, the token is expired.')
}

function unauthorised(message: string, more = ''): Refused {
  return new Refused(401, 'InvalidAuthenticationToken', message, {
    'www-authenticate': `Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize"${more}`,
  })
}

/** [K] Continuous access evaluation: the token is sound, and something has happened since it was issued. */
function challenged(): Refused {
  const claims = { access_token: { nbf: { essential: true, value: '1795251600' } } }
  const encoded = Buffer.from(JSON.stringify(claims)).toString('base64')
  return unauthorised(
    'Continuous access evaluation resulted in challenge with result: InteractionRequired and code: TokenIssuedBeforeRevocationTimestamp',
    `, error="insufficient_claims", claims="${encoded}"`,
  )
}

/** [F] */
function throttled(limit: string, seconds: number): Refused {
  return new Refused(429, 'ApplicationThrottled', `Application is over its ${limit} limit.`, {
    'retry-after': String(seconds),
  })
}

/** [F] Identity works, mail does not: no licence, or a mailbox on premises. */
function notEnabled(): Refused {
  return new Refused(
    404,
    'MailboxNotEnabledForRESTAPI',
    'The mailbox is either inactive, soft-deleted, or is hosted on-premise.',
  )
}

function refuseUnentitled(route: Route, token: MicrosoftToken, mailbox: GraphMailbox): void {
  if (route.scopes.length > 0 && !hasScope(token.scopes, route.scopes)) throw accessDenied()
  if (route.needsMailbox !== false && !mailbox.options.hasMailbox) throw notEnabled()
}

/** A delegated token opens its own mailbox only. */
function refuseForeign(user: string | undefined, account: Account): void {
  if (user === undefined || user === 'me') return
  if ([account.email, account.oid].some((name) => name.toLowerCase() === user.toLowerCase())) return
  throw accessDenied()
}

function refuseUnrouted(route: Routed, path: string): Exclude<Routed, undefined | 'wrong method'> {
  if (route === 'wrong method')
    throw new Refused(405, 'UnknownError', 'The HTTP method is not allowed for this resource.')
  if (route) return route
  const last = path.split('/').at(-1) ?? ''
  throw new Refused(400, 'BadRequest', `Resource not found for the segment '${last}'.`)
}

function readPath(path: string): ReturnType<typeof takeApart> {
  try {
    return takeApart(path)
  } catch {
    throw new Refused(400, 'BadRequest', 'The URL could not be decoded.')
  }
}

function split(url: string): [string, string] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}
