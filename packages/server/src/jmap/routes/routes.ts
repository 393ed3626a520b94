import type { IncomingMessage } from 'node:http'
import type { JmapResponse, UserId } from '@plmail/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Guard, oncePerRequest, type OpenStreams, Problem } from '../../http/guard/index.ts'
import { languageAsked } from '../../http/words/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Mail } from '../../mail/index.ts'
import { type JmapUser, type Who, whoIs } from '../engine/caller.ts'
import type { Capability } from '../engine/capability.ts'
import { dispatch } from '../engine/dispatch.ts'
import { createMethodTable, type MethodTable } from '../engine/method-table.ts'
import { createTurns } from '../engine/request-scheduler.ts'
import { parseRequest } from '../engine/request.ts'
import { translateErrors } from '../engine/translate-errors.ts'
import { createSession, type SessionBuilder } from '../engine/session.ts'
import { readBody } from './body.ts'
import { allowCrossOrigin } from './cross-origin.ts'
import { downloadRoute } from './download.ts'
import { type Pace, type PushRouteNeeds, pushRoutes } from './push/routes.ts'
import { uploadRoute } from './upload.ts'

export interface JmapRouteNeeds {
  /** What clients may do here, and what the session says. */
  capabilities: readonly Capability[]
  /** Uploads are kept in it, and blobs come from it. */
  mail: Mail
  /** State changes that connected clients are told. */
  changes: PushRouteNeeds['changes']
  guard: Pick<Guard, 'requireToken' | 'madeBy' | 'publicAddress' | 'requestAddress'>
  /** The user's name for the session and the accounts that are theirs. */
  caller(userId: UserId): Promise<JmapUser>
  /** Registry of the streams that clients hold open, which end when the server closes. */
  streams: OpenStreams
  clock: Clock
  /** Tests only. */
  pace?: Partial<Pace>
  log: Log
  reference(): string
}

/** The JMAP routes: session, API, uploads, downloads and pushes. */
export function jmapRoutes(needs: JmapRouteNeeds) {
  const { guard, log, reference } = needs
  const turns = createTurns('maxConcurrentRequests')
  const session = createSession(needs.capabilities)
  const worker = { guard, log, reference, session, methods: createMethodTable(needs.capabilities) }
  return async (app: FastifyInstance): Promise<void> => {
    const who = oncePerRequest(async (request): Promise<Who> =>
      whoIs(await guard.requireToken(request), needs.caller),
    )
    const showSession = async (request: FastifyRequest, reply: FastifyReply) => {
      const client = await who(request)
      reply.header('cache-control', 'no-cache, no-store, must-revalidate')
      return session.resource(client, guard.publicAddress(request))
    }
    const answerPreflights = allowCrossOrigin(app)
    // A JMAP body is judged by our own parser, so that each fault gets the answer RFC 8620 names.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) => readBody(payload))
    app.get('/.well-known/jmap', (_request, reply) => reply.redirect('/jmap/session', 302))
    app.get('/jmap/session', showSession)
    app.get('/jmap/api', showSession)
    // Judged before the body is read: a stranger's megabytes are not kept.
    const onRequest = async (request: FastifyRequest) => void (await guard.requireToken(request))
    app.post('/jmap/api', { onRequest }, async (request) => {
      const client = await who(request)
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const contentType = request.headers['content-type'] ?? ''
      const { userId } = client.caller
      return turns.run(userId, () => call(worker, request, client, contentType, body), body.length)
    })
    const getCaller = async (request: FastifyRequest) => (await who(request)).caller
    await app.register(uploadRoute({ mail: needs.mail, getCaller }))
    await app.register(downloadRoute({ mail: needs.mail, log, reference, getCaller }))
    const work: PushRouteNeeds['work'] = async (request, holder, body) => {
      const client = await whoIs(holder, needs.caller)
      const run = () => call(worker, request, client, 'application/json', body)
      return turns.run(holder.userId, run, body.length)
    }
    await app.register(pushRoutes({ ...needs, work }))
    answerPreflights()
  }
}

interface Worker {
  session: SessionBuilder
  methods: MethodTable
  guard: Pick<Guard, 'requestAddress'>
  log: Log
  reference(): string
}

/** Works on the bytes of one Request; throws a Problem for what is none. */
async function call(
  { session, methods, guard, log, reference }: Worker,
  request: FastifyRequest,
  client: Who,
  contentType: string,
  body: Buffer,
): Promise<JmapResponse> {
  const parsed = parseRequest(contentType, body, session.uris)
  if (parsed instanceof Problem) throw parsed
  const dispatcher = { methods, log, reference, origin: () => guard.requestAddress(request) }
  const response = await dispatch(dispatcher, parsed, client.caller, session.state(client))
  return translateErrors(response, client.language ?? languageAsked(request.headers['accept-language']))
}
