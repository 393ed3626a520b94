import {
  type EgressPeriod,
  egressPeriods,
  egressReasons,
  type EgressReason,
  type EgressSwitchForm,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Egress } from '../../egress/index.ts'
import type { People } from '../../people/index.ts'
import { type Guard, Problem } from '../guard/index.ts'
import { browserActor } from './audit-actor.ts'
import { checkedBody } from './checked-body.ts'

export interface EgressApiNeeds {
  egress: Pick<Egress, 'own' | 'report' | 'set'>
  people: Pick<People, 'audit'>
  guard: Pick<Guard, 'requireSession' | 'requireAdmin'>
}

const reasonNames = Object.keys(egressReasons) as EgressReason[] // the keys of a constant
const switchForm = Type.Object({
  reason: Type.Union(reasonNames.map((reason) => Type.Literal(reason))),
  isOn: Type.Boolean(),
})

/** What left this machine: `/api/egress` for each user's own, `/api/admin/egress` for everybody together and the switches. */
export function egressApi(needs: EgressApiNeeds): FastifyPluginAsync {
  const { egress, guard } = needs
  return async (app) => {
    app.get('/api/egress', async (request, reply) => {
      const { user } = await guard.requireSession(request, reply)
      return egress.own(user.id)
    })
    app.get<{ Querystring: { period?: unknown } }>('/api/admin/egress', async (request, reply) => {
      await guard.requireAdmin(request, reply)
      return egress.report(readPeriod(request.query.period))
    })
    app.post('/api/admin/egress', (request, reply) => setSwitch(needs, request, reply))
  }
}

function readPeriod(text: unknown = 'day'): EgressPeriod {
  const period = egressPeriods.find((candidate) => candidate === text)
  if (period !== undefined) return period
  throw new Problem('invalid', {
    errors: [{ pointer: '/period', problem: { problem: 'request/not-offered' } }],
  })
}

async function setSwitch(
  { egress, people, guard }: EgressApiNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const signedIn = await guard.requireAdmin(request, reply)
  const form = checkedBody<EgressSwitchForm>(switchForm, request.body)
  await egress.set(form)
  await people.audit.note({
    action: 'egress-changed',
    actor: browserActor(request, signedIn),
    detail: { reason: form.reason, isOn: form.isOn ? 'on' : 'off' },
  })
  return egress.report('day')
}
