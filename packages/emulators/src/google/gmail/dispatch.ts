import type { Fault } from '../../faults/faults.ts'
import { type EmulatedAnswer } from '../../http/answer.ts'
import type { EmulatedClient } from '../../mailbox.ts'
import type { Matched } from '../../schemas/index.ts'
import type { World } from '../../world.ts'
import type { IssuedToken, IssuedGrants } from '../identity/index.ts'
import type { MailboxWatches } from './watches.ts'
import { googleGate } from '../schema.ts'
import type { GmailHandler } from './ask.ts'
import { onlyFields } from './fields-mask.ts'
import type { GmailMailbox } from './mailbox.ts'
import { account } from './methods/account.ts'
import { drafts } from './methods/drafts.ts'
import { history } from './methods/history.ts'
import { labels } from './methods/labels.ts'
import { messages } from './methods/messages.ts'
import { settings } from './methods/settings.ts'
import { threads } from './methods/threads.ts'
import { getUnits } from './quota.ts'
import {
  badToken,
  forbidden,
  invalidArgument,
  missingScope,
  noMailbox,
  notFound,
  Refusal,
  throttled,
  throttledWithoutTime,
} from './refusal.ts'

const handlers: Record<string, GmailHandler> = {
  ...account,
  ...drafts,
  ...history,
  ...labels,
  ...messages,
  ...settings,
  ...threads,
}

export interface GmailDoor {
  world: World
  grants: IssuedGrants
  clients: readonly EmulatedClient[]
  mailbox: (email: string) => GmailMailbox | undefined
  watches: MailboxWatches
}

/** A call of the API, whether it came by itself, as a part of a batch or at the end of an upload. */
export interface GmailRequest {
  method: string
  /** Path and query. */
  url: string
  authorization: string | undefined
  /** JSON, parsed; the bytes when they do not parse. */
  body: unknown
  media?: Buffer
}

/** The method a request names, and who asks. */
export interface GmailMethods {
  operation: string
  account: string | undefined
  hit: Matched | undefined
}

export function getName(door: GmailDoor, { method, url, authorization }: GmailRequest): GmailMethods {
  const hit = googleGate.match(method, url)
  const owner = door.grants.getOwner(getBearer(authorization))
  return { operation: hit?.method.id ?? 'gmail.unknown', account: owner, hit }
}

/** Answers one call; refusals come in Google's envelope. */
export function run(
  door: GmailDoor,
  incoming: GmailRequest,
  { hit }: GmailMethods,
  fault: Fault | undefined,
): EmulatedAnswer {
  try {
    if (!hit) throw notFound()
    const token = authenticate(door, incoming, fault)
    if (!hit.method.scopes.some((scope) => token.scopes.includes(scope))) throw missingScope()
    const mailbox = getMailbox(door, token, hit)
    charge(door, mailbox, hit.method.id)
    refuseMisshapen(incoming)
    const body = handle(door, incoming, { hit, token, mailbox, fault })
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
  token: IssuedToken
  mailbox: GmailMailbox
  fault: Fault | undefined
}

function handle(door: GmailDoor, incoming: GmailRequest, { hit, token, mailbox, fault }: Admitted): unknown {
  const handler = handlers[hit.method.id.replace('gmail.users.', '')]
  if (!handler) throw new Error(`${hit.method.id} is in the table and not served`)
  const mailScopes = token.scopes.filter((scope) => scope.includes('mail'))
  const client = door.clients.find((candidate) => candidate.id === token.grant.client)
  return handler({
    operation: hit.method.id,
    mailbox,
    params: hit.params,
    query: getQuery(incoming),
    body: incoming.body,
    media: incoming.media,
    project: client?.project,
    metadataOnly: mailScopes.every((scope) => !reads(scope)),
    now: door.world.clock.now(),
    fault,
    watches: door.watches,
  })
}

/** Whether a scope opens the contents of messages. */
function reads(scope: string): boolean {
  return ['https://mail.google.com/', 'gmail.modify', 'gmail.readonly'].some((allowed) =>
    scope.endsWith(allowed),
  )
}

function authenticate(
  door: GmailDoor,
  { authorization }: GmailRequest,
  fault: Fault | undefined,
): IssuedToken {
  const bearer = getBearer(authorization)
  if (fault?.kind === 'token-expires') door.grants.expireToken(bearer)
  const token = door.grants.accessToken(bearer)
  if (!token) throw badToken()
  return token
}

function getMailbox(door: GmailDoor, token: IssuedToken, hit: Matched): GmailMailbox {
  const userId = hit.params['userId']?.toLowerCase()
  const { email } = token.grant
  // [K]
  if (userId !== 'me' && userId !== email.toLowerCase()) throw forbidden(`Delegation denied for ${email}`)
  const mailbox = door.mailbox(email)
  if (!mailbox?.hasMail) throw noMailbox()
  return mailbox
}

/** Most refusals are 403 with the time in the sentence, some 429 without any [F]. */
function charge(door: GmailDoor, mailbox: GmailMailbox, operation: string): void {
  const charged = mailbox.quota.charge(getUnits(operation))
  if (charged.ok) return
  throw mailbox.store.ids.noise() < 0.75 ? throttled(charged.until) : throttledWithoutTime()
}

/**
 * Refuses values that violate the types of the table, as Google does; each method checks its required fields itself.
 */
function refuseMisshapen({ method, url, body, media }: GmailRequest): void {
  const problems = googleGate
    .checkRequest({ method, url, headers: {}, body: media ? undefined : body })
    .filter((problem) => !/: required( by|$)/.test(problem))
  const [first] = problems
  if (first !== undefined) throw invalidArgument(`Invalid JSON payload or parameter: ${first}`)
}

export function getBearer(authorization: string | undefined): string {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
}

function getQuery({ url }: GmailRequest): URLSearchParams {
  return new URL(url, 'http://gmail').searchParams
}
