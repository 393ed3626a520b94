import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type {
  CalendarWatches,
  Endpoint,
  Notice,
  RefusalReason,
  RefusedNotice,
  Watches,
} from '../../sync/index.ts'
import { addressGroup } from '../../people/index.ts'
import { Problem } from '../guard/index.ts'
import { readBody } from './body.ts'
import { mailboxIn } from './gmail-announcement.ts'
import { noticesIn } from './graph-notices.ts'

export interface WebhookNeeds {
  watches: Pick<Watches, 'announcements' | 'refusals'>
  calendars: CalendarWatches['announcements']
  /** The token of the push address, as it is now; undefined when none is configured: then nothing is let in. */
  pushToken(): Promise<string | undefined>
  /** Why the signature of a call to the push address is not believed; undefined when it is, or when none is asked for. */
  signatureTrouble(authorization: string | undefined): Promise<SignatureTrouble | undefined>
}

/** The reasons to refuse the OIDC token that Pub/Sub signs its calls with. */
type SignatureTrouble = Extract<
  RefusalReason,
  `${string}identity` | 'wrong-audience' | 'wrong-service-account' | 'identity-keys-unreachable'
>

const plain = 'application/octet-stream'

const headers = { 'cache-control': 'no-store' }

/** The five addresses that providers post to. */
export function webhookRoutes({
  watches,
  calendars,
  pushToken,
  signatureTrouble,
}: WebhookNeeds): FastifyPluginAsync {
  const { announcements } = watches
  const refuse = (endpoint: Endpoint, request: FastifyRequest, reason: RefusalReason): void =>
    watches.refusals.note({ endpoint, source: addressGroup(request.ip), reason })

  /** Before the body is read: who cannot come in sends nothing either. */
  const requireProof = async (request: FastifyRequest): Promise<void> => {
    const reason = wrongWith(getQuery(request).getAll('token'), await pushToken())
    if (reason !== undefined) {
      refuse('/provA/push', request, reason)
      throw new Problem('not-allowed', { detail: { problem: 'webhook/wrong-token' } })
    }
    const trouble = await signatureTrouble(request.headers.authorization)
    if (trouble === undefined) return
    refuse('/provA/push', request, trouble)
    throw new Problem('not-allowed', { detail: { problem: 'webhook/invalid-identity' } })
  }

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

  const graph = (endpoint: Endpoint) => async (request: FastifyRequest, reply: FastifyReply) => {
    const body = getBody(request)
    const { readable, unreadable } = noticesIn(body)
    if (unreadable > 0) refuse(endpoint, request, 'unreadable')
    const refused = await judge(endpoint, readable)
    for (const refusal of refused)
      watches.refusals.note({ endpoint, source: addressGroup(request.ip), ...refusal })
    return reply.code(202).headers(headers).send()
  }

  return async (app) => {
    // Whatever type a body claims to have, even one that is none: an answer of 415 would make it come again for days.
    app.addHook('onRequest', (request, _reply, done) => {
      request.raw.headers['content-type'] = plain
      done()
    })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(plain, (_request, payload, done) => {
      readBody(payload).then((body) => done(null, body), done)
    })

    app.post('/provA/push', { onRequest: requireProof }, async (request, reply) => {
      const mailbox = mailboxIn(getBody(request))
      if (mailbox === undefined) refuse('/provA/push', request, 'unreadable')
      else if (!(await announcements.ofMailbox(mailbox))) refuse('/provA/push', request, 'unknown-mailbox')
      return reply.code(204).headers(headers).send()
    })
    app.post('/webhook/provA/calendar', async (request, reply) => {
      const endpoint = '/webhook/provA/calendar'
      const [id, token, state] = ['id', 'token', 'state'].map((name) => channelHeader(request, name))
      if (id === undefined || id === '') {
        refuse(endpoint, request, 'no-channel')
        throw new Problem('bad-request', { detail: { problem: 'webhook/no-channel' } })
      }
      const reception = await calendars.ofChannel({ id, token: token ?? '', state: state ?? '' })
      if (reception !== 'heard') refuse(endpoint, request, reception)
      if (reception === 'unknown-channel')
        throw new Problem('not-found', { detail: { problem: 'webhook/unknown-channel' } })
      if (reception === 'wrong-token')
        throw new Problem('not-allowed', { detail: { problem: 'webhook/wrong-token' } })
      return reply.code(204).headers(headers).send()
    })
    for (const name of ['notify', 'lifecycle', 'calendar'] as const) {
      const endpoint = `/webhook/provB/${name}` as const
      app.post(endpoint, { onRequest: shakeHands }, graph(endpoint))
    }
  }
}

const channelHeaders: Readonly<Record<string, string>> = {
  id: 'channel-id',
  token: 'channel-token',
  state: 'resource-state',
}
const maxHeaderLength = 512

/** Under the contract's name, or Google's own. */
function channelHeader({ headers: received }: FastifyRequest, name: string): string | undefined {
  const rest = channelHeaders[name] ?? ''
  const value = received[`x-prova-${rest}`] ?? received[`x-goog-${rest}`]
  return typeof value === 'string' && value.length <= maxHeaderLength ? value : undefined
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
  return reply.code(200).headers(headers).type('text/plain; charset=utf-8').send(token)
}

function wrongWith(tokens: readonly string[], configured: string | undefined): RefusalReason | undefined {
  if (configured === undefined || configured === '') return 'token-not-configured'
  const [token, ...more] = tokens
  if (token === undefined || token === '') return 'no-token'
  return more.length === 0 && isSame(token, configured) ? undefined : 'wrong-token'
}

/** In constant time: digests are equally long. */
const isSame = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const getBody = ({ body }: FastifyRequest): Buffer | undefined => (Buffer.isBuffer(body) ? body : undefined)

/** As it arrived: a parameter given twice must be seen twice. */
function getQuery({ url }: FastifyRequest): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}
