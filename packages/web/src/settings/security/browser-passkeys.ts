import type { NoPasskeysBecause, PasskeysView } from '@plmail/wire'

/** Why the browser brought no passkey. */
export type PasskeyFailure = 'cancelled' | 'registeredAlready' | 'wrongAddress' | 'failed'

/** Why no passkey can be added or used on this page; undefined: nothing is in the way. */
export type PasskeyObstacle = NoPasskeysBecause | 'elsewhere' | 'unsupported'

export type PasskeyAnswer = { ok: true; passkey: unknown } | { ok: false; why: PasskeyFailure }

/** `origin`: of this page. The JSON methods are those of WebAuthn Level 3, which browsers have since 2025. */
export function passkeyObstacle(
  { relyingParty, unavailable }: Pick<PasskeysView, 'relyingParty' | 'unavailable'>,
  origin: string,
  hasJsonMethods = canPasskeys(),
): PasskeyObstacle | undefined {
  if (unavailable !== null) return unavailable
  if (relyingParty?.origin !== origin) return 'elsewhere'
  return hasJsonMethods ? undefined : 'unsupported'
}

function canPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype
  )
}

/** Has the browser make a passkey. */
export function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return answerOf(() => navigator.credentials.create({ publicKey }))
}

/** Has the browser ask for a passkey. */
export function askForPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return answerOf(() => navigator.credentials.get({ publicKey }))
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<PasskeyAnswer> {
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return { ok: true, passkey: credential.toJSON() }
    return { ok: false, why: 'failed' }
  } catch (error) {
    return { ok: false, why: failureOf(error) }
  }
}

/** The names of WebAuthn §5.1.3 and §5.1.4. A browser does not tell a refusal of its user from a passkey that is missing. */
export function failureOf(error: unknown): PasskeyFailure {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled'
  if (name === 'InvalidStateError') return 'registeredAlready'
  return name === 'SecurityError' ? 'wrongAddress' : 'failed'
}
