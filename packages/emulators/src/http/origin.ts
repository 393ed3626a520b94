import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Fault } from '../faults/faults.ts'
import type { World } from '../world.ts'
import { perform, send, type EmulatedAnswer, type EmulatedCall } from './answer.ts'

/** One Fastify per origin of a provider, so that a token sent to the wrong host is seen. Bodies are kept as `Buffer`. */
export interface EmulatedOrigin {
  /** Without a trailing slash. */
  readonly url: string
  readonly app: FastifyInstance
  close(): Promise<void>
}

/** An exchange as the schema gate sees it. */
export interface SeenExchange {
  method: string
  /** Path and query. */
  url: string
  headers: Record<string, string | string[] | undefined>
  /** Parsed when the content type is JSON and it parses, else the bytes; `undefined` when empty. */
  body: unknown
}

/** Judges what goes over the wire by the published documents; each problem is one sentence. */
export interface Gate {
  checkRequest(request: SeenExchange): string[]
  checkReply(request: SeenExchange, status: number, body: unknown): string[]
}

export interface OriginOptions {
  world: World
  /** Each request and reply passes it; what it finds lands in the request log. */
  gate?: Gate
  /** The port, when it must be known beforehand; 0, the default, takes a free one. */
  port?: number
}

/** State of an origin's request in progress. */
interface Emulated extends EmulatedCall {
  problems: string[]
  /** Set when a fault replaced or cut the reply: the gate does not judge it then. */
  spoiled: boolean
  /** Records an exchange whose reply never passed the framework. */
  cut?: (status?: number) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    emulated: Emulated
  }
}

/** The largest upload either provider takes is 150 MB. */
const bodyLimit = 160 * 1024 * 1024

/**
 * Listens at once, so that its URL is known when its routes are made: they are added to `app` before the first request.
 */
export async function startOrigin(options: OriginOptions): Promise<EmulatedOrigin> {
  const server = createServer()
  const app = fastify({
    bodyLimit,
    routerOptions: { ignoreTrailingSlash: true },
    serverFactory: (handler) => {
      server.on('request', (request, response) => void app.ready().then(() => handler(request, response)))
      return server
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  observe(app, options)
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The origin has no port')
  return { url: `http://127.0.0.1:${address.port}`, app, close: () => close(app, server) }
}

async function close(app: FastifyInstance, server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
  await app.close()
}

/**
 * Does one operation for a request: names it for the log, applies what is armed for it and answers. Providers whose
 * faults must not replace a reply (a consent page) may answer by themselves; they pass the gate and the log all the same.
 */
export async function serve(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  call: EmulatedCall,
  run: (fault: Fault | undefined) => EmulatedAnswer | Promise<EmulatedAnswer>,
): Promise<FastifyReply> {
  Object.assign(request.emulated, call)
  return send(reply, await perform(world.faults, call, run))
}

function observe(app: FastifyInstance, { world, gate }: OriginOptions): void {
  app.decorateRequest('emulated')
  app.addHook('onRequest', async (request) => {
    request.emulated = { operation: 'unknown', account: undefined, problems: [], spoiled: false }
    const record = (status: number): void => recordExchange(world, request, status)
    request.emulated.cut = (status = 0) => record(status)
  })
  app.addHook('preHandler', async (request) => {
    if (gate) request.emulated.problems.push(...gate.checkRequest(toExchange(request)))
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (gate && !request.emulated.spoiled) {
      const body = parsed(payload, reply.getHeader('content-type'))
      request.emulated.problems.push(...gate.checkReply(toExchange(request), reply.statusCode, body))
    }
    recordExchange(world, request, reply.statusCode)
    return payload
  })
}

function recordExchange(world: World, request: FastifyRequest, status: number): void {
  const { operation, account, problems } = request.emulated
  const { method, url } = request
  world.requests.record({ operation, account, method, url, status, at: world.clock.now(), problems })
}

function toExchange(request: FastifyRequest): SeenExchange {
  const { method, url, headers } = request
  return { method, url, headers, body: parsed(request.body, headers['content-type']) }
}

function parsed(body: unknown, type: unknown): unknown {
  if (body === undefined || body === null || body === '') return undefined
  if (Buffer.isBuffer(body) && body.length === 0) return undefined
  if (!/[/+]json\b/i.test(String(type ?? ''))) return body
  if (!Buffer.isBuffer(body) && typeof body !== 'string') return body
  try {
    return JSON.parse(body.toString())
  } catch {
    return body
  }
}

/** The body of a request as JSON; `undefined` when there is none or it does not parse. */
export function jsonBody(request: FastifyRequest): unknown {
  const body = parsed(request.body, 'application/json')
  return Buffer.isBuffer(body) ? undefined : body
}

/** The body of a request as a form (`application/x-www-form-urlencoded`). */
export function formBody(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')
}
