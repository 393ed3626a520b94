import type { AppPasswordScope, DevicePaired, OfferedPairingView, PairingView } from '@plmail/wire'
import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { renderSVG } from 'uqr'
import type { Clock } from '../../kit/clock.ts'
import { appPasswordScopes, type Paired, type People } from '../../people/index.ts'
import { clientAddress, type Guard, Problem, tooMany } from '../guard/index.ts'
import { appPasswordView } from './app-password-view.ts'
import { checkedBody } from './checked-body.ts'
import { ownPassword, proveUser } from './prove-user.ts'

export interface PairingsApiNeeds {
  people: Pick<People, 'pairings' | 'signIn' | 'singleSignOn'>
  guard: Pick<Guard, 'requireSession' | 'publicAddress'>
  clock: Clock
}

const offerBody = Type.Object({
  password: ownPassword,
  scope: Type.Optional(Type.Union([Type.Null(), ...appPasswordScopes.map((scope) => Type.Literal(scope))])),
})
interface OfferForm {
  password?: string
  scope?: AppPasswordScope | null
}

const deviceBody = Type.Object({
  code: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  // Counted in characters by the room, not in units of UTF-16.
  deviceName: Type.Optional(Type.String({ maxLength: 1000 })),
})
interface DeviceForm {
  code: string
  deviceName?: string
}

/** Many times what a device has to say. */
const deviceBodyLimit = 4096

interface WithId {
  Params: { id: string }
}

/**
 * Connecting a device by a code: `/api/pairings` for the page that shows the code, `POST /device/pair` for the device. The
 * device has no credentials yet and its request no cookie that counts; no other site's page can read the answer.
 */
export function pairingsApi(needs: PairingsApiNeeds): FastifyPluginAsync {
  const { guard, clock } = needs
  const { pairings } = needs.people
  return async (app) => {
    app.post('/api/pairings', async (request, reply) => {
      const signedIn = await guard.requireSession(request, reply)
      const { password, scope = null } = checkedBody<OfferForm>(offerBody, request.body)
      const generation = await proveUser(needs, signedIn, password, request)
      const terms = { scope, generation, session: signedIn.session.digest }
      const { id, code, expiresAt } = await pairings.offer(signedIn.user.id, terms)
      const uri = pairingUri(guard.publicAddress(request), code)
      const offered: OfferedPairingView = {
        id,
        uri,
        picture: renderSVG(uri, { ecc: 'M', border: 4 }),
        expiresInSeconds: Math.round((expiresAt.getTime() - clock.now().getTime()) / 1000),
      }
      return reply.code(201).header('cache-control', 'no-store').send(offered)
    })

    app.get<WithId>('/api/pairings/:id', async (request, reply): Promise<PairingView> => {
      const { user } = await guard.requireSession(request, reply)
      const state = await pairings.state(user.id, request.params.id)
      if (!state) throw over()
      return { appPassword: state.isOpen ? null : appPasswordView(state.appPassword) }
    })

    app.delete<WithId>('/api/pairings/:id', async (request, reply) => {
      const { user } = await guard.requireSession(request, reply)
      if (!(await pairings.withdraw(user.id, request.params.id))) throw over()
      return reply.code(204).send()
    })

    app.post('/device/pair', { bodyLimit: deviceBodyLimit }, async (request, reply) => {
      const { code, deviceName = '' } = deviceForm(request.body)
      const paired = await pairings.pair({ code, deviceName, address: clientAddress(request) })
      if (!paired.ok) throw refusal(paired, clock.now())
      const sessionUrl = `${guard.publicAddress(request)}/jmap/session`
      const answer: DevicePaired = { secret: paired.secret, username: paired.username, sessionUrl }
      return reply.header('cache-control', 'no-store').send(answer)
    })
  }
}

/**
 * The address in the QR code, which apps read. The host in it is written as it is: a query may hold `:` and `/` (RFC 3986
 * §3.4).
 */
function pairingUri(publicAddress: string, code: string): string {
  return `plmail://pair?host=${new URL(publicAddress).origin}&code=${code}`
}

function deviceForm(body: unknown): DeviceForm {
  if (Value.Check(deviceBody, body)) return body
  throw new Problem('bad-request', { detail: { problem: 'people/unreadable-pairing' } })
}

function refusal(failure: Exclude<Paired, { ok: true }>, now: Date): Problem {
  switch (failure.why) {
    case 'unknown':
      return over()
    case 'invalid':
      return new Problem('bad-request', { detail: { problem: 'people/unreadable-pairing' } })
    case 'too-many':
      return new Problem('conflict', { detail: { problem: 'people/too-many-app-passwords' } })
    case 'throttled':
      return tooMany({ problem: 'people/too-many-attempts' }, failure.retryAt, now)
  }
}

const over = (): Problem => new Problem('not-found', { detail: { problem: 'people/pairing-over' } })
