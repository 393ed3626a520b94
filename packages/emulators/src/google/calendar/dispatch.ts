import type { Fault } from '../../faults/faults.ts'
import type { EmulatedAnswer } from '../../http/answer.ts'
import type { Matched } from '../../schemas/index.ts'
import type { World } from '../../world.ts'
import { onlyFields } from '../gmail/fields-mask.ts'
import { badToken, missingScope, Refusal } from '../gmail/refusal.ts'
import type { IssuedToken, IssuedGrants } from '../identity/index.ts'
import type { CalendarAccount } from './account.ts'
import type { CalendarHandler } from './ask.ts'
import type { Channels } from './channels.ts'
import { events } from './methods/events.ts'
import { lists } from './methods/lists.ts'
import { settings } from './methods/settings.ts'
import { invalid, notFound, rateLimited, rateLimited429 } from './refusals.ts'
import { calendarGate } from './schema.ts'

const handlers: Record<string, CalendarHandler> = { ...lists, ...events, ...settings }

export interface CalendarDoor {
  world: World
  grants: IssuedGrants
  account: (email: string) => CalendarAccount | undefined
  channels: Channels
}

export interface CalendarApiRequest {
  method: string
  /** Path and query. */
  url: string
  authorization: string | undefined
  ifMatch: string | undefined
  body: unknown
  base: string
}

export interface CalendarApiMethods {
  operation: string
  account: string | undefined
  hit: Matched | undefined
}

export function getName(
  door: CalendarDoor,
  { method, url, authorization }: CalendarApiRequest,
): CalendarApiMethods {
  const hit = calendarGate.match(method, url)
  const account = door.grants.getOwner(getBearer(authorization))
  return { operation: hit?.method.id ?? 'calendar.unknown', account, hit }
}

/** Answers one call; refusals come in Google's envelope. */
export function run(
  door: CalendarDoor,
  incoming: CalendarApiRequest,
  { hit }: CalendarApiMethods,
  fault: Fault | undefined,
): EmulatedAnswer {
  try {
    if (!hit) throw notFound()
    const token = authenticate(door, incoming, fault)
    if (!hit.method.scopes.some((scope) => token.scopes.includes(scope))) throw missingScope()
    const account = door.account(token.grant.email)
    if (!account) throw notFound()
    charge(account)
    refuseMisshapen(incoming)
    const body = handle(door, incoming, { hit, account, fault })
    if (body === undefined) return { status: 204 }
    const mask = getQuery(incoming).get('fields')
    return { status: 200, body: mask === null ? body : onlyFields(mask, body) }
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

interface Admitted {
  hit: Matched
  account: CalendarAccount
  fault: Fault | undefined
}

function handle(
  door: CalendarDoor,
  incoming: CalendarApiRequest,
  { hit, account, fault }: Admitted,
): unknown {
  const handler = handlers[hit.method.id.replace('calendar.', '')]
  if (!handler) throw new Error(`${hit.method.id} is in the table and not served`)
  const { clock } = door.world
  return handler({
    operation: hit.method.id,
    account,
    params: hit.params,
    query: getQuery(incoming),
    fault,
    body: incoming.body,
    ifMatch: incoming.ifMatch,
    base: incoming.base,
    channels: door.channels,
    later: (work) => void clock.at(new Date(clock.now().getTime() + 1_000), work),
  })
}

function authenticate(
  door: CalendarDoor,
  { authorization }: CalendarApiRequest,
  fault: Fault | undefined,
): IssuedToken {
  const bearer = getBearer(authorization)
  if (fault?.kind === 'token-expires') door.grants.expireToken(bearer)
  const token = door.grants.accessToken(bearer)
  if (!token) throw badToken()
  return token
}

/** Each call is one; 403 or 429 [D]. */
function charge(account: CalendarAccount): void {
  if (account.quota.charge(1).ok) return
  throw account.ids.noise() < 0.5 ? rateLimited() : rateLimited429()
}

/**
 * Refuses values that violate the types of the table, as Google does; each method checks its required fields itself.
 */
function refuseMisshapen({ method, url, body }: CalendarApiRequest): void {
  const problems = calendarGate
    .checkRequest({ method, url, headers: {}, body })
    .filter((problem) => !/: required( by|$)/.test(problem))
  const [first] = problems
  if (first !== undefined) throw invalid(`Invalid JSON payload or parameter: ${first}`)
}

function getBearer(authorization: string | undefined): string {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
}

function getQuery({ url }: CalendarApiRequest): URLSearchParams {
  return new URL(url, 'http://calendar').searchParams
}
