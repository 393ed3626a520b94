import type { BrowserView } from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../kit/clock.ts'
import type { UserProblem, People, SessionEntry, SignedIn } from '../../people/index.ts'
import { type Guard, Problem } from '../guard/index.ts'
import { checkedBody } from './checked-body.ts'
import { ownPassword, proveUser } from './prove-user.ts'

export interface ProfileApiNeeds {
  people: Pick<People, 'users' | 'sessions' | 'signIn' | 'singleSignOn' | 'remember'>
  guard: Pick<Guard, 'requireSession' | 'renewSession' | 'cookies'>
  clock: Clock
}

const text = Type.String({ maxLength: 2048 })
const nameBody = Type.Object({ name: text })
const emailBody = Type.Object({ email: text, password: ownPassword })
const passwordBody = Type.Object({ password: ownPassword, newPassword: text })

/** Who the signed-in user is and where: `/api/session/name`, `/email` and `/password`, and `/api/browsers`. */
export function profileApi(needs: ProfileApiNeeds): FastifyPluginAsync {
  const { people, guard } = needs
  return async (app) => {
    app.post('/api/session/name', async (request, reply) => {
      const { user } = await guard.requireSession(request, reply)
      const { name } = checkedBody<{ name: string }>(nameBody, request.body)
      refuse(await people.users.setName(user.id, name))
      return reply.code(204).send()
    })

    app.post('/api/session/email', async (request, reply) => {
      const signedIn = await guard.requireSession(request, reply)
      const { email, password } = checkedBody<{ email: string; password?: string }>(emailBody, request.body)
      const generation = await proveUser(needs, signedIn, password, request)
      const problems = await people.users.setEmail(signedIn.user.id, email, generation)
      if (problems === 'late') throw signedOut()
      refuse(problems)
      return reply.code(204).send()
    })

    app.post('/api/session/password', async (request, reply) => {
      const signedIn = await guard.requireSession(request, reply)
      const body = checkedBody<{ password?: string; newPassword: string }>(passwordBody, request.body)
      await refuseUselessPassword(needs, signedIn)
      const generation = await proveUser(needs, signedIn, body.password, request)
      await replacePassword(needs, signedIn, { password: body.newPassword, generation }, reply)
      return reply.code(204).send()
    })

    app.get('/api/browsers', async (request, reply) => {
      const { user, session } = await guard.requireSession(request, reply)
      const listed = await people.sessions.list(user.id)
      return {
        browsers: listed
          .filter(standsForBrowser(session.digest))
          .map((entry) => toView(entry, session.digest)),
      }
    })

    app.delete<{ Params: { id: string } }>('/api/browsers/:id', async (request, reply) => {
      const { user } = await guard.requireSession(request, reply)
      const digest = Buffer.from(request.params.id, 'base64url')
      if (!(await people.sessions.close(user.id, digest)))
        throw new Problem('not-found', { detail: { problem: 'people/browser-signed-out' } })
      return reply.code(204).send()
    })
  }
}

/**
 * Whether a session stands for its browser on the list: of those that one remembered sign-in has opened, as a browser does
 * that was closed and opened again, the one that asks, or else the latest.
 */
function standsForBrowser(current: Buffer) {
  return (entry: SessionEntry, _index: number, listed: readonly SessionEntry[]): boolean => {
    const { rememberedUntil } = entry
    if (rememberedUntil === null) return true
    const sameBrowser = listed.filter(
      (session) => session.rememberedUntil?.getTime() === rememberedUntil.getTime(),
    )
    return entry === (sameBrowser.find(({ digest }) => digest.equals(current)) ?? sameBrowser[0])
  }
}

/** Whoever has none needs no first one where passwords let nobody in. */
async function refuseUselessPassword({ people }: ProfileApiNeeds, { user }: SignedIn): Promise<void> {
  const { hasPassword, mayChoosePassword, provider } = await people.singleSignOn.ownProof(user.id)
  if (!hasPassword && !mayChoosePassword)
    throw new Problem('conflict', { detail: { problem: 'single-sign-on/only-way', name: provider ?? '' } })
}

/** Every other browser is signed out; this one stays, and stays remembered if it was. */
async function replacePassword(
  { people, guard }: ProfileApiNeeds,
  signedIn: SignedIn,
  { password, generation }: { password: string; generation: number },
  reply: FastifyReply,
): Promise<void> {
  const { user, session } = signedIn
  const changed = await people.users.setPassword(user.id, password, session.digest, generation)
  if (!changed.ok && changed.why === 'late') throw signedOut()
  if (!changed.ok)
    throw new Problem('invalid', { errors: [{ pointer: '/newPassword', problem: changed.problem }] })
  const digest = await guard.renewSession(reply, signedIn)
  if (digest === undefined || session.rememberedUntil === null) return
  const { value, expiresAt } = await people.remember.issue(user.id)
  await people.sessions.remembered(digest, expiresAt)
  guard.cookies.remember(reply, value, expiresAt)
}

const signedOut = () => new Problem('signed-out', { detail: { problem: 'people/signed-out' } })

function refuse(problems: readonly UserProblem[]): void {
  if (problems.length === 0) return
  const errors = problems.map(({ field, problem }) => ({ pointer: `/${field}`, problem }))
  throw new Problem('invalid', { errors })
}

/** The digest names a session and opens nothing. */
function toView({ digest, ...rest }: SessionEntry, currentDigest: Buffer): BrowserView {
  return {
    id: digest.toString('base64url'),
    label: rest.label,
    address: rest.address,
    signedInAt: rest.createdAt.toISOString(),
    lastSeenAt: rest.lastSeenAt.toISOString(),
    isRemembered: rest.rememberedUntil !== null,
    isThisOne: digest.equals(currentDigest),
  }
}
