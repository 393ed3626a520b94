import { type TrustedDeviceView, trustedDeviceWireId } from '@plmail/wire'
import type { FastifyPluginAsync } from 'fastify'
import type { People, TrustedDevice } from '../../people/index.ts'
import { getCookie, type Guard, Problem } from '../guard/index.ts'

export interface TrustedDevicesApiNeeds {
  people: Pick<People, 'trustedDevices'>
  guard: Pick<Guard, 'requireSession'>
}

/** The browsers in which the signed-in user is not asked for a code: `/api/trusted-devices`. */
export function trustedDevicesApi({ people, guard }: TrustedDevicesApiNeeds): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/trusted-devices', async (request, reply) => {
      const { user } = await guard.requireSession(request, reply)
      const listed = await people.trustedDevices.list(user.id, getCookie(request, 'device'))
      return { trustedDevices: listed.map(viewOf) }
    })

    app.delete<{ Params: { id: string } }>('/api/trusted-devices/:id', async (request, reply) => {
      const { user, session } = await guard.requireSession(request, reply)
      const id = trustedDeviceWireId.decode(request.params.id)
      if (id === undefined || !(await people.trustedDevices.revoke(user.id, id, session.digest)))
        throw new Problem('not-found', { detail: { problem: 'people/no-such-trusted-device' } })
      return reply.code(204).send()
    })
  }
}

const viewOf = ({ id, browser, createdAt, lastUsedAt, isCurrent }: TrustedDevice): TrustedDeviceView => ({
  id: trustedDeviceWireId.encode(id),
  browser: browser ?? null,
  trustedAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  isThisOne: isCurrent,
})
