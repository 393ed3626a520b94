import type { AdmissionRules, ProviderIdentity } from './types.ts'

/** The claims of an ID token or of the userinfo endpoint, not yet judged. */
export type Claims = Readonly<Record<string, unknown>>

/**
 * The claims that plMail reads (OpenID Connect Core §5.1). What says who somebody is, and how they proved it, is only taken
 * from the signed token.
 */
export function toIdentity(
  claims: Claims,
  signed: Claims & { iss: string; sub: string },
  { rules, idToken }: { rules: AdmissionRules; idToken: string },
): ProviderIdentity {
  const proofs = [signed['acr'], signed['amr']].flatMap(readTexts)
  return {
    issuer: signed.iss,
    subject: signed.sub,
    email: readText(claims['email']),
    isEmailVerified: claims['email_verified'] === true,
    name: readText(claims['name']) ?? readText(claims['preferred_username']),
    groups: readTexts(claims[rules.groupsClaim]),
    hasSecondFactor: proofs.some((proof) => rules.secondFactorValues.includes(proof)),
    sid: readText(signed['sid']),
    idToken,
  }
}

/** Returns the label by which an owner recognises an identity in a list. */
export const labelOf = ({ email, name, subject }: ProviderIdentity): string =>
  (email ?? name ?? subject).slice(0, 254)

function readText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  // PostgreSQL refuses NUL in text.
  return text === '' || text.length > 1000 || text.includes('\0') ? undefined : text
}

/** One text, or a list of them. */
function readTexts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.map(readText).filter((text) => text !== undefined)
}
