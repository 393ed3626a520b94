import { Type } from 'typebox'
import type { AssertionAnswer, RegistrationAnswer } from '../../people/index.ts'

/** Base64url of what an authenticator made; the largest, an attestation, has a few KiB. */
const base64url = Type.String({ maxLength: 16_384, pattern: '^[A-Za-z0-9_-]*$' })
const credentialId = Type.String({ minLength: 1, maxLength: 1_364, pattern: '^[A-Za-z0-9_-]+$' })
const credential = { id: credentialId, rawId: credentialId, type: Type.Literal('public-key') }

/** RegistrationResponseJSON (WebAuthn §5.1), as far as it is read. */
export const registrationAnswer = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 8 })),
  }),
})

/** AuthenticationResponseJSON (WebAuthn §5.1), as far as it is read. */
export const assertionAnswer = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: Type.Optional(Type.Union([base64url, Type.Null()])),
  }),
})

export interface SentRegistration extends Omit<RegistrationAnswer, 'clientExtensionResults'> {}
export interface SentAssertion extends Omit<AssertionAnswer, 'clientExtensionResults' | 'response'> {
  response: Omit<AssertionAnswer['response'], 'userHandle'> & { userHandle?: string | null }
}

export const registrationOf = ({ id, rawId, type, response }: SentRegistration): RegistrationAnswer => ({
  id,
  rawId,
  type,
  response,
  clientExtensionResults: {},
})

export function assertionOf({ id, rawId, type, response }: SentAssertion): AssertionAnswer {
  const { userHandle, ...signed } = response
  return {
    id,
    rawId,
    type,
    response: { ...signed, ...(typeof userHandle === 'string' && { userHandle }) },
    clientExtensionResults: {},
  }
}
