import {
  type Conventions,
  getLanguage,
  languages,
  type SessionInfo,
  type Standing,
  userWireId,
} from '@plmail/wire'
import { Type } from 'typebox'
import type { FastifyPluginAsync } from 'fastify'
import type { Log } from '../../kit/log.ts'
import { type People, hubTokenSeconds } from '../../people/index.ts'
import { type Guard, Problem } from '../guard/index.ts'
import { parseUrl } from '../../kit/parse-url.ts'
import { checkedBody } from './checked-body.ts'

export interface SessionApiNeeds {
  people: People
  guard: Guard
  /** Returns the address at which browsers reach the live hub; undefined: the public address. */
  hubAddress(): string | undefined
  isDemo: boolean
  version: string
  log: Log
}

const conventions = Type.Object({
  // A page from before there were languages beside locales sends none.
  language: Type.Optional(Type.Union(languages.map((language) => Type.Literal(language)))),
  locale: Type.String({ maxLength: 35 }),
  timeZone: Type.String({ maxLength: 64 }),
})

const marked = Type.Object({ deviceMark: Type.String({ maxLength: 100 }) })

/** Serves a signed-in browser's requests about itself: `/api/session` and below. */
export function sessionApi(needs: SessionApiNeeds): FastifyPluginAsync {
  const { people, guard, isDemo, version } = needs
  const sayElsewhere = once(() => needs.log.event('http.hub-elsewhere'))
  return async (app) => {
    app.get('/api/session', async (request, reply) => {
      const { user, session } = await guard.requireSession(request, reply)
      const shown = { ...user, id: userWireId.encode(user.id) }
      const [deviceMark, passkeyOrigin = null, ownProof] = await Promise.all([
        people.deviceMarks.of(user.id),
        people.passkeys.originOf(user.id),
        people.singleSignOn.ownProof(user.id),
      ])
      const { formToken } = session
      const enrolBy = session.enrolBy?.toISOString() ?? null
      const marks = { formToken, deviceMark, enrolBy, passkeyOrigin, ownProof }
      return { user: shown, version, isDemo, ...marks } satisfies SessionInfo
    })

    // Asked by a browser that is signed in no more: may it keep the mail it has kept?
    app.post('/api/session/standing', async (request) => {
      const { deviceMark } = checkedBody<{ deviceMark: string }>(marked, request.body)
      return { stands: await people.deviceMarks.stands(deviceMark) } satisfies Standing
    })

    app.post('/api/session/token', async (request, reply) => {
      const { user, session } = await guard.requireSession(request, reply)
      const { token, expiresAt } = await people.tokens.issue(user.id, session, guard.publicAddress(request))
      return { token, expiresAt: expiresAt.toISOString() }
    })

    app.post('/api/session/hub', async (request, reply) => {
      const { user, session } = await guard.requireSession(request, reply)
      if (!isOwnOrigin(needs.hubAddress(), guard.publicAddress(request))) {
        sayElsewhere()
        throw hubElsewhere()
      }
      const { token } = await people.tokens.issueHub(user.id, session)
      guard.cookies.hub(reply, token, hubTokenSeconds)
      return reply.code(204).send()
    })

    app.post('/api/session/conventions', async (request, reply) => {
      const { user } = await guard.requireSession(request, reply)
      const body = checkedBody<Omit<Conventions, 'language'> & Partial<Conventions>>(
        conventions,
        request.body,
      )
      const problems = await people.users.setConventions(user.id, {
        ...body,
        language: body.language ?? getLanguage(body.locale),
      })
      if (problems.length === 0) return reply.code(204).send()
      const errors = problems.map(({ field, problem }) => ({ pointer: `/${field}`, problem }))
      throw new Problem('invalid', { errors })
    })

    app.post('/api/session/sign-out-everywhere', async (request, reply) => {
      const { user } = await guard.requireSession(request, reply)
      await people.sessions.closeAll(user.id)
      guard.cookies.clear(reply)
      return reply.code(204).send()
    })
  }
}

function isOwnOrigin(hub: string | undefined, own: string): boolean {
  return hub === undefined || parseUrl(hub)?.origin === own
}

// A cookie of ours would not reach another origin's hub: live updates are unavailable there.
function hubElsewhere(): Problem {
  return new Problem('conflict', { detail: { problem: 'server/hub-elsewhere' } })
}

/** Reports once what every window runs into again and again. */
function once(report: () => void): () => void {
  let isSaid = false
  return () => {
    if (!isSaid) report()
    isSaid = true
  }
}
