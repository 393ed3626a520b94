import type { AssertionAnswer, RegistrationAnswer } from './types.ts'
import type { RelyingParty } from './relying-party.ts'

/** COSE algorithms that a passkey may have: EdDSA, ES256, RS256. */
export const algorithms = [-8, -7, -257]

/** The properties that a new passkey states, once its answer has proven good. */
export interface NewCredential {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  isBackupEligible: boolean
  isBackedUp: boolean
}

/** The statements of a good signature, beside who made it. */
export interface VerifiedAssertion {
  counter: number
  isBackedUp: boolean
}

// Half a second and 30 MB for a library of many attestation formats: fetched by whoever uses a passkey first.
const library = () => import('@simplewebauthn/server')

/** WebAuthn §7.1. Undefined when anything about the answer is wrong; attestations are not looked at. */
export async function verifyRegistration(
  answer: RegistrationAnswer,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused)
  if (!verified?.verified) return undefined
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  }
}

export interface ExpectedAssertion {
  challenge: string
  relyingParty: RelyingParty
  credentialId: Buffer
  publicKey: Buffer
  requiresUserVerification: boolean
}

/** WebAuthn §7.2 without the counter, which the caller compares: one that goes back is more than a wrong answer. */
export async function verifyAssertion(
  answer: AssertionAnswer,
  expected: ExpectedAssertion,
): Promise<VerifiedAssertion | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: expected.challenge,
    expectedOrigin: expected.relyingParty.origin,
    expectedRPID: expected.relyingParty.id,
    credential: {
      id: expected.credentialId.toString('base64url'),
      publicKey: Uint8Array.from(expected.publicKey),
      counter: 0,
    },
    requireUserVerification: expected.requiresUserVerification,
  }).catch(refused)
  if (!verified?.verified) return undefined
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { counter: newCounter, isBackedUp: credentialBackedUp }
}

/** The library throws at whatever strangers send it; which of its checks it was is nothing that they should learn. */
const refused = (): undefined => undefined
