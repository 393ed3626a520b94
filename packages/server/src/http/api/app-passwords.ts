import {
  type AccountId,
  accountWireId,
  appPasswordWireId,
  type ProblemDetail,
  type UserId,
  type AppPasswordScope,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Accounts } from '../../accounts/index.ts'
import type { Clock } from '../../kit/clock.ts'
import { type AppPasswordCreated, appPasswordScopes, type People, type SignedIn } from '../../people/index.ts'
import { type FieldError, type Guard, Problem } from '../guard/index.ts'
import { appPasswordView } from './app-password-view.ts'
import { checkedBody } from './checked-body.ts'
import { ownPassword, proveUser } from './prove-user.ts'

export interface AppPasswordsApiNeeds {
  people: Pick<People, 'appPasswords' | 'signIn' | 'singleSignOn'>
  accounts: Pick<Accounts, 'get'>
  guard: Pick<Guard, 'requireSession'>
  clock: Clock
}

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Optional(Type.Union([type, Type.Null()]))

const body = Type.Object({
  password: ownPassword,
  name: Type.String({ maxLength: 300 }),
  scope: orNull(Type.Union(appPasswordScopes.map((scope) => Type.Literal(scope)))),
  accountId: orNull(Type.String({ maxLength: 20 })),
  expiresAt: orNull(Type.String({ maxLength: 40 })),
})

interface Form {
  password?: string
  name: string
  scope?: AppPasswordScope | null
  accountId?: string | null
  expiresAt?: string | null
}

interface WithId {
  Params: { id: string }
}

/**
 * The app passwords of the signed-in user: `/api/app-passwords`. Another user's do not exist here. Making one takes
 * proof: it opens what it opens without a second factor, and outlives the session.
 */
export function appPasswordsApi(needs: AppPasswordsApiNeeds): FastifyPluginAsync {
  const { accounts, guard } = needs
  const { appPasswords } = needs.people
  const getUserId = async (request: FastifyRequest, reply: FastifyReply) =>
    (await guard.requireSession(request, reply)).user.id

  /** The account a form names, if it is the user's own. */
  const ownAccount = async (userId: UserId, text: string): Promise<AccountId> => {
    const id = accountWireId.decode(text)
    if (id === undefined || !(await accounts.get(userId, id)))
      throw invalid([{ pointer: '/accountId', problem: { problem: 'people/not-your-account' } }])
    return id
  }

  const create = async ({ user, session }: SignedIn, form: Form, generation: number) => {
    const { name, scope = null, accountId, expiresAt } = form
    const checked = {
      name,
      scope,
      accountId: accountId == null ? null : await ownAccount(user.id, accountId),
      expiresAt: expiresAt == null ? null : getTime(expiresAt),
    }
    return appPasswords.create(user.id, checked, { generation, session: session.digest })
  }

  return async (app) => {
    app.get('/api/app-passwords', async (request, reply) => {
      const listed = await appPasswords.list(await getUserId(request, reply))
      return { appPasswords: listed.map(appPasswordView) }
    })
    app.post('/api/app-passwords', async (request, reply) => {
      const signedIn = await guard.requireSession(request, reply)
      const form = checkedBody<Form>(body, request.body)
      const generation = await proveUser(needs, signedIn, form.password, request)
      const created = await create(signedIn, form, generation)
      if (!created.ok) throw refusal(created)
      const shown = { ...appPasswordView(created.appPassword), secret: created.secret }
      return reply.code(201).header('cache-control', 'no-store').send(shown)
    })
    app.delete<WithId>('/api/app-passwords/:id', async (request, reply) => {
      const userId = await getUserId(request, reply)
      const id = appPasswordWireId.decode(request.params.id)
      if (id === undefined || !(await appPasswords.revoke(userId, id))) throw notFound()
      return reply.code(204).send()
    })
  }
}

/** RFC 3339 with a zone; what is none is no time at all, which the room refuses. */
function getTime(text: string): Date {
  return new Date(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? text : Number.NaN,
  )
}

const atField = ({ field, problem }: { field: string; problem: ProblemDetail }) => ({
  pointer: `/${field}`,
  problem,
})

const notFound = () => new Problem('not-found', { detail: { problem: 'people/no-such-app-password' } })

function refusal(failure: Exclude<AppPasswordCreated, { ok: true }>): Problem {
  switch (failure.why) {
    case 'invalid':
      return invalid(failure.problems.map(atField))
    case 'too-many':
      return new Problem('conflict', { detail: { problem: 'people/too-many-app-passwords' } })
    case 'late':
      return new Problem('signed-out', { detail: { problem: 'people/signed-out' } })
  }
}

const invalid = (errors: readonly FieldError[]) => new Problem('invalid', { errors })
