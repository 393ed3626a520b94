import {
  AuthenticatorEmulator,
  PasskeysCredentialsMemoryRepository,
  WebAuthnEmulator,
} from 'nid-webauthn-emulator'
import type {
  AssertionAnswer,
  CreationOptions,
  RegistrationAnswer,
  RequestOptions,
} from '../../../server/src/people/index.ts'

/** An authenticator and the browser in front of it, which lets a page ask from any origin. */
export interface SoftwareAuthenticator {
  create(options: CreationOptions, origin?: string): RegistrationAnswer
  get(options: RequestOptions, origin?: string): AssertionAnswer
  /** Another with the same keys, and the counters as they are now. */
  copy(): SoftwareAuthenticator
}

export const testOrigin = 'https://mail.example.org'

export function createSoftwareAuthenticator(
  { verifiesUser }: { verifiesUser: boolean } = { verifiesUser: true },
  credentials = new PasskeysCredentialsMemoryRepository(),
): SoftwareAuthenticator {
  const browser = new WebAuthnEmulator(
    new AuthenticatorEmulator({
      verifications: { userPresent: true, userVerified: verifiesUser },
      credentialsRepository: credentials,
      ...(!verifiesUser && {
        userMakeCredentialInteraction: () => ({ options: { uv: false, up: true } }),
        userGetAssertionInteraction: () => ({ options: { uv: false, up: true } }),
      }),
    }),
  )
  return {
    create: (options, origin = testOrigin) => browser.createJSON(origin, options) as RegistrationAnswer,
    get: (options, origin = testOrigin) => browser.getJSON(origin, options) as AssertionAnswer,
    copy: () => {
      const copied = new PasskeysCredentialsMemoryRepository()
      for (const credential of credentials.loadCredentials()) copied.saveCredential(credential)
      return createSoftwareAuthenticator({ verifiesUser }, copied)
    },
  }
}
