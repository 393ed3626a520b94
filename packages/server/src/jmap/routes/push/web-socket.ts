import type { JmapResponse } from '@plmail/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { crossSite, type Guard, Problem, type TokenHolder } from '../../../http/guard/index.ts'
import { limits, maxStreamsOfUser } from '../../engine/limits.ts'
import { converse, type ConversationNeeds } from './conversation.ts'
import { watchCredentials } from './end-of-credentials.ts'
import { type EventSourceNeeds, tooManyStreams } from './event-source.ts'
import type { TakeUpgrade } from './upgrades.ts'

export interface WebSocketNeeds extends Omit<ConversationNeeds, 'holder' | 'work'> {
  guard: Pick<Guard, 'requireToken' | 'madeBy'>
  streams: EventSourceNeeds['streams']
  clock: EventSourceNeeds['clock']
  beatMs: number
  takeUpgrade: TakeUpgrade
  /** Works on the bytes of a Request as the API does for the same caller. */
  work(request: FastifyRequest, holder: TokenHolder, body: Buffer): Promise<JmapResponse>
}

const protocol = 'jmap'

/** `GET /jmap/ws` (RFC 8887). */
export function webSocket(needs: WebSocketNeeds) {
  // Compression would keep a window of memory for every client, and most of them are phones that listen.
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxSizeRequest,
    handleProtocols: () => protocol,
  })
  const open = new Map<number, number>()
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // A browser adds the name and password it knows to what other sites' pages open; tokens it does not.
    if (needs.guard.madeBy(request) === 'foreign') throw crossSite()
    const holder = await needs.guard.requireToken(request)
    const count = open.get(holder.userId) ?? 0
    if (count >= maxStreamsOfUser) throw tooManyStreams()
    if (!offers(request)) throw new Problem('bad-request', { detail: { problem: 'jmap/sub-protocol' } })
    const upgrade = needs.takeUpgrade(request.raw, reply.raw)
    if (!upgrade) throw new Problem('bad-request', { detail: { problem: 'jmap/websocket-only' } })
    reply.hijack()
    server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      open.set(holder.userId, (open.get(holder.userId) ?? 0) + 1)
      socket.once('close', () => {
        const left = (open.get(holder.userId) ?? 1) - 1
        if (left > 0) open.set(holder.userId, left)
        else open.delete(holder.userId)
      })
      keep(socket, needs, holder)
      converse(socket, { ...needs, holder, work: (body) => needs.work(request, holder, body) })
    })
    return reply
  }
}

function offers({ headers }: FastifyRequest): boolean {
  const offered = headers['sec-websocket-protocol'] ?? ''
  return offered.split(',').some((name) => name.trim() === protocol)
}

/** A client that leaves this many bytes unread is cut off; it comes back and is told what it missed. */
const maxUnreadBytes = 64 * 1024 * 1024
const goingAway = 1001
const policyViolation = 1008
const endMs = 2_000

/** Ends the socket with its credentials, with the server, and when nobody is there any more. */
function keep(socket: WebSocket, { beatMs, streams, clock, log }: WebSocketNeeds, holder: TokenHolder): void {
  let isAlive = true
  const close = (code: number) => {
    socket.close(code)
    setTimeout(() => socket.terminate(), endMs).unref()
  }
  const judge = () => {
    holder.stillHolds().then(
      (holds) => (holds ? undefined : close(policyViolation)),
      (error: unknown) => {
        log.failure('http.live-failed', error)
        close(1011)
      },
    )
  }
  const beat = setInterval(() => {
    if (!isAlive || socket.bufferedAmount > maxUnreadBytes) return socket.terminate()
    isAlive = false
    socket.ping()
    judge()
  }, beatMs)
  const unwatch = watchCredentials(holder, clock, { judge, end: () => close(policyViolation) })
  const forget = streams.add(() => close(goingAway))
  socket.on('pong', () => (isAlive = true))
  socket.once('close', () => {
    clearInterval(beat)
    unwatch()
    forget()
  })
}
