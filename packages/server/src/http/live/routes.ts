import { type UserId, userWireId } from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Changes, stateChange } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import { type OpenStreams, Problem, cookieNames, hubPath, spokenWith } from '../guard/index.ts'
import { type FanOut, createFanOut } from './fan-out.ts'
import { EventStream } from './stream.ts'

/** Permission in the subscriber cookie. */
export interface HubStreamGrant {
  topics: readonly string[]
  expiresAt: Date
}

export interface LiveNeeds {
  changes: Pick<Changes, 'listen' | 'states' | 'newsSince' | 'personal' | 'state'>
  /** The grant in a subscriber cookie, undefined for one that is not valid (any more). */
  verifyHub(cookie: string): Promise<HubStreamGrant | undefined>
  /** Calls back when sessions of the user may have ended, in whichever process. Answers how to stop. */
  onSessionsEnded(userId: UserId, listener: () => void): () => void
  /** Registry of open streams, which end when the server closes. */
  streams: OpenStreams
  clock: Clock
  log: Log
  pingEveryMs?: number
}

const defaultPingEveryMs = 25_000
/** A browser holds one; more than this is a client gone wrong. */
const maxStreamsOfUser = 32

/** `GET /.well-known/hub?topic=/users/U1`: the event stream of one user. */
export function liveRoutes(needs: LiveNeeds): FastifyPluginAsync {
  const fanOut = createFanOut(needs.changes)
  return async (app) => {
    app.addHook('onReady', () => fanOut.start())
    app.addHook('onClose', () => fanOut.stop())
    app.get(hubPath, { exposeHeadRoute: false }, async (request, reply) => {
      const userId = await subscriber(needs, request)
      if (fanOut.count(userId) >= maxStreamsOfUser) throw tooManyStreams()
      open(needs, fanOut, userId, request, reply)
      return reply
    })
  }
}

function tooManyStreams(): Problem {
  const detail = { problem: 'request/too-many-connections' } as const
  return new Problem('too-many', { detail, headers: { 'retry-after': '30' } })
}

/** Whose events the request may hear; throws a Problem when it may not. */
async function subscriber(needs: LiveNeeds, request: FastifyRequest): Promise<UserId> {
  const grant = await findGrant(needs, request)
  if (!grant) throw new Problem('signed-out', { detail: { problem: 'request/no-subscriber-cookie' } })
  const { topic } = request.query as { topic?: unknown } // judged in the next lines
  if (typeof topic !== 'string')
    throw new Problem('bad-request', { detail: { problem: 'request/one-topic' } })
  const [, id] = /^\/users\/([^/]+)$/.exec(topic) ?? []
  const userId = userWireId.decode(id)
  if (userId === undefined || !grant.topics.includes(topic)) throw new Problem('not-allowed')
  return userId
}

async function findGrant(needs: LiveNeeds, request: FastifyRequest): Promise<HubStreamGrant | undefined> {
  const cookie = request.cookies[cookieNames.hub]
  const grant = cookie === undefined ? undefined : await needs.verifyHub(cookie)
  return grant && grant.expiresAt > needs.clock.now() ? grant : undefined
}

function open(
  needs: LiveNeeds,
  fanOut: FanOut,
  userId: UserId,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.hijack()
  const stream = new EventStream(reply.raw, needs.clock, lastEventId(request, needs.clock))
  const guarded = (work: () => Promise<void>) => {
    work().catch((error: unknown) => {
      needs.log.failure('http.live-failed', error)
      stream.end() // the browser comes back, and is told the states then
    })
  }
  const { changes } = needs
  const sendStates = () =>
    guarded(async () => {
      const own = await changes.personal(userId)
      if (own !== undefined) stream.stand({ accountId: own, state: await changes.state(own) })
      stream.states(await changes.states(userId))
    })
  // Of every type: nobody else will tell that a calendar changed while notifications were lost.
  const sendMissed = () =>
    guarded(async () => {
      const news = await changes.newsSince(userId, stream.told)
      stream.missed(news, stateChange(news, null))
    })
  const judge = (onGood: () => void) =>
    guarded(async () => ((await findGrant(needs, request)) ? onGood() : stream.end()))
  // The end of the cookie's time ends the stream at the next beat, signing out at once.
  const beat = () => judge(() => stream.ping())

  const language = spokenWith(request)
  const leave = fanOut.add(userId, { event: (event) => stream.event(event, language), missed: sendMissed })
  const forget = needs.streams.add(() => stream.end())
  const unwatch = needs.onSessionsEnded(userId, () => judge(() => {}))
  const timer = setInterval(beat, needs.pingEveryMs ?? defaultPingEveryMs)
  const close = () => {
    clearInterval(timer)
    leave()
    forget()
    unwatch()
  }
  reply.raw.on('error', () => {}) // 'close' follows
  reply.raw.once('close', close)
  if (reply.raw.destroyed) return close() // the browser left while its cookie was looked at
  // After joining, so that nothing falls between; a resumed stream needs no more than this.
  sendStates()
  // Who signed out between the look at the cookie and this moment was told to nobody here.
  judge(() => {})
}

/**
 * Returns the browser's last event id; 0 for an unusable one. Our ids are milliseconds, so none is far in the future.
 */
function lastEventId(request: FastifyRequest, clock: Clock): number {
  const text = request.headers['last-event-id']
  if (typeof text !== 'string' || !/^[0-9]{1,15}$/.test(text)) return 0
  const id = Number(text)
  return id <= clock.now().getTime() + 60_000 ? id : 0
}
