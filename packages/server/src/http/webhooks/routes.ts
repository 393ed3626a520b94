import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, RefusalReason, Watches } from '../../sync/index.ts'
import { Problem } from '../guard/index.ts'
import { readBody } from './body.ts'
import { mailboxIn } from './gmail-announcement.ts'
import { noticesIn } from './graph-notices.ts'

export interface WebhookNeeds {
  watches: Pick<Watches, 'announcements' | 'refusals'>
  /** The token of the push address, as it is now; undefined when none is configured: then nothing is let in. */
  pushToken(): Promise<string | undefined>
}

const plain = 'application/octet-stream'

const headers = { 'cache-control': 'no-store' }

/** The five addresses that providers post to. */
export function webhookRoutes({ watches, pushToken }: WebhookNeeds): FastifyPluginAsync {
  const { announcements } = watches
  const refuse = (endpoint: Endpoint, request: FastifyRequest, reason: RefusalReason): void =>
    watches.refusals.note({ endpoint, source: request.ip, reason })

  /** Before the body is read: who cannot come in sends nothing either. */
  const requireToken = async (request: FastifyRequest): Promise<void> => {
    const reason = wrongWith(queryOf(request).getAll('token'), await pushToken())
    if (reason === undefined) return
    refuse('/provA/push', request, reason)
    throw new Problem('not-allowed', { detail: 'The token of this address is not the one configured.' })
  }

  const graph = (endpoint: Endpoint) => async (request: FastifyRequest, reply: FastifyReply) => {
    const body = bodyOf(request)
    const { readable, unreadable } = noticesIn(body)
    if (unreadable > 0) refuse(endpoint, request, 'unreadable')
    const isCalendar = endpoint === '/webhook/provB/calendar'
    const refused = isCalendar
      ? readable.map(() => ({ reason: 'unknown-subscription' as const }))
      : await announcements.ofSubscriptions(readable, endpoint === '/webhook/provB/lifecycle')
    for (const one of refused) watches.refusals.note({ endpoint, source: request.ip, ...one })
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

    app.post('/provA/push', { onRequest: requireToken }, async (request, reply) => {
      const mailbox = mailboxIn(bodyOf(request))
      if (mailbox === undefined) refuse('/provA/push', request, 'unreadable')
      else if (!(await announcements.ofMailbox(mailbox))) refuse('/provA/push', request, 'unknown-mailbox')
      return reply.code(204).headers(headers).send()
    })
    app.post('/webhook/provA/calendar', async (request) => {
      const channel = request.headers['x-prova-channel-id'] ?? request.headers['x-goog-channel-id']
      const isNamed = typeof channel === 'string' && channel !== ''
      refuse('/webhook/provA/calendar', request, isNamed ? 'unknown-channel' : 'no-channel')
      if (!isNamed) throw new Problem('bad-request', { detail: 'The notification names no channel.' })
      throw new Problem('not-found', { detail: 'There is no such channel.' })
    })
    for (const name of ['notify', 'lifecycle', 'calendar'] as const) {
      const endpoint = `/webhook/provB/${name}` as const
      app.post(endpoint, { onRequest: shakeHands }, graph(endpoint))
    }
  }
}

const longestHandshake = 4_096

/**
 * Microsoft asks each address for its token while the subscription is being created, within ten seconds: answered before
 * anything is read or asked of the database.
 */
async function shakeHands(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const [token, ...more] = queryOf(request).getAll('validationToken')
  if (token === undefined) return undefined
  if (more.length > 0 || token.length > longestHandshake)
    throw new Problem('bad-request', { detail: 'This is no validation token.' })
  return reply.code(200).headers(headers).type('text/plain; charset=utf-8').send(token)
}

function wrongWith(given: readonly string[], configured: string | undefined): RefusalReason | undefined {
  if (configured === undefined || configured === '') return 'token-not-configured'
  const [token, ...more] = given
  if (token === undefined || token === '') return 'no-token'
  return more.length === 0 && isSame(token, configured) ? undefined : 'wrong-token'
}

/** In constant time: digests are equally long. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const bodyOf = ({ body }: FastifyRequest): Buffer | undefined => (Buffer.isBuffer(body) ? body : undefined)

/** As it arrived: a parameter given twice must be seen twice. */
function queryOf({ url }: FastifyRequest): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}
