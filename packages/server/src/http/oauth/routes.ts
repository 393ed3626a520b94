import { accountWireId, type AccountId, type ProviderName } from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Grants, isProviderName } from '../../accounts/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { SignedIn } from '../../people/index.ts'
import { crossSite, type Guard, Problem, tooMany } from '../guard/index.ts'
import { seeOther, sendPage } from '../pages/index.ts'
import { signInFailurePage } from './sign-in-failure-page.ts'

export interface OAuthNeeds {
  grants: Pick<Grants, 'begin' | 'complete'>
  guard: Pick<Guard, 'signedIn' | 'madeBy'>
  clock: Clock
}

const accountsPage = '/settings/accounts'

type ConnectRequest = FastifyRequest<{
  Params: { provider: string }
  Querystring: { account?: unknown; for?: unknown }
}>
type CallbackRequest = FastifyRequest<{ Params: { provider: string } }>

/** The way to a provider and back, `/oauth/…`. Both addresses are visited by a browser, never called by a script. */
export function oauthRoutes(needs: OAuthNeeds): FastifyPluginAsync {
  const { guard } = needs
  return async (app) => {
    app.get('/oauth/:provider/connect', async (request: ConnectRequest, reply) => {
      const provider = requireProvider(request)
      const visitor = await guard.signedIn(request, reply)
      // Not back to here: the sign-in form may not lead to another host, not by redirects either (CSP3 §6.4.2).
      if (!visitor) return seeOther(reply, `/login?next=${encodeURIComponent(accountsPage)}`)
      // Else another site could send somebody off to connect a mailbox they never asked for.
      if (guard.madeBy(request) === 'foreign') throw crossSite()
      const extra = request.query.for === 'vacation' ? 'vacation' : undefined
      return connect(needs, {
        visitor,
        provider,
        accountId: readAccount(request.query.account),
        extra,
        reply,
      })
    })
    app.get('/oauth/:provider/callback', async (request: CallbackRequest, reply) => {
      const provider = requireProvider(request)
      const visitor = await guard.signedIn(request, reply)
      if (!visitor) throw foreign()
      return comeBack(needs, { visitor, provider, answer: getQuery(request), reply })
    })
  }
}

interface ConsentStart {
  visitor: SignedIn
  provider: ProviderName
  accountId: AccountId | undefined
  extra: 'vacation' | undefined
  reply: FastifyReply
}

async function connect(
  { grants, clock }: OAuthNeeds,
  { visitor, provider, accountId, extra, reply }: ConsentStart,
): Promise<FastifyReply> {
  const begun = await grants.begin(getRequester(visitor), provider, accountId, extra)
  switch (begun.kind) {
    case 'go':
      return seeOther(reply, begun.url)
    case 'no-such-account':
      throw noAccount()
    case 'too-many':
      throw tooMany(tooManySignIns, begun.retryAt, clock.now())
    case 'told':
      return sendPage(
        reply,
        begun.isPassing ? 503 : 422,
        signInFailurePage({ ...begun, provider, accountId }, visitor.user.language),
      )
  }
}

interface ConsentAnswer {
  visitor: SignedIn
  provider: ProviderName
  answer: URLSearchParams
  reply: FastifyReply
}

async function comeBack(
  { grants, clock }: OAuthNeeds,
  { visitor, provider, answer, reply }: ConsentAnswer,
): Promise<FastifyReply> {
  const completed = await grants.complete(getRequester(visitor), provider, answer)
  switch (completed.kind) {
    case 'connected':
    case 'reconnected':
      return seeOther(reply, accountsPage)
    case 'foreign':
      throw foreign()
    case 'too-many':
      throw tooMany(tooManySignIns, completed.retryAt, clock.now())
    case 'told':
      return sendPage(
        reply,
        completed.isPassing ? 503 : 422,
        signInFailurePage({ ...completed, provider }, visitor.user.language),
      )
  }
}

const getRequester = ({ user, session }: SignedIn) => ({ userId: user.id, session: session.digest })

function requireProvider({ params }: CallbackRequest | ConnectRequest): ProviderName {
  if (!isProviderName(params.provider)) throw new Problem('not-found')
  return params.provider
}

function readAccount(text: unknown): AccountId | undefined {
  if (text === undefined) return undefined
  const id = typeof text === 'string' ? accountWireId.decode(text) : undefined
  if (id === undefined) throw noAccount()
  return id
}

/** As it arrived: a parameter given twice must be seen twice. */
function getQuery({ url }: FastifyRequest): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

const tooManySignIns = { problem: 'oauth/too-many-sign-ins' } as const

const noAccount = () => new Problem('not-found', { detail: { problem: 'accounts/not-found' } })

const foreign = () =>
  new Problem('not-allowed', {
    detail: { problem: 'oauth/foreign-state' },
  })
