import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../kit/clock.ts'
import type { Log } from '../../../kit/log.ts'
import { hears, typesHeard } from '../../../people/index.ts'
import { type Guard, type OpenStreams, Problem, type TokenHolder } from '../../../http/guard/index.ts'
import { EventWriter } from '../../../http/live/index.ts'
import { maxStreamsOfUser } from '../../engine/limits.ts'
import { type PushQuery, readPushQuery } from './push-query.ts'
import { watchCredentials } from './end-of-credentials.ts'
import { decodePushState } from './push-state.ts'
import { watchStates, type StateWatch, type StateWatchNeeds } from './state-watch.ts'

export interface EventSourceNeeds extends StateWatchNeeds {
  guard: Pick<Guard, 'requireToken'>
  /** Registry of open streams, which end when the server closes. */
  streams: OpenStreams
  clock: Clock
  log: Log
  /** How often the credentials are judged again and a sign of life is sent. */
  beatMs: number
  /** The shortest interval between two pings, in seconds. */
  minPingSeconds: number
}

/** `GET /jmap/eventsource?types=&closeafter=&ping=` (RFC 8620 §7.3). */
export function eventSource(needs: EventSourceNeeds) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const holder = await needs.guard.requireToken(request)
    const query = readPushQuery(request.query, needs.minPingSeconds)
    if (needs.fanOut.count(holder.userId) >= maxStreamsOfUser) throw tooManyStreams()
    const lastEventId = decodePushState(request.headers['last-event-id'])
    let stream: Stream | undefined
    const personal = await needs.changes.personal(holder.userId)
    const watch = await watchStates(needs, {
      userId: holder.userId,
      sees: (id) => hears(holder.rights, id, personal),
      types: typesHeard(holder.rights, query.types),
      since: lastEventId,
      onStateChange: (change, id) => stream?.sendState(JSON.stringify(change), id),
      failed: (error) => {
        needs.log.failure('http.live-failed', error)
        stream?.end() // the client comes back and is told what it missed
      },
    })
    reply.hijack()
    stream = open(needs, reply, holder, query, watch)
    watch.begin()
    return reply
  }
}

export function tooManyStreams(): Problem {
  const detail = { problem: 'request/too-many-connections' } as const
  return new Problem('too-many', { detail, headers: { 'retry-after': '30' } })
}

interface Stream {
  sendState(data: string, id: string): void
  end(): void
}

function open(
  needs: EventSourceNeeds,
  { raw }: FastifyReply,
  holder: TokenHolder,
  { ping, closesAfterState }: PushQuery,
  watch: StateWatch,
): Stream {
  const writer = new EventWriter(raw)
  // Lets a client that was cut off before the first event resume from here.
  writer.send({ id: watch.pushState() })
  const pings = ping > 0 ? setInterval(() => writer.send(pingEvent(ping)), ping * 1000) : undefined
  const stream = {
    sendState: (data: string, id: string) => {
      writer.send({ id, event: 'state', data })
      pings?.refresh() // RFC 8620 §7.3: counted from the previous event
      if (closesAfterState) writer.end()
    },
    end: () => writer.end(),
  }
  const judge = (onGood: () => void) => {
    holder.stillHolds().then(
      (holds) => (holds ? onGood() : writer.end()),
      (error: unknown) => {
        needs.log.failure('http.live-failed', error)
        writer.end()
      },
    )
  }
  const beat = setInterval(() => judge(() => writer.comment()), needs.beatMs)
  const unwatch = watchCredentials(holder, needs.clock, { judge: () => judge(() => {}), end: stream.end })
  const forget = needs.streams.add(stream.end)
  const close = () => {
    watch.end()
    forget()
    unwatch()
    clearInterval(beat)
    clearInterval(pings)
  }
  raw.on('error', () => {}) // 'close' follows
  raw.once('close', close)
  if (raw.destroyed) close() // the client left while its credentials were looked at
  return stream
}

/** Must not set an id (RFC 8620 §7.3). */
const pingEvent = (interval: number) => ({ event: 'ping', data: JSON.stringify({ interval }) })
