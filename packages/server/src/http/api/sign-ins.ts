import type { SignInView } from '@plmail/wire'
import type { FastifyPluginAsync } from 'fastify'
import type { People, SignInRecord } from '../../people/index.ts'
import type { Guard } from '../guard/index.ts'

export interface SignInsApiNeeds {
  people: Pick<People, 'signIns'>
  guard: Pick<Guard, 'requireSession'>
}

/** The recent sign-ins of the signed-in user: `/api/sign-ins`. */
export function signInsApi({ people, guard }: SignInsApiNeeds): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/sign-ins', async (request, reply) => {
      const { user } = await guard.requireSession(request, reply)
      const listed = await people.signIns.list(user.id)
      return { signIns: listed.map(viewOf) }
    })
  }
}

const viewOf = ({ at, factor, isFailed, label, address }: SignInRecord): SignInView => ({
  at: at.toISOString(),
  factor,
  isFailed,
  label,
  address,
})
