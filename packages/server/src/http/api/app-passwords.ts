import {
  type AccountId,
  accountWireId,
  type AppPasswordView as WireAppPassword,
  appPasswordWireId,
  type ProblemDetail,
  type UserId,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Accounts } from '../../accounts/index.ts'
import {
  type AppPassword,
  type AppPasswordScope,
  type AppPasswords,
  appPasswordScopes,
} from '../../people/index.ts'
import { type FieldError, Problem } from '../guard/index.ts'
import { checkedBody } from './checked-body.ts'

export interface AppPasswordsApiNeeds {
  appPasswords: Pick<AppPasswords, 'create' | 'list' | 'revoke'>
  accounts: Pick<Accounts, 'get'>
  /** Throws a Problem unless a signed-in user asks, from a page of ours. */
  requireSession(request: FastifyRequest, reply: FastifyReply): Promise<{ user: { id: UserId } }>
}

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Optional(Type.Union([type, Type.Null()]))

const body = Type.Object({
  name: Type.String({ maxLength: 300 }),
  scope: orNull(Type.Union(appPasswordScopes.map((scope) => Type.Literal(scope)))),
  accountId: orNull(Type.String({ maxLength: 20 })),
  expiresAt: orNull(Type.String({ maxLength: 40 })),
})

interface Form {
  name: string
  scope?: AppPasswordScope | null
  accountId?: string | null
  expiresAt?: string | null
}

interface WithId {
  Params: { id: string }
}

/** The app passwords of the signed-in user: `/api/app-passwords`. Another user's do not exist here. */
export function appPasswordsApi(needs: AppPasswordsApiNeeds): FastifyPluginAsync {
  const { appPasswords, accounts, requireSession } = needs
  const userOf = async (request: FastifyRequest, reply: FastifyReply) =>
    (await requireSession(request, reply)).user.id

  /** The account a form names, if it is the user's own. */
  const ownAccount = async (userId: UserId, text: string): Promise<AccountId> => {
    const id = accountWireId.decode(text)
    if (id === undefined || !(await accounts.get(userId, id)))
      throw invalid([{ pointer: '/accountId', problem: { problem: 'people/not-your-account' } }])
    return id
  }

  return async (app) => {
    app.get('/api/app-passwords', async (request, reply) => {
      const listed = await appPasswords.list(await userOf(request, reply))
      return { appPasswords: listed.map(wireAppPassword) }
    })
    app.post('/api/app-passwords', async (request, reply) => {
      const userId = await userOf(request, reply)
      const { name, scope = null, accountId, expiresAt } = checkedBody<Form>(body, request.body)
      const created = await appPasswords.create(userId, {
        name,
        scope,
        accountId: accountId == null ? null : await ownAccount(userId, accountId),
        expiresAt: expiresAt == null ? null : timeOf(expiresAt),
      })
      if (!created.ok) throw created.why === 'invalid' ? invalid(created.problems.map(atField)) : tooMany()
      const shown = { ...wireAppPassword(created.appPassword), secret: created.secret }
      return reply.code(201).header('cache-control', 'no-store').send(shown)
    })
    app.delete<WithId>('/api/app-passwords/:id', async (request, reply) => {
      const userId = await userOf(request, reply)
      const id = appPasswordWireId.decode(request.params.id)
      if (id === undefined || !(await appPasswords.revoke(userId, id))) throw notFound()
      return reply.code(204).send()
    })
  }
}

function wireAppPassword({ id, accountId, uses, ...rest }: AppPassword): WireAppPassword {
  return {
    id: appPasswordWireId.encode(id),
    name: rest.name,
    hint: rest.hint,
    scope: rest.scope,
    accountId: accountId === null ? null : accountWireId.encode(accountId),
    createdAt: rest.createdAt.toISOString(),
    expiresAt: rest.expiresAt?.toISOString() ?? null,
    lastUsedAt: rest.lastUsedAt?.toISOString() ?? null,
    uses: uses.map(({ at, ...use }) => ({ ...use, at: at.toISOString() })),
  }
}

/** RFC 3339 with a zone; what is none is no time at all, which the room refuses. */
function timeOf(text: string): Date {
  return new Date(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? text : Number.NaN,
  )
}

const atField = ({ field, problem }: { field: string; problem: ProblemDetail }) => ({
  pointer: `/${field}`,
  problem,
})

const notFound = () => new Problem('not-found', { detail: { problem: 'people/no-such-app-password' } })

const tooMany = () => new Problem('conflict', { detail: { problem: 'people/too-many-app-passwords' } })

const invalid = (errors: readonly FieldError[]) => new Problem('invalid', { errors })
