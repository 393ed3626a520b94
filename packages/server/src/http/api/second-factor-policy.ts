import {
  maxGraceDays,
  type SecondFactorPolicyView,
  type SecondFactorRequirement,
  secondFactorRequirements,
} from '@plmail/wire'
import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../kit/clock.ts'
import type { People } from '../../people/index.ts'
import { type Guard, Problem } from '../guard/index.ts'
import { browserActor } from './audit-actor.ts'
import { checkedBody } from './checked-body.ts'
import { ownPassword, proveUser } from './prove-user.ts'

export interface SecondFactorPolicyApiNeeds {
  people: Pick<People, 'secondFactorPolicies' | 'signIn' | 'singleSignOn'>
  guard: Pick<Guard, 'requireAdmin'>
  clock: Clock
}

const body = Type.Object({
  password: ownPassword,
  requiredOf: Type.Union(secondFactorRequirements.map((choice) => Type.Literal(choice))),
  graceDays: Type.Number(),
})

const unusableDays = {
  pointer: '/graceDays',
  problem: { problem: 'people/grace-days', most: maxGraceDays },
} as const

interface PolicyForm {
  password?: string
  requiredOf: SecondFactorRequirement
  graceDays: number
}

/** Who has to have a second factor: `/api/admin/second-factor-policy`. Changing it takes proof. */
export function secondFactorPolicyApi(needs: SecondFactorPolicyApiNeeds): FastifyPluginAsync {
  const { guard } = needs
  const { secondFactorPolicies } = needs.people
  return async (app) => {
    app.get('/api/admin/second-factor-policy', async (request, reply): Promise<SecondFactorPolicyView> => {
      await guard.requireAdmin(request, reply)
      const { since, ...policy } = await secondFactorPolicies.get()
      return { ...policy, since: since?.toISOString() ?? null }
    })

    app.post('/api/admin/second-factor-policy', async (request, reply) => {
      const signedIn = await guard.requireAdmin(request, reply)
      const { password, ...policy } = checkedBody<PolicyForm>(body, request.body)
      if (!Number.isInteger(policy.graceDays) || policy.graceDays < 0 || policy.graceDays > maxGraceDays)
        throw new Problem('invalid', { errors: [unusableDays] })
      await proveUser(needs, signedIn, password, request)
      await secondFactorPolicies.set(browserActor(request, signedIn), policy)
      return reply.code(204).send()
    })
  }
}
