import type { PasskeyId, SingleSignOnSessionId, TrustedDeviceId } from '@plmail/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { People, SignInFactor, SignInProof, User } from '../../people/index.ts'
import { type Cookies, getCookie, getVisitor } from './cookies.ts'
import { type RememberedSignIn, leaveSession, openSession } from './open-session.ts'
import { setRequestLanguage } from './request-language.ts'

/** Who has given the password, or is remembered, and not the second factor yet. No page but `/2fa` asks for this. */
export interface HalfSignedIn {
  user: User
  /** The sign-in generation in which the first factor is good. */
  generation: number
  /** The "remember me" that the session will be opened with. */
  remember: boolean | RememberedSignIn
  /** The session at the identity provider that was the first factor. */
  singleSignOnSessionId?: SingleSignOnSessionId | undefined
}

/** Who came back from the identity provider. */
interface ProvenAtProvider {
  user: User
  generation: number
  singleSignOnSessionId: SingleSignOnSessionId
  /** The provider asked for one that the operator trusts. */
  hasSecondFactor: boolean
}

/** The way from the password to a session. Each step gives the browser a new secret. */
export interface SecondFactorSteps {
  /**
   * Signs the user in, unless a second factor is on and the device is not trusted: then the page of codes comes next. `over`:
   * the password is not theirs any more, or single sign-on is the only way in.
   */
  afterPassword(
    reply: FastifyReply,
    proven: { user: User; generation: number },
    remember: boolean,
  ): Promise<'signed-in' | 'code-needed' | 'over'>
  /** As `afterPassword`, for who was sent here by the identity provider; its browser is not remembered. */
  afterSingleSignOn(
    reply: FastifyReply,
    proven: ProvenAtProvider,
  ): Promise<'signed-in' | 'code-needed' | 'over'>
  /** Undefined where no first factor was given, or no second one is asked for. */
  halfSignedIn(request: FastifyRequest): Promise<HalfSignedIn | undefined>
  /** The code was right, or this passkey's answer. False when the first factor is good no more. */
  afterCode(
    reply: FastifyReply,
    half: HalfSignedIn,
    factor: SignInFactor,
    isDeviceTrusted: boolean,
    passkeyId?: PasskeyId,
  ): Promise<boolean>
  /** A passkey was the whole sign-in, and its authenticator verified the user: no other factor is asked for. */
  afterPasskey(
    reply: FastifyReply,
    proven: { user: User; generation: number; passkeyId: PasskeyId },
    remember: boolean,
  ): Promise<boolean>
}

export function createSecondFactorSteps(people: People, cookies: Cookies): SecondFactorSteps {
  return {
    afterPassword: async (reply, { user, generation }, remember) => {
      if (await people.singleSignOn.isOnlyWay()) return 'over'
      const passage = await passageWithoutCode(people, cookies, reply, user)
      const proof = proofOf(generation, passage)
      const factor = proof.hasSecondFactor ? 'trusted-device' : 'password'
      const terms = { user, proof, remember, factor, ...passage } as const
      if (passage && (await openSession(people, cookies, reply, terms))) return 'signed-in'
      await leaveSession(people, cookies, reply)
      const half = await people.halfSignIns.issue(user.id, generation, remember)
      if (!half) return 'over'
      cookies.half(reply, half.value, half.expiresAt)
      return 'code-needed'
    },
    afterSingleSignOn: async (reply, { user, generation, singleSignOnSessionId, hasSecondFactor }) => {
      const passage = hasSecondFactor ? {} : await passageWithoutCode(people, cookies, reply, user)
      const proof = { generation, hasSecondFactor: hasSecondFactor || passage?.trustedDeviceId !== undefined }
      const terms = {
        user,
        proof,
        remember: false,
        factor: 'single-sign-on' as const,
        singleSignOnSessionId,
        hasProviderFactor: hasSecondFactor,
        ...passage,
      }
      if (passage && (await openSession(people, cookies, reply, terms))) return 'signed-in'
      await leaveSession(people, cookies, reply)
      const half = await people.halfSignIns.issue(user.id, generation, singleSignOnSessionId)
      if (!half) return 'over'
      cookies.half(reply, half.value, half.expiresAt)
      return 'code-needed'
    },
    halfSignedIn: async (request) => {
      const half = await firstFactorOf(people, request)
      if (!half || !(await people.secondFactor.isOn(half.user.id))) return undefined
      setRequestLanguage(request, half.user.language)
      return half
    },
    afterCode: async (reply, half, factor, isDeviceTrusted, passkeyId) => {
      const { user, generation, remember, singleSignOnSessionId } = half
      if (singleSignOnSessionId === undefined && (await people.singleSignOn.isOnlyWay())) return false
      const trusted = isDeviceTrusted ? await trustDevice(people, cookies, reply, user) : {}
      const proof = { generation, hasSecondFactor: true }
      const terms = { user, proof, remember, factor, passkeyId, singleSignOnSessionId, ...trusted }
      const isSignedIn = await openSession(people, cookies, reply, terms)
      if (!isSignedIn) await distrust(people, cookies, reply, { user, ...trusted })
      return isSignedIn
    },
    afterPasskey: async (reply, { user, generation, passkeyId }, remember) => {
      if (await people.singleSignOn.isOnlyWay()) return false
      const proof = { generation, hasSecondFactor: true }
      return openSession(people, cookies, reply, { user, proof, remember, factor: 'passkey', passkeyId })
    },
  }
}

interface Passage {
  /** The device that stands for the second factor. */
  trustedDeviceId?: TrustedDeviceId
}

export const proofOf = (generation: number, passage: Passage | undefined): SignInProof => ({
  generation,
  hasSecondFactor: passage?.trustedDeviceId !== undefined,
})

/** Whether one factor is enough for the user in this browser; undefined when it is not. */
export async function passageWithoutCode(
  people: Pick<People, 'secondFactor' | 'trustedDevices'>,
  cookies: Cookies,
  reply: FastifyReply,
  user: User,
): Promise<Passage | undefined> {
  if (!(await people.secondFactor.isOn(user.id))) return {}
  const secret = getCookie(reply.request, 'device')
  const device =
    secret === undefined ? undefined : await people.trustedDevices.recognise(secret, user.id, 'web')
  if (secret === undefined || !device) return undefined
  cookies.device(reply, secret, device.expiresAt)
  return { trustedDeviceId: device.id }
}

/** A remembered sign-in is one factor, as the password is. */
async function firstFactorOf(people: People, request: FastifyRequest): Promise<HalfSignedIn | undefined> {
  const half = getCookie(request, 'half')
  const redeemed = half === undefined ? undefined : await people.halfSignIns.redeem(half)
  if (redeemed) return redeemed
  const value = getCookie(request, 'remember')
  const remembered = value === undefined ? undefined : await people.remember.redeem(value)
  if (value === undefined || !remembered) return undefined
  const { user, generation, expiresAt } = remembered
  return { user, generation, remember: { value, expiresAt } }
}

/** What was proven holds no more, so the trust that came of it must not outlive it. */
async function distrust(
  people: Pick<People, 'trustedDevices'>,
  cookies: Cookies,
  reply: FastifyReply,
  { user, trustedDeviceId }: Passage & { user: User },
): Promise<void> {
  if (trustedDeviceId === undefined) return
  await people.trustedDevices.revoke(user.id, trustedDeviceId, noSession)
  cookies.forgetDevice(reply)
}

const noSession = Buffer.alloc(0)

async function trustDevice(
  people: People,
  cookies: Cookies,
  reply: FastifyReply,
  user: User,
): Promise<Passage> {
  const { userAgent } = getVisitor(reply.request)
  const replacing = getCookie(reply.request, 'device')
  const { id, secret, expiresAt } = await people.trustedDevices.trust(user.id, 'web', {
    userAgent,
    replacing,
  })
  cookies.device(reply, secret, expiresAt)
  return { trustedDeviceId: id }
}
