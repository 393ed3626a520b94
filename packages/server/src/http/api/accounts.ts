import { Type } from 'typebox'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  type AccountId,
  type AccountRemoved,
  type AccountsAnswer,
  type AccountView as WireAccount,
  accountWireId,
  type ProblemDetail,
  type RefusedChange,
  type SignInOffer,
  type UserId,
  readStoredProblem,
} from '@plmail/wire'
import {
  type Accounts,
  type AccountForm,
  diskCard,
  type AccountView,
  type AddedAccount,
  isProviderName,
  type Removed,
  screenName,
} from '../../accounts/index.ts'
import type { ByteCheck } from '../../mail/index.ts'
import type { Delay, MirrorFigure, RefusedOperation, Shortfall, Sync, Watches } from '../../sync/index.ts'
import { type Coded, type FieldError, Problem } from '../guard/index.ts'
import { checkedBody } from './checked-body.ts'
import { wireCard, worstFirst } from './health-card.ts'
import { instantDelivery } from './instant-delivery.ts'

export interface AccountsApiNeeds {
  /** Mail is looked for all the time. */
  isDemo?: boolean
  accounts: Pick<Accounts, 'discover' | 'add' | 'list' | 'get' | 'updatePassword' | 'remove' | 'health'>
  /** Lists the providers whose mailboxes are connected by signing in. */
  signIns(): Promise<SignInOffer[]>
  sync: Pick<
    Sync,
    'refresh' | 'progress' | 'mirror' | 'shortfalls' | 'fetchAgain' | 'refused' | 'storedBytes'
  >
  watches: Pick<Watches, 'states' | 'delays' | 'cards' | 'switchOn' | 'switchOff'>
  calendarWatches: { closeOf(id: AccountId): Promise<void> }
  /** False: the disk is full, which everybody is told. */
  hasDiskSpace(): Promise<boolean>
  /** Throws a Problem unless a signed-in user asks, from a page of ours. */
  requireSession(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ user: { id: UserId; isAdmin: boolean } }>
}

const server = Type.Object({
  host: Type.String({ maxLength: 300 }),
  port: Type.Integer(),
  encryption: Type.Union([Type.Literal('tls'), Type.Literal('starttls'), Type.Literal('none')]),
})

const bodies = {
  discover: Type.Object({ address: Type.String({ maxLength: 300 }) }),
  password: Type.Object({ password: Type.String({ maxLength: 1000 }) }),
  instant: Type.Object({ isOn: Type.Boolean() }),
  account: Type.Object({
    address: Type.String({ maxLength: 300 }),
    name: Type.Optional(Type.String({ maxLength: 300 })),
    username: Type.Optional(Type.String({ maxLength: 400 })),
    password: Type.String({ maxLength: 1000 }),
    imap: server,
    smtp: server,
  }),
}

interface WithId {
  Params: { id: string }
}

interface WithOperation {
  Params: { id: string; operation: string }
}

/** The connected mailboxes of the signed-in user: `/api/accounts` and below. Another user's do not exist here. */
export function accountsApi({
  accounts,
  sync,
  watches,
  calendarWatches,
  signIns,
  hasDiskSpace,
  requireSession,
  isDemo = false,
}: AccountsApiNeeds): FastifyPluginAsync {
  const getUserId = async (request: FastifyRequest, reply: FastifyReply) =>
    (await requireSession(request, reply)).user.id

  /** The account the path names, if it is the user's own. */
  const ownId = async (userId: UserId, text: string): Promise<AccountId> => {
    const id = accountWireId.decode(text)
    if (id === undefined || !(await accounts.get(userId, id))) throw notFound()
    return id
  }
  const toWireAccounts = async (views: readonly AccountView[]): Promise<Coded<WireAccount>[]> => {
    const ids = views.map((view) => view.id)
    const [progress, mirror, states, delays, stored, shortfalls] = await Promise.all([
      sync.progress(ids),
      sync.mirror(ids),
      watches.states(ids),
      watches.delays(ids),
      sync.storedBytes(views),
      sync.shortfalls(ids),
    ])
    return views.map((view) => ({
      ...wireAccount(view, progress.get(view.id), mirror.get(view.id), delays.get(view.id)),
      storedCheck: toStoredCheck(stored.checks.get(view.id)),
      shortfall: toCounts(shortfalls.get(view.id)),
      instant: instantDelivery(view.provider, states.get(view.id), isDemo),
    }))
  }

  return async (app) => {
    app.get('/api/accounts', async (request, reply) => {
      const { user } = await requireSession(request, reply)
      const [views, cards, offers, hasSpace] = await Promise.all([
        accounts.list(user.id),
        accounts.health(user),
        signIns(),
        hasDiskSpace(),
      ])
      const disk = hasSpace ? [] : [diskCard(user.isAdmin)]
      return {
        accounts: await toWireAccounts(views),
        health: [...disk, ...cards, ...(await watches.cards(views)), ...(await sync.storedBytes(views)).cards]
          .toSorted(worstFirst)
          .map(wireCard),
        signIns: offers,
      } satisfies Coded<AccountsAnswer>
    })
    app.post('/api/accounts/discover', async (request, reply) => {
      const userId = await getUserId(request, reply)
      const { address } = checkedBody<{ address: string }>(bodies.discover, request.body)
      const discovered = await accounts.discover(userId, address)
      if (!discovered)
        throw invalid([{ pointer: '/address', problem: { problem: 'accounts/not-an-address' } }])
      return discovered
    })
    app.post('/api/accounts', async (request, reply) => {
      const { user } = await requireSession(request, reply)
      const form = checkedBody<AccountForm>(bodies.account, request.body)
      const added = await accounts.add(user.id, form, user.isAdmin ? 'any' : 'usual')
      const [account] = await toWireAccounts([toAccount(added)])
      return reply.code(201).send(account)
    })
    app.post<WithId>('/api/accounts/:id/password', async (request, reply) => {
      const userId = await getUserId(request, reply)
      const id = await ownId(userId, request.params.id)
      const { password } = checkedBody<{ password: string }>(bodies.password, request.body)
      const updated = await accounts.updatePassword(userId, id, password)
      if (!updated) throw notFound()
      const [account] = await toWireAccounts([toAccount(updated)])
      return account
    })
    app.post<WithId>('/api/accounts/:id/sync', async (request, reply) => {
      const userId = await getUserId(request, reply)
      await sync.refresh(await ownId(userId, request.params.id))
      return reply.code(202).send()
    })
    app.post<WithId>('/api/accounts/:id/unfetched', async (request, reply) => {
      const userId = await getUserId(request, reply)
      await sync.fetchAgain(await ownId(userId, request.params.id))
      return reply.code(202).send()
    })
    app.post<WithId>('/api/accounts/:id/instant', async (request, reply) => {
      const userId = await getUserId(request, reply)
      const id = await ownId(userId, request.params.id)
      const { isOn } = checkedBody<{ isOn: boolean }>(bodies.instant, request.body)
      if (isOn) {
        const switched = await watches.switchOn(id)
        if (!switched.ok) throw new Problem('conflict', { detail: switched.why })
      } else await watches.switchOff(id)
      const view = await accounts.get(userId, id)
      if (!view) throw notFound()
      const [account] = await toWireAccounts([view])
      return account
    })
    app.get<WithId>('/api/accounts/:id/refused', async (request, reply) => {
      const userId = await getUserId(request, reply)
      const refused = await sync.refused.list(await ownId(userId, request.params.id))
      return { refused: refused.map(wireRefused) }
    })
    app.delete<WithOperation>('/api/accounts/:id/refused/:operation', async (request, reply) => {
      const userId = await getUserId(request, reply)
      const id = await ownId(userId, request.params.id)
      const operation = operationId(request.params.operation)
      if (operation === undefined || !(await sync.refused.dismiss(id, operation))) {
        throw new Problem('not-found', { detail: { problem: 'accounts/change-not-refused' } })
      }
      return reply.code(204).send()
    })
    app.delete<WithId>('/api/accounts/:id', async (request, reply) => {
      const userId = await getUserId(request, reply)
      const id = await ownId(userId, request.params.id)
      const view = await accounts.get(userId, id)
      // While the permission still holds: afterwards the provider would go on calling for days.
      await watches.switchOff(id)
      await calendarWatches.closeOf(id)
      const removed = await accounts.remove(userId, id)
      if (!view || !removed) throw notFound()
      const notice = getNotice(view, removed)
      return notice === undefined ? reply.code(204).send() : ({ notice } satisfies Coded<AccountRemoved>)
    })
  }
}

function toAccount(added: AddedAccount): AccountView {
  if (!added.ok) throw invalid(added.problems)
  return added.account
}

const toCounts = (shortfall: Shortfall | undefined): WireAccount['shortfall'] => ({
  folders: shortfall?.folders.length ?? 0,
  stubs: shortfall?.stubs ?? 0,
  rebuilt: shortfall?.rebuilt ?? 0,
})

function wireAccount(
  view: AccountView,
  progress: { done: number; total: number } | undefined,
  mirror: MirrorFigure | undefined,
  delay: Delay | undefined,
): Coded<Omit<WireAccount, 'instant' | 'storedCheck' | 'shortfall'>> {
  return {
    id: accountWireId.encode(view.id),
    provider: view.provider,
    address: view.address,
    name: view.name,
    condition: view.condition,
    conditionDetail: view.conditionDetail === null ? null : readStoredProblem(view.conditionDetail),
    conditionText: view.conditionText,
    conditionSince: view.conditionSince.toISOString(),
    lastSyncedAt: view.lastSyncedAt?.toISOString() ?? null,
    import: progress ?? null,
    mirror: mirror
      ? {
          localCount: mirror.localCount,
          remoteCount: mirror.remoteCount,
          accepted: mirror.accepted,
          checkedAt: mirror.checkedAt.toISOString(),
        }
      : null,
    arrival: delay ?? null,
  }
}

function toStoredCheck(check: ByteCheck | undefined): WireAccount['storedCheck'] {
  return check?.checkedAt
    ? { messages: check.checked, restored: check.restored, checkedAt: check.checkedAt.toISOString() }
    : null
}

/** Returns the steps left to the user when the permission could not be revoked. */
function getNotice({ provider, address }: AccountView, { handedBack }: Removed): ProblemDetail | undefined {
  if (handedBack === null || !isProviderName(provider)) return undefined
  const name = screenName[provider]
  switch (handedBack) {
    case 'revoked':
    case 'nothing-left':
    case 'in-use':
      return undefined
    case 'not-reached':
      return { problem: 'accounts/access-not-revoked', provider: name, address }
    case 'not-offered':
      return { problem: 'accounts/access-still-listed', address, provider: name }
  }
}

function wireRefused({ id, refusedAt, serverSaid, ...rest }: RefusedOperation): Coded<RefusedChange> {
  return {
    ...rest,
    id: String(id),
    refusedAt: refusedAt.toISOString(),
    serverSaid: readStoredProblem(serverSaid),
  }
}

function operationId(text: string): number | undefined {
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : undefined
}

const notFound = () => new Problem('not-found', { detail: { problem: 'accounts/not-found' } })

const invalid = (errors: readonly FieldError[]) => new Problem('invalid', { errors })
