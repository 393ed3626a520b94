import type { ProviderProofView, SingleSignOnStart } from '@plmail/wire'
import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { People } from '../../people/index.ts'
import { type Guard, Problem } from '../guard/index.ts'
import { leaveForProvider } from '../single-sign-on/index.ts'
import { checkedBody } from './checked-body.ts'

export interface ProviderProofApiNeeds {
  people: Pick<People, 'singleSignOn'>
  guard: Pick<Guard, 'requireSession' | 'publicAddress' | 'cookies'>
  clock: Clock
  random: Random
}

const startBody = Type.Object({ next: Type.String({ maxLength: 2000 }) })

/**
 * The proof of whoever has no password, `/api/single-sign-on/proof`: a fresh sign-in at the identity provider. People with a
 * password give that, also where an identity is linked.
 */
export function providerProofApi(needs: ProviderProofApiNeeds): FastifyPluginAsync {
  const { guard } = needs
  const { singleSignOn } = needs.people
  return async (app) => {
    app.get('/api/single-sign-on/proof', async (request, reply): Promise<ProviderProofView> => {
      const { user, session } = await guard.requireSession(request, reply)
      const proof = await singleSignOn.proof(user.id, session.digest)
      const until = proof.by === 'provider' ? proof.fresh?.until : undefined
      return { provenUntil: until?.toISOString() ?? null }
    })

    app.post('/api/single-sign-on/proof', async (request, reply): Promise<SingleSignOnStart> => {
      const signedIn = await guard.requireSession(request, reply)
      const { next } = checkedBody<{ next: string }>(startBody, request.body)
      if (await singleSignOn.hasPassword(signedIn.user.id))
        throw new Problem('conflict', { detail: { problem: 'people/prove-by-password' } })
      return leaveForProvider(needs, { purpose: 'prove', next, signedIn }, request, reply)
    })
  }
}
