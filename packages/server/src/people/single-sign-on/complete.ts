import type { ProblemDetail } from '@plmail/wire'
import type { Random } from '../../kit/random.ts'
import type { Tx } from '../../store/index.ts'
import { holdSession } from '../held-session.ts'
import type { Passwords } from '../passwords.ts'
import { type SignedUserRow, signedUserRow } from '../signed-user.ts'
import { toUser } from '../user.ts'
import { type Admission, admit, type AdmitNeeds, followGroup, hashOfNothing, link } from './admit.ts'
import { effectiveSettings, type SettingsNeeds } from './effective-settings.ts'
import { type Flow, type FlowNeeds, takeFlow } from './flows.ts'
import { insertProviderSession } from './identities.ts'
import { recordProof } from './provider-proofs.ts'
import type {
  AdmissionRules,
  FlowAnswer,
  FlowOutcome,
  IdentityProvider,
  ProviderIdentity,
  SingleSignOnFailure,
  VisitorErrand,
} from './types.ts'
import { verifyAnswer, type VerifyNeeds } from './verify-answer.ts'

export interface CompleteNeeds extends FlowNeeds, VerifyNeeds, AdmitNeeds, SettingsNeeds {
  store: FlowNeeds['store']
  clock: FlowNeeds['clock']
  cipher: FlowNeeds['cipher']
  random: Random
  passwords: Passwords
}

/** Back from the provider: a session, a link, a proof, or a sentence that says why none of them. */
export async function complete(needs: CompleteNeeds, answer: FlowAnswer): Promise<FlowOutcome> {
  const flow = await takeFlow(needs, answer)
  if (!flow) return failed({ problem: 'single-sign-on/foreign-state' }, undefined)
  const { provider, rules } = await effectiveSettings(needs)
  if (provider?.issuer !== flow.issuer) return failed({ problem: 'single-sign-on/off' }, flow)
  const { errand } = flow
  if (errand && !isSameSession(errand, answer.visitor)) return failed(otherSession[errand.purpose], flow)
  const verified = await verifyAnswer(needs, { provider, rules, flow, query: answer.query })
  if (!verified.ok) return failed(verified.problem, flow, verified.isPassing)
  const { identity } = verified
  return errand
    ? runErrand(needs, { flow, provider, identity, errand })
    : signIn(needs, { flow, provider, rules, identity })
}

const otherSession = {
  link: { problem: 'single-sign-on/other-person' },
  prove: { problem: 'single-sign-on/other-session' },
} as const

function isSameSession(errand: VisitorErrand, visitor: FlowAnswer['visitor']): boolean {
  return visitor?.userId === errand.userId && visitor.session.equals(errand.session)
}

interface Errand {
  flow: Flow
  provider: IdentityProvider
  identity: ProviderIdentity
  errand: VisitorErrand
}

function runErrand(
  needs: CompleteNeeds,
  { flow, provider: { name }, identity, errand }: Errand,
): Promise<FlowOutcome> {
  const { purpose, userId, session } = errand
  return needs.store.transaction(async (tx): Promise<FlowOutcome> => {
    await tx.query('select 1 from app_user where id = $1 for no key update', [userId])
    if (!(await holdSession(tx, userId, session, needs.clock.now())))
      return failed(otherSession[purpose], flow)
    const result =
      purpose === 'link'
        ? await link(needs, tx, userId, { identity, name })
        : await recordProof(needs, tx, errand, { identity, name })
    if (!result.ok) return failed(result.problem, flow)
    return { ok: true, kind: purpose === 'link' ? 'linked' : 'proven', next: flow.next }
  })
}

interface SigningIn {
  flow: Flow
  provider: IdentityProvider
  rules: AdmissionRules
  identity: ProviderIdentity
}

async function signIn(needs: CompleteNeeds, signingIn: SigningIn): Promise<FlowOutcome> {
  const { flow, provider, rules, identity } = signingIn
  // Hashed before rows are locked: nobody waits for somebody else's Argon2.
  const passwordHash = rules.makesPeople ? await hashOfNothing(needs.passwords, needs.random) : ''
  return needs.store.transaction(async (tx): Promise<FlowOutcome> => {
    const admission = await admit(needs, tx, { identity, rules, name: provider.name, passwordHash })
    if (!admission.ok) return failed(admission.problem, flow)
    await followGroup(needs, tx, { userId: admission.userId, identity, rules })
    const user = await signedUserRow(tx, admission.userId)
    if (!user) throw new Error('A person who was just admitted is gone')
    if (user.is_disabled) return failed({ problem: 'single-sign-on/disabled' }, flow)
    return signedIn(needs, tx, { signingIn, admission, user })
  })
}

interface Admitted {
  signingIn: SigningIn
  admission: Extract<Admission, { ok: true }>
  user: SignedUserRow
}

async function signedIn(
  { clock, cipher }: CompleteNeeds,
  tx: Tx,
  { signingIn: { flow, identity }, admission, user }: Admitted,
): Promise<FlowOutcome> {
  const { userId, identityId } = admission
  const session = { identityId, userId, sid: identity.sid, sealedIdToken: cipher.seal(identity.idToken) }
  return {
    ok: true,
    kind: 'signed-in',
    user: toUser(user),
    generation: user.sign_in_generation,
    singleSignOnSessionId: await insertProviderSession(tx, session, clock.now()),
    hasSecondFactor: identity.hasSecondFactor,
    next: flow.next,
  }
}

const failed = (problem: ProblemDetail, flow: Flow | undefined, isPassing = false): SingleSignOnFailure => ({
  ok: false,
  problem,
  isPassing,
  purpose: flow?.errand?.purpose ?? 'sign-in',
  next: flow?.next ?? '/',
})
