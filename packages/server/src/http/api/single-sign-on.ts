import {
  type SingleSignOnForm,
  singleSignOnIdentityWireId,
  type SingleSignOnLinks,
  type SingleSignOnStart,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { CodedSingleSignOnStep, LinkedIdentity, People, SignedIn } from '../../people/index.ts'
import { type Guard, Problem } from '../guard/index.ts'
import { leaveForProvider, redirectUriOf } from '../single-sign-on/index.ts'
import { browserActor } from './audit-actor.ts'
import { checkedBody } from './checked-body.ts'
import { bothFactors, type BothFactors, proveForNewFactor } from './prove-second-factor.ts'
import { ownPassword, proveUser } from './prove-user.ts'

export interface SingleSignOnApiNeeds {
  people: Pick<People, 'singleSignOn' | 'signIn' | 'audit' | 'secondFactor' | 'passkeys'>
  guard: Pick<Guard, 'requireSession' | 'requireAdmin' | 'publicAddress' | 'cookies'>
  clock: Clock
  random: Random
}

const text = Type.Optional(Type.String({ maxLength: 2048 }))
const choice = Type.Optional(Type.Boolean())
const texts = Type.Optional(Type.Array(Type.String({ maxLength: 2048 }), { maxItems: 100 }))
const settingsForm = Type.Object({
  issuer: text,
  clientId: text,
  clientSecret: text,
  name: text,
  linksVerifiedAddresses: choice,
  makesPeople: choice,
  domains: texts,
  groups: texts,
  groupsClaim: text,
  administratorGroup: text,
  secondFactorValues: texts,
  isOnlyWay: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  password: ownPassword,
})
const passwordBody = Type.Object({ password: ownPassword })

/**
 * Single sign-on for administrators, `/api/admin/single-sign-on`, and for who links an identity, `/api/single-sign-on`. The
 * settings decide who is believed to be whom, so that changing them takes proof.
 */
export function singleSignOnApi(needs: SingleSignOnApiNeeds): FastifyPluginAsync {
  const { people, guard } = needs
  const { singleSignOn } = people
  const settings = (request: FastifyRequest, { session }: SignedIn) =>
    singleSignOn.settings(guard.publicAddress(request), session.singleSignOnSessionId !== null)
  return async (app) => {
    app.get('/api/admin/single-sign-on', async (request, reply) =>
      settings(request, await guard.requireAdmin(request, reply)),
    )
    app.post('/api/admin/single-sign-on', async (request, reply) => {
      const signedIn = await guard.requireAdmin(request, reply)
      const { password, ...form } = checkedBody<SingleSignOnForm & { password?: string }>(
        settingsForm,
        request.body,
      )
      await proveUser(needs, signedIn, password, request)
      const errors = await singleSignOn.save(form, signedIn.session.singleSignOnSessionId !== null)
      if (errors.length > 0) throw new Problem('invalid', { errors })
      await people.audit.note({
        action: 'single-sign-on-changed',
        actor: browserActor(request, signedIn),
        detail: { fields: Object.keys(form).toSorted().join(', ') },
      })
      return settings(request, signedIn)
    })
    app.post('/api/admin/single-sign-on/check', async (request, reply) => {
      await guard.requireAdmin(request, reply)
      const steps = await singleSignOn.check(redirectUriOf(guard, request))
      return { steps } satisfies { steps: CodedSingleSignOnStep[] }
    })
    app.get('/api/single-sign-on', async (request, reply) => {
      const { user } = await guard.requireSession(request, reply)
      return links(needs, user.id)
    })
    app.post('/api/single-sign-on/link', (request, reply) => startLinking(needs, request, reply))
    app.post<{ Params: { id: string } }>('/api/single-sign-on/:id/unlink', async (request, reply) => {
      const { user } = await guard.requireSession(request, reply)
      const id = singleSignOnIdentityWireId.decode(request.params.id)
      const listed = await singleSignOn.identities(user.id)
      if (!listed.some((identity) => identity.id === id)) throw noSuchIdentity()
      const signedIn = await withPassword(needs, request, reply)
      const { password } = checkedBody<{ password?: string }>(passwordBody, request.body)
      await proveUser(needs, signedIn, password, request)
      await refuseOnlyWay(needs)
      if (id === undefined || (await singleSignOn.unlink(user.id, id)) !== 'unlinked') throw noSuchIdentity()
      return reply.code(204).send()
    })
  }
}

const noSuchIdentity = (): Problem =>
  new Problem('not-found', { detail: { problem: 'single-sign-on/no-such-identity' } })

async function links(
  { people }: SingleSignOnApiNeeds,
  userId: SignedIn['user']['id'],
): Promise<SingleSignOnLinks> {
  const { singleSignOn } = people
  const [ways, hasPassword, isSecondFactorOn, identities] = await Promise.all([
    singleSignOn.waysIn(),
    singleSignOn.hasPassword(userId),
    people.secondFactor.isOn(userId),
    singleSignOn.identities(userId),
  ])
  return {
    name: ways.name ?? null,
    hasPassword,
    isSecondFactorOn,
    isOnlyWay: ways.onlyWay !== 'off',
    identities: identities.map(viewOf),
  }
}

/** Whoever links or unlinks has a password and is about to give it, so none of it is ever their only way in. */
async function withPassword(
  { people, guard }: SingleSignOnApiNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const signedIn = await guard.requireSession(request, reply)
  if (!(await people.singleSignOn.hasPassword(signedIn.user.id)))
    throw new Problem('conflict', { detail: { problem: 'single-sign-on/no-password' } })
  return signedIn
}

/** While passwords let nobody in, an identity is a way in that has to stay. */
async function refuseOnlyWay({ people }: SingleSignOnApiNeeds): Promise<void> {
  const { name = '', onlyWay } = await people.singleSignOn.waysIn()
  if (onlyWay !== 'off')
    throw new Problem('conflict', { detail: { problem: 'single-sign-on/only-way', name } })
}

async function startLinking(
  needs: SingleSignOnApiNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SingleSignOnStart> {
  const signedIn = await withPassword(needs, request, reply)
  // Where the operator trusts the provider's second factor, the identity is one of this user.
  await proveForNewFactor(needs, signedIn, checkedBody<BothFactors>(bothFactors, request.body), request)
  return leaveForProvider(needs, { purpose: 'link', next: '/settings/security', signedIn }, request, reply)
}

const viewOf = ({
  id,
  label,
  issuer,
  linkedAt,
  lastUsedAt,
}: LinkedIdentity): SingleSignOnLinks['identities'][0] => ({
  id: singleSignOnIdentityWireId.encode(id),
  label,
  issuer,
  linkedAt: linkedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
