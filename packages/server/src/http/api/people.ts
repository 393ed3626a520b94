import {
  type AccountId,
  type DisabledMail,
  type PeopleView,
  type PersonView,
  type UserId,
  userWireId,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Accounts, AccountView } from '../../accounts/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { StoredMail } from '../../mail/index.ts'
import type { Administered, AdministeredUser, People, SignedIn } from '../../people/index.ts'
import { type Coded, type Guard, Problem } from '../guard/index.ts'
import { browserActor } from './audit-actor.ts'
import { checkedBody } from './checked-body.ts'
import { ownPassword, proveUser } from './prove-user.ts'

export interface PeopleApiNeeds {
  people: Pick<People, 'administration' | 'signIn' | 'singleSignOn' | 'passkeys'>
  accounts: Pick<Accounts, 'list'>
  mail: { stored(ids: readonly AccountId[]): Promise<Map<AccountId, StoredMail>> }
  guard: Pick<Guard, 'requireAdmin'>
  clock: Clock
}

interface WithPerson {
  Params: { id: string }
}

const disableBody = Type.Object({
  password: ownPassword,
  mail: Type.Union([Type.Literal('syncs'), Type.Literal('pauses')]),
})
const enableBody = Type.Object({ password: ownPassword })
const administratorBody = Type.Object({ password: ownPassword, isAdmin: Type.Boolean() })

/**
 * Who can sign in to this server, and what administrators do about it: `/api/admin/people` and below. What takes somebody's
 * access, gives it back, or gives the highest, takes proof. No answer has anything of anybody's mail.
 */
export function peopleApi(needs: PeopleApiNeeds): FastifyPluginAsync {
  const { people, guard } = needs
  const { administration } = people
  return async (app) => {
    app.get('/api/admin/people', async (request, reply) => {
      const { user } = await guard.requireAdmin(request, reply)
      const all = await administration.list()
      const views = await Promise.all(all.map((person) => viewOf(needs, person, user.id)))
      const passkeys = await countPasskeys(people)
      return { people: views, passkeys } satisfies Coded<PeopleView>
    })

    app.post<WithPerson>('/api/admin/people/:id/disable', async (request, reply) => {
      const { signedIn, id } = await toPerson(needs, request, reply)
      const { password, mail } = checkedBody<{ password?: string; mail: DisabledMail }>(
        disableBody,
        request.body,
      )
      await proveUser(needs, signedIn, password, request)
      return answer(await administration.disable(browserActor(request, signedIn), id, mail), reply)
    })

    app.post<WithPerson>('/api/admin/people/:id/enable', async (request, reply) => {
      const { signedIn, id } = await toPerson(needs, request, reply)
      const { password } = checkedBody<{ password?: string }>(enableBody, request.body)
      await proveUser(needs, signedIn, password, request)
      return answer(await administration.enable(browserActor(request, signedIn), id), reply)
    })

    app.post<WithPerson>('/api/admin/people/:id/administrator', async (request, reply) => {
      const { signedIn, id } = await toPerson(needs, request, reply)
      const { password, isAdmin } = checkedBody<{ password?: string; isAdmin: boolean }>(
        administratorBody,
        request.body,
      )
      await proveUser(needs, signedIn, password, request)
      return answer(
        await administration.setAdministrator(browserActor(request, signedIn), id, isAdmin),
        reply,
      )
    })
  }
}

/** The passkeys of everybody by host, and whether those work at the public address of now. */
async function countPasskeys({
  administration,
  passkeys,
}: PeopleApiNeeds['people']): Promise<PeopleView['passkeys']> {
  const relyingParty = passkeys.relyingParty()
  const host = typeof relyingParty === 'string' ? undefined : relyingParty.id
  const counted = await administration.countPasskeys()
  return counted.map((each) => ({ ...each, isUsable: each.host === host }))
}

/** The administrator who asks, and the person that the address names. */
async function toPerson(
  { guard }: Pick<PeopleApiNeeds, 'guard'>,
  request: FastifyRequest<WithPerson>,
  reply: FastifyReply,
): Promise<{ signedIn: SignedIn; id: UserId }> {
  const signedIn = await guard.requireAdmin(request, reply)
  const id = userWireId.decode(request.params.id)
  if (id === undefined) throw noSuchUser()
  return { signedIn, id }
}

function answer(administered: Administered, reply: FastifyReply): FastifyReply {
  if (administered.ok) return reply.code(204).send()
  if (administered.problem === 'people/no-such-user') throw noSuchUser()
  throw new Problem('conflict', { detail: { problem: administered.problem } })
}

const noSuchUser = () => new Problem('not-found', { detail: { problem: 'people/no-such-user' } })

async function viewOf(
  { accounts, mail }: PeopleApiNeeds,
  person: AdministeredUser,
  askedBy: UserId,
): Promise<Coded<PersonView>> {
  const { user, deletionStartedAt } = person
  const listed = await accounts.list(user.id)
  const stored = [...(await mail.stored(listed.map(({ id }) => id))).values()]
  const messages = stored.reduce((sum, each) => sum + each.messages, 0)
  return {
    id: userWireId.encode(user.id),
    name: user.name,
    email: user.email,
    isAdmin: user.isAdmin,
    isYou: user.id === askedBy,
    createdAt: person.createdAt.toISOString(),
    lastSignedInAt: person.lastSignedInAt?.toISOString() ?? null,
    hasSecondFactor: person.hasSecondFactor,
    disabledAt: person.disabledAt?.toISOString() ?? null,
    isMailPaused: person.isMailPaused,
    deletion: deletionStartedAt && {
      startedAt: deletionStartedAt.toISOString(),
      accountsLeft: listed.length,
      messagesLeft: messages,
    },
    storedBytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
    accounts: listed.map(accountOf),
  }
}

const accountOf = ({ address, provider, condition, conditionText }: AccountView) => ({
  address,
  provider,
  condition,
  problem: conditionText,
})
