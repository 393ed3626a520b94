import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Notice, RefusedNotice } from '../../sync/index.ts'
import { Problem } from '../guard/index.ts'
import { getBody, getQuery, parseJson, readField } from './body.ts'
import { emptyAnswer, type WebhookNeeds, type WebhookRoute } from './webhook-needs.ts'

/** Takes in the notifications of Microsoft Graph: of mail, of calendars, and of what becomes of the subscriptions to both. */
export function graphNotifications(
  app: FastifyInstance,
  { watches: { announcements }, calendars }: WebhookNeeds,
  { refuse }: WebhookRoute,
): void {
  /** Subscriptions to mail and to calendars share the address of what becomes of them. */
  const judge = async (endpoint: Endpoint, notices: readonly Notice[]): Promise<RefusedNotice[]> => {
    const isLifecycle = endpoint === '/webhook/provB/lifecycle'
    const channelIds = isLifecycle
      ? await calendars.selectKnownWatches(notices.map((notice) => notice.subscriptionId))
      : new Set<string>()
    const isOfCalendar = (notice: Notice) =>
      endpoint === '/webhook/provB/calendar' || channelIds.has(notice.subscriptionId)
    const [ofCalendars, ofMail] = [
      notices.filter(isOfCalendar),
      notices.filter((notice) => !isOfCalendar(notice)),
    ]
    const reasons = ofCalendars.length === 0 ? [] : await calendars.ofSubscriptions(ofCalendars, isLifecycle)
    const refused = ofMail.length === 0 ? [] : await announcements.ofSubscriptions(ofMail, isLifecycle)
    return [...refused, ...reasons.map((reason) => ({ reason }))]
  }

  for (const name of ['notify', 'lifecycle', 'calendar'] as const) {
    const endpoint = `/webhook/provB/${name}` as const
    app.post(endpoint, { onRequest: shakeHands }, async (request, reply) => {
      const { readable, unreadable } = noticesIn(getBody(request))
      if (unreadable > 0) refuse(endpoint, request, { reason: 'unreadable' })
      for (const refusal of await judge(endpoint, readable)) refuse(endpoint, request, refusal)
      return emptyAnswer(reply, 202)
    })
  }
}

const maxHandshakeLength = 4_096

/**
 * Microsoft asks each address for its token while the subscription is being created, within ten seconds: answered before
 * anything is read or asked of the database.
 */
async function shakeHands(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const [token, ...more] = getQuery(request).getAll('validationToken')
  if (token === undefined) return undefined
  if (more.length > 0 || token.length > maxHandshakeLength)
    throw new Problem('bad-request', { detail: { problem: 'webhook/unreadable' } })
  return reply.code(200).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(token)
}

export interface Notices {
  readable: Notice[]
  /** How many entries were none; one for a body that is none. */
  unreadable: number
}

const maxIdLength = 200
const maxStateLength = 128

/** The entries of a notification of Microsoft Graph. One body may speak of several subscriptions, users and tenants. */
export function noticesIn(body: Buffer | undefined): Notices {
  const value = readField(parseJson(body), 'value')
  if (!Array.isArray(value)) return { readable: [], unreadable: 1 }
  const readable = (value as unknown[]).flatMap((entry) => getNotice(entry) ?? [])
  return { readable, unreadable: value.length - readable.length }
}

function getNotice(entry: unknown): Notice | undefined {
  const subscriptionId = readText(readField(entry, 'subscriptionId'), maxIdLength)
  if (subscriptionId === undefined || subscriptionId === '') return undefined
  const clientState = readText(readField(entry, 'clientState') ?? '', maxStateLength)
  if (clientState === undefined) return undefined
  const lifecycleEvent = readText(readField(entry, 'lifecycleEvent'), maxIdLength)
  return { subscriptionId, clientState, ...(lifecycleEvent === undefined ? {} : { lifecycleEvent }) }
}

function readText(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' && value.length <= maxLength && !value.includes('\u0000')
    ? value
    : undefined
}
