import {
  type PasskeyAdded,
  type PasskeyId,
  type PasskeysView,
  type PasskeyView,
  passkeyWireId,
} from '@plmail/wire'
import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../kit/clock.ts'
import type {
  CreationOptions,
  Passkey,
  PasskeyList,
  PasskeyRemoval,
  People,
  PasskeyRegistered,
  SignedIn,
} from '../../people/index.ts'
import { type Guard, Problem } from '../guard/index.ts'
import { checkedBody } from './checked-body.ts'
import { registrationAnswer, registrationOf, type SentRegistration } from './passkey-answers.ts'
import { unavailable } from './passkey-problems.ts'
import { proveUser } from './prove-user.ts'
import {
  bothFactors,
  type BothFactors,
  missingCode,
  proveBothFactors,
  proveForNewFactor,
} from './prove-second-factor.ts'

export interface PasskeysApiNeeds {
  people: Pick<People, 'passkeys' | 'secondFactor' | 'signIn' | 'singleSignOn'>
  guard: Pick<Guard, 'requireSession' | 'requireEnrollable' | 'renewSession'>
  clock: Clock
}

const maxNameLength = 100
const name = Type.String({ maxLength: 1_000 })
const answerBody = Type.Object({ passkey: registrationAnswer, name })
const nameBody = Type.Object({ name })

/** The passkeys of the signed-in user: `/api/passkeys`. */
export function passkeysApi(needs: PasskeysApiNeeds): FastifyPluginAsync {
  const { guard } = needs
  const { passkeys } = needs.people
  return async (app) => {
    app.get('/api/passkeys', async (request, reply): Promise<PasskeysView> => {
      const { user } = await guard.requireSession(request, reply)
      return viewOf(await passkeys.list(user.id), passkeys.relyingParty())
    })

    app.post('/api/passkeys/registration', async (request, reply): Promise<{ options: CreationOptions }> => {
      const signedIn = await guard.requireEnrollable(request, reply)
      const proof = checkedBody<BothFactors>(bothFactors, request.body)
      await proveForNewFactor(needs, signedIn, proof, request)
      const options = await passkeys.beginRegistration(signedIn.user)
      if (typeof options === 'string') throw unavailable(options)
      return { options }
    })

    app.post('/api/passkeys/registration/answer', async (request, reply): Promise<PasskeyAdded> => {
      const signedIn = await guard.requireEnrollable(request, reply)
      const { user, session } = signedIn
      const sent = checkedBody<{ passkey: SentRegistration; name: string }>(answerBody, request.body)
      const registered = await passkeys.register(user, {
        answer: registrationOf(sent.passkey),
        name: checkedName(sent.name),
        session: session.digest,
      })
      if (!registered.ok) throw notRegistered(registered)
      await guard.renewSession(reply, signedIn)
      return { id: passkeyWireId.encode(registered.id), recoveryCodes: registered.recoveryCodes }
    })

    app.post<{ Params: { id: string } }>('/api/passkeys/:id', async (request, reply) => {
      const { user } = await guard.requireSession(request, reply)
      const { name: newName } = checkedBody<{ name: string }>(nameBody, request.body)
      const id = passkeyWireId.decode(request.params.id)
      if (id === undefined || !(await passkeys.rename(user.id, id, checkedName(newName)))) throw notThere()
      return reply.code(204).send()
    })

    app.post<{ Params: { id: string } }>('/api/passkeys/:id/removal', async (request, reply) => {
      const signedIn = await guard.requireSession(request, reply)
      const proof = checkedBody<BothFactors>(bothFactors, request.body)
      const id = passkeyWireId.decode(request.params.id)
      if (id === undefined || !(await isOwn(needs, signedIn, id))) throw notThere()
      const hasProvenFactor = await isLastFactor(needs, signedIn, id)
      if (hasProvenFactor) await proveBothFactors(needs, signedIn, proof, request)
      else await proveUser(needs, signedIn, proof.password, request)
      const asking = { session: signedIn.session.digest, hasProvenFactor }
      const removal = await passkeys.remove(signedIn.user.id, id, asking)
      if (removal !== 'removed') throw notRemoved(removal)
      await guard.renewSession(reply, signedIn)
      return reply.code(204).send()
    })
  }
}

async function isOwn({ people }: PasskeysApiNeeds, { user }: SignedIn, id: PasskeyId): Promise<boolean> {
  const { passkeys } = await people.passkeys.list(user.id)
  return passkeys.some((passkey) => passkey.id === id)
}

/** Without it the password alone would do, so that takes both. */
async function isLastFactor(
  { people }: PasskeysApiNeeds,
  { user }: SignedIn,
  id: PasskeyId,
): Promise<boolean> {
  const { appSince } = await people.secondFactor.state(user.id)
  const { passkeys } = await people.passkeys.list(user.id)
  return appSince === null && passkeys.every((passkey) => passkey.id === id)
}

function viewOf(
  { passkeys, userHandle }: PasskeyList,
  relyingParty: ReturnType<People['passkeys']['relyingParty']>,
) {
  const isAvailable = typeof relyingParty !== 'string'
  const host = isAvailable ? relyingParty.id : undefined
  return {
    passkeys: passkeys.map((passkey) => passkeyView(passkey, host)),
    relyingParty: isAvailable ? relyingParty : null,
    unavailable: isAvailable ? null : relyingParty,
    userHandle,
  }
}

const passkeyView = (passkey: Passkey, host: string | undefined): PasskeyView => ({
  id: passkeyWireId.encode(passkey.id),
  name: passkey.name,
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
  isSyncable: passkey.isSyncable,
  isBackedUp: passkey.isBackedUp,
  disabledBecause: passkey.disabledBecause,
  madeFor: passkey.rpId === host ? null : passkey.rpId,
  credentialId: passkey.credentialId,
})

function checkedName(typed: string): string {
  const trimmed = typed.trim()
  const problem =
    trimmed === ''
      ? ({ problem: 'people/passkey-unnamed' } as const)
      : trimmed.length > maxNameLength
        ? ({ problem: 'people/too-long', most: maxNameLength } as const)
        : /\p{Cc}/u.test(trimmed)
          ? ({ problem: 'people/unusable-name' } as const)
          : undefined
  if (problem) throw new Problem('invalid', { errors: [{ pointer: '/name', problem }] })
  return trimmed
}

function notRegistered({ why }: Exclude<PasskeyRegistered, { ok: true }>): Problem {
  switch (why) {
    case 'refused':
      return new Problem('invalid', {
        errors: [{ pointer: '/passkey', problem: { problem: 'people/passkey-refused' } }],
      })
    case 'registered-already':
      return new Problem('conflict', { detail: { problem: 'people/passkey-registered-already' } })
    case 'late':
      return new Problem('signed-out', { detail: { problem: 'people/signed-out' } })
    case 'too-many':
      return new Problem('conflict', { detail: { problem: 'people/too-many-passkeys' } })
    default:
      return unavailable(why)
  }
}

function notRemoved(why: Exclude<PasskeyRemoval, 'removed'>): Problem {
  switch (why) {
    case 'not-there':
      return notThere()
    case 'last-way-in':
      return new Problem('conflict', { detail: { problem: 'people/last-way-in' } })
    case 'needs-second-factor':
      return new Problem('invalid', { errors: [missingCode] })
  }
}

const notThere = (): Problem => new Problem('not-found', { detail: { problem: 'people/no-such-passkey' } })
