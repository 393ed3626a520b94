import type { Changes } from '../../changes/index.ts'
import type { Mail } from '../../mail/index.ts'
import type { IncomingMessage } from 'node:http'
import type { JmapResponse, UserId } from '@plmail/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../kit/log.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Push } from '../../people/index.ts'
import type { Renderer } from '../../safety/index.ts'
import { type Guard, oncePerRequest, type OpenStreams, Problem } from '../../http/guard/index.ts'
import { languageAsked } from '../../http/words/index.ts'
import { readBody } from './body.ts'
import { type JmapUser, type Who, whoIs } from '../engine/caller.ts'
import type { CalendarMethodNeeds } from '../calendars/calendars.ts'
import type { ChoiceNeeds } from '../plmail/choices.ts'
import type { ContactNeeds } from '../contacts/contacts.ts'
import { allowCrossOrigin } from './cross-origin.ts'
import { type Dispatcher, dispatch } from '../engine/dispatch.ts'
import { downloadRoute } from './download.ts'
import type { MailboxSetNeeds } from '../mail/mailbox/set.ts'
import { methods } from '../methods.ts'
import { type Pace, type PushRouteNeeds, pushRoutes } from './push/routes.ts'
import type { ReadingNeeds } from '../plmail/reading-methods.ts'
import type { InvitationNeeds } from '../plmail/invitation/methods.ts'
import { parseRequest } from '../engine/request.ts'
import type { ReminderNeeds } from '../plmail/reminder/methods.ts'
import type { RuleNeeds } from '../plmail/rule/get.ts'
import type { UnsubscribeNeeds } from '../mail/email/unsubscribe.ts'
import type { SendingNeeds } from '../mail/sending.ts'
import { knownCapabilities, sessionResource, sessionState } from '../session.ts'
import { sayErrors } from '../engine/say-errors.ts'
import { createTurns } from '../engine/request-scheduler.ts'
import type { SharingNeeds } from '../plmail/sharing.ts'
import type { TemplateNeeds } from '../plmail/template/methods.ts'
import { uploadRoute } from './upload.ts'
import type { VacationMethodNeeds } from '../mail/vacation-response/methods.ts'

export interface JmapNeeds
  extends
    SendingNeeds,
    ChoiceNeeds,
    ContactNeeds,
    CalendarMethodNeeds,
    InvitationNeeds,
    ReminderNeeds,
    SharingNeeds,
    TemplateNeeds,
    RuleNeeds,
    UnsubscribeNeeds,
    VacationMethodNeeds,
    ReadingNeeds,
    MailboxSetNeeds {
  mail: Mail
  changes: Changes
  renderer: Renderer
  guard: Pick<Guard, 'requireToken' | 'madeBy' | 'publicAddress' | 'requestAddress'>
  /** The user's name for the session and the accounts that are theirs. */
  caller(userId: UserId): Promise<JmapUser>
  /** IANA name of the zone in which the user's days begin. */
  timeZoneOf(userId: UserId): Promise<string>
  /** Registry of the streams that clients hold open, which end when the server closes. */
  streams: OpenStreams
  push: Push
  clock: Clock
  /** Tests only. */
  pace?: Partial<Pace>
  log: Log
  reference(): string
}

/** The JMAP routes of contract §7. */
export function jmapRoutes(needs: JmapNeeds) {
  const turns = createTurns('maxConcurrentRequests')
  const working = { ...needs, methods: methods(needs) }
  return async (app: FastifyInstance): Promise<void> => {
    const who = oncePerRequest(async (request): Promise<Who> =>
      whoIs(await needs.guard.requireToken(request), needs.caller),
    )
    const session = async (request: FastifyRequest, reply: FastifyReply) => {
      const client = await who(request)
      reply.header('cache-control', 'no-cache, no-store, must-revalidate')
      return sessionResource(client, needs.guard.publicAddress(request), needs.push.applicationServerKey)
    }
    const answerPreflights = allowCrossOrigin(app)
    // A JMAP body is judged by our own parser, so that each fault gets the answer RFC 8620 names.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) => readBody(payload))
    app.get('/.well-known/jmap', (_request, reply) => reply.redirect('/jmap/session', 302))
    app.get('/jmap/session', session)
    app.get('/jmap/api', session)
    // Judged before the body is read: a stranger's megabytes are not kept.
    const onRequest = async (request: FastifyRequest) => void (await needs.guard.requireToken(request))
    app.post('/jmap/api', { onRequest }, async (request) => {
      const client = await who(request)
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const contentType = request.headers['content-type'] ?? ''
      const { userId } = client.caller
      return turns.run(userId, () => call(working, request, client, contentType, body), body.length)
    })
    const callerOf = async (request: FastifyRequest) => (await who(request)).caller
    await app.register(uploadRoute({ ...needs, callerOf }))
    await app.register(downloadRoute({ ...needs, callerOf }))
    const work: PushRouteNeeds['work'] = async (request, holder, body) => {
      const client = await whoIs(holder, needs.caller)
      const run = () => call(working, request, client, 'application/json', body)
      return turns.run(holder.userId, run, body.length)
    }
    await app.register(pushRoutes({ ...needs, work }))
    answerPreflights()
  }
}

/** Works on the bytes of one Request; throws a Problem for what is none. */
async function call(
  needs: JmapNeeds & Pick<Dispatcher, 'methods'>,
  request: FastifyRequest,
  client: Who,
  contentType: string,
  body: Buffer,
): Promise<JmapResponse> {
  const parsed = parseRequest(contentType, body, knownCapabilities)
  if (parsed instanceof Problem) throw parsed
  const dispatcher = { ...needs, origin: () => needs.guard.requestAddress(request) }
  const state = sessionState(client, needs.push.applicationServerKey)
  const response = await dispatch(dispatcher, parsed, client.caller, state)
  return sayErrors(response, client.language ?? languageAsked(request.headers['accept-language']))
}
