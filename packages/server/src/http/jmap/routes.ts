import type { AccountId, UserId } from '@plmail/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Changes } from '../../changes/index.ts'
import type { Log } from '../../kit/log.ts'
import type { Mail } from '../../mail/index.ts'
import type { Renderer } from '../../safety/index.ts'
import { type Guard, Problem } from '../guard/index.ts'
import { dispatch } from './dispatch.ts'
import { download } from './download.ts'
import { limits } from './limits.ts'
import type { Caller, JmapAccount } from './method.ts'
import { methods } from './methods.ts'
import { parseRequest, type RequestProblem } from './request.ts'
import { knownCapabilities, sessionResource, sessionState } from './session.ts'

export interface JmapNeeds {
  mail: Mail
  changes: Changes
  renderer: Renderer
  guard: Pick<Guard, 'requireToken' | 'publicAddress' | 'requestAddress'>
  /** The user's name for the session and the mail accounts that make up its JMAP accounts. */
  caller(userId: UserId): Promise<{ username: string; accounts: JmapAccount[] }>
  log: Log
  reference(): string
}

interface Who {
  caller: Caller
  username: string
}

/** The JMAP routes of contract §7. */
export function jmapRoutes(needs: JmapNeeds) {
  return async (app: FastifyInstance): Promise<void> => {
    const who = async (request: FastifyRequest): Promise<Who> => {
      const { userId } = await needs.guard.requireToken(request)
      const { username, accounts } = await needs.caller(userId)
      return {
        username,
        caller: {
          userId,
          accounts: new Map<AccountId, JmapAccount>(accounts.map((a) => [a.id, a])),
          mayWrite: true,
        },
      }
    }
    const session = async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller, username } = await who(request)
      reply.header('cache-control', 'no-cache, no-store, must-revalidate')
      return sessionResource(caller, username, needs.guard.publicAddress(request))
    }
    // A JMAP body is judged by our own parser, so that each fault gets the answer RFC 8620 names.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.get('/.well-known/jmap', (_request, reply) => reply.redirect('/jmap/session', 302))
    app.get('/jmap/session', session)
    app.get('/jmap/api', session)
    app.post('/jmap/api', { bodyLimit: limits.maxSizeRequest }, async (request, reply) => {
      const { caller, username } = await who(request)
      return call(needs, request, reply, caller, username)
    })
    app.get<{ Params: DownloadParams; Querystring: { type?: string } }>(
      '/jmap/download/:accountId/:blobId/:name',
      async (request, reply) => {
        const { caller } = await who(request)
        const found = await download(needs.mail, caller, { ...request.params, type: request.query.type })
        if (!found) throw new Problem('not-found', { detail: 'There is nothing to download here.' })
        return reply.headers(downloadHeaders(found.type, found.name)).send(found.bytes)
      },
    )
  }
}

interface DownloadParams {
  accountId: string
  blobId: string
  name: string
}

/** A stranger's file is saved, never shown on our origin. */
function downloadHeaders(type: string, name: string): Record<string, string> {
  return {
    'content-type': type,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, immutable, max-age=31536000',
  }
}

async function call(
  needs: JmapNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  username: string,
): Promise<unknown> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')
  const parsed: ReturnType<typeof parseRequest> = isJson
    ? parseRequest(body, knownCapabilities)
    : {
        type: 'urn:ietf:params:jmap:error:notJSON',
        status: 400,
        detail: 'The content type must be application/json',
      }
  if ('status' in parsed) return refuse(reply, parsed)
  const origin = () => needs.guard.requestAddress(request)
  const dispatcher = { ...needs, methods: methods({ ...needs, origin }) }
  return dispatch(dispatcher, parsed, caller, sessionState(caller, username))
}

function refuse(reply: FastifyReply, problem: RequestProblem): FastifyReply {
  return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem))
}
