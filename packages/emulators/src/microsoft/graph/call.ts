import type { Fault } from '../../faults/faults.ts'
import type { EmulatedAnswer } from '../../http/answer.ts'
import type { World } from '../../world.ts'
import type { MicrosoftToken, Account } from '../identity/accounts.ts'
import type { View } from '../mailbox/view.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import { Refused } from '../refused.ts'
import type { PreferHeaders } from './prefer.ts'

/** One request to Graph, alone or as a part of a batch, whose sender is known. */
export interface GraphCall {
  world: World
  account: Account
  token: MicrosoftToken
  mailbox: GraphMailbox
  method: string
  /** Values of the placeholders in the route's path. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  /** JSON as a value, anything else as bytes; `undefined` when empty. */
  body: unknown
  prefer: PreferHeaders
  /** Fault that the wire does not apply itself: an expired cursor, a page served twice, a lag. */
  fault: Fault | undefined
  /** Base of links: the origin with `/v1.0`. */
  base: string
  /** The path below it, as it was asked for. */
  path: string
}

export interface Route {
  method: string
  /** `:name` stands for any segment. */
  path: string
  operation: string
  /** Any one of these is enough; none means that every token will do. */
  scopes: readonly string[]
  /** False for what works without a mailbox. */
  needsMailbox?: boolean
  run(call: GraphCall): EmulatedAnswer | Promise<EmulatedAnswer>
}

/** The same routes below `me`. */
export function below(user: 'me', routes: readonly Route[]): Route[] {
  return routes.map((route) => ({ ...route, path: `${user}/${route.path}` }))
}

/** Write scopes include the right to read [D]. */
export const readMail = ['Mail.Read', 'Mail.ReadWrite'] as const
export const writeMail = ['Mail.ReadWrite'] as const
export const sendMail = ['Mail.Send'] as const
export const readCalendars = ['Calendars.Read', 'Calendars.ReadWrite'] as const
export const writeCalendars = ['Calendars.ReadWrite'] as const
export const readContacts = ['Contacts.Read', 'Contacts.ReadWrite'] as const
export const writeContacts = ['Contacts.ReadWrite'] as const
export const readSettings = ['MailboxSettings.Read', 'MailboxSettings.ReadWrite'] as const
export const writeSettings = ['MailboxSettings.ReadWrite'] as const

export function toView(call: GraphCall): View {
  const { store, reader } = call.mailbox
  return {
    store,
    reader,
    immutableIds: usesImmutableIds(call),
    bodyAsText: call.prefer.bodyAsText,
  }
}

/** [F] Some mailboxes ignore the preference; `Preference-Applied` is then missing. */
export function usesImmutableIds(call: GraphCall): boolean {
  return call.prefer.immutableIds && !call.mailbox.options.ignoresImmutableId
}

export function ok(body: object): EmulatedAnswer {
  return { status: 200, body }
}

export function created(body: object): EmulatedAnswer {
  return { status: 201, body }
}

export const accepted: EmulatedAnswer = { status: 202 }
export const noContent: EmulatedAnswer = { status: 204 }

/** The body of a request that takes JSON. */
export function bodyObject(call: GraphCall): Record<string, unknown> {
  if (isRecord(call.body)) return call.body
  throw new Refused(
    400,
    'BadRequest',
    'Unable to read JSON request payload. Please ensure Content-Type header is set and payload is of valid JSON format.',
  )
}

/** A parameter of an action; Graph folds the case of their names [D]. */
export function parameter(call: GraphCall, name: string): unknown {
  if (call.body === undefined) return undefined
  const entry = Object.entries(bodyObject(call)).find(([key]) => key.toLowerCase() === name.toLowerCase())
  return entry?.[1]
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
}
