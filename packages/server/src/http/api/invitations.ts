import {
  type CreatedPersonView,
  type LinkView,
  type PeopleInvitations,
  type UserId,
  userWireId,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../kit/clock.ts'
import type { MadeLink, People, SignedIn } from '../../people/index.ts'
import { type Guard, Problem } from '../guard/index.ts'
import { browserActor } from './audit-actor.ts'
import { checkedBody } from './checked-body.ts'
import { ownPassword, proveUser } from './prove-user.ts'

export interface InvitationsApiNeeds {
  people: Pick<People, 'administration' | 'links' | 'signIn' | 'singleSignOn'>
  guard: Pick<Guard, 'requireAdmin' | 'publicAddress'>
  clock: Clock
}

interface WithId {
  Params: { id: string }
}

const text = Type.String({ maxLength: 2048 })
const inviteBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  isAdmin: Type.Boolean(),
  password: ownPassword,
})
const personBody = Type.Object({
  name: text,
  email: text,
  isAdmin: Type.Boolean(),
  newPassword: Type.Optional(text),
  password: ownPassword,
})
const proofBody = Type.Object({ password: ownPassword })

/**
 * The ways in that administrators make for others: `POST /api/admin/people`, `/api/admin/people/{id}/password-link` and
 * `/api/admin/invitations`. A link is answered once and never again. What makes an administrator takes proof.
 */
export function invitationsApi(needs: InvitationsApiNeeds): FastifyPluginAsync {
  const { people, guard } = needs
  return async (app) => {
    app.get('/api/admin/invitations', async (request, reply): Promise<PeopleInvitations> => {
      await guard.requireAdmin(request, reply)
      const listed = await people.links.invitations()
      return {
        invitations: listed.map(({ id, expiresAt, ...rest }) => ({
          ...rest,
          id: String(id),
          expiresAt: expiresAt.toISOString(),
        })),
      }
    })

    app.post('/api/admin/invitations', async (request, reply): Promise<LinkView> => {
      const signedIn = await guard.requireAdmin(request, reply)
      const body = checkedBody<{ email: string; isAdmin: boolean; password?: string }>(
        inviteBody,
        request.body,
      )
      const email = body.email.trim()
      if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) throw notEmail()
      if (body.isAdmin) await proveUser(needs, signedIn, body.password, request)
      const invited = { email, isAdmin: body.isAdmin }
      return linkOf(
        needs,
        'invite',
        await people.links.invite(browserActor(request, signedIn), invited),
        request,
      )
    })

    app.delete<WithId>('/api/admin/invitations/:id', async (request, reply) => {
      const signedIn = await guard.requireAdmin(request, reply)
      const id = /^[1-9][0-9]{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0
      if (!(await people.links.withdraw(browserActor(request, signedIn), id)))
        throw new Problem('not-found', { detail: { problem: 'people/no-such-invitation' } })
      return reply.code(204).send()
    })

    app.post('/api/admin/people', (request, reply) => createPerson(needs, request, reply))

    app.post<WithId>('/api/admin/people/:id/password-link', async (request, reply): Promise<LinkView> => {
      const signedIn = await guard.requireAdmin(request, reply)
      const id = userWireId.decode(request.params.id)
      const { password } = checkedBody<{ password?: string }>(proofBody, request.body)
      await proveUser(needs, signedIn, password, request)
      return passwordLink(needs, signedIn, id, request)
    })
  }
}

/** With a password that is given, or a link by which the person sets their own. */
async function createPerson(
  needs: InvitationsApiNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CreatedPersonView> {
  const signedIn = await needs.guard.requireAdmin(request, reply)
  const { name, email, isAdmin, newPassword, password } = checkedBody<{
    name: string
    email: string
    isAdmin: boolean
    newPassword?: string
    password?: string
  }>(personBody, request.body)
  if (isAdmin) await proveUser(needs, signedIn, password, request)
  const form = { name, email, password: newPassword }
  const created = await needs.people.administration.create(browserActor(request, signedIn), form, { isAdmin })
  if (!created.ok) {
    const errors = created.problems.map(({ field, problem }) => ({
      pointer: field === 'password' ? '/newPassword' : `/${field}`,
      problem,
    }))
    throw new Problem('invalid', { errors })
  }
  const { id } = created.user
  const link = newPassword === undefined ? await passwordLink(needs, signedIn, id, request) : null
  return { id: userWireId.encode(id), link }
}

async function passwordLink(
  needs: InvitationsApiNeeds,
  signedIn: SignedIn,
  id: UserId | undefined,
  request: FastifyRequest,
): Promise<LinkView> {
  const issuedLink =
    id === undefined
      ? undefined
      : await needs.people.links.makePasswordLink(browserActor(request, signedIn), id)
  if (!issuedLink || (!issuedLink.ok && issuedLink.problem === 'people/no-such-user'))
    throw new Problem('not-found', { detail: { problem: 'people/no-such-user' } })
  if (!issuedLink.ok) throw new Problem('conflict', { detail: { problem: issuedLink.problem } })
  return linkOf(needs, 'password', issuedLink, request)
}

const notEmail = (): Problem =>
  new Problem('invalid', { errors: [{ pointer: '/email', problem: { problem: 'people/not-an-email' } }] })

const linkOf = (
  { guard }: InvitationsApiNeeds,
  page: 'invite' | 'password',
  { token, expiresAt }: MadeLink,
  request: FastifyRequest,
): LinkView => ({
  url: `${guard.publicAddress(request)}/${page}/${token}`,
  expiresAt: expiresAt.toISOString(),
})
