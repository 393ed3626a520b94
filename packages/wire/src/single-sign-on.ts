import type { ValueSource } from './api.ts'

/** GET /api/admin/single-sign-on: how people sign in at an OpenID provider. The secret is never sent. */
export interface SingleSignOnSettings {
  issuer: { value: string | null; from: ValueSource }
  clientId: { value: string | null; from: ValueSource }
  clientSecret: { isSet: boolean; from: ValueSource }
  /** The name of the provider on the button of the sign-in page. */
  name: { value: string | null; from: ValueSource }
  isReady: boolean
  /** To enter at the provider. */
  redirectUri: string
  postLogoutUri: string
  backChannelLogoutUri: string
  /** An identity that nobody has linked signs in as the person who has its verified address here. */
  linksVerifiedAddresses: boolean
  /** The first sign-in of somebody unknown makes a person here. */
  makesPeople: boolean
  /** Domains of verified addresses that people are made for; with none, every domain. */
  domains: string[]
  /** Groups that people are made for; with none, every group. */
  groups: string[]
  /** The claim that lists somebody's groups. */
  groupsClaim: string
  /** The group whose members alone are administrators among those who sign in this way; null: the provider makes none. */
  administratorGroup: string | null
  /** Values of `acr` and `amr` that stand for the second factor. */
  secondFactorValues: string[]
  /** Nobody signs in with a password while the provider answers. */
  isOnlyWay: { value: boolean; from: ValueSource }
  /** Whether the administrator who asks signed in by single sign-on, and so may make it the only way. */
  mayBeOnlyWay: boolean
}

/**
 * POST /api/admin/single-sign-on, with proof of the administrator. A field that is left out keeps its setting; an empty text
 * removes it.
 */
export interface SingleSignOnForm {
  issuer?: string
  clientId?: string
  clientSecret?: string
  name?: string
  linksVerifiedAddresses?: boolean
  makesPeople?: boolean
  domains?: string[]
  groups?: string[]
  groupsClaim?: string
  administratorGroup?: string
  secondFactorValues?: string[]
  /** Null: as OIDC_ONLY in the environment says. */
  isOnlyWay?: boolean | null
}

/** POST /api/admin/single-sign-on/check: what the provider's discovery says now. */
export interface SingleSignOnCheck {
  steps: Array<{ step: SingleSignOnStep; outcome: 'works' | 'wrong' | 'unknown'; sentence: string }>
}

export type SingleSignOnStep = 'discovery' | 'sign-in' | 'keys' | 'client' | 'logout'

/** GET /api/single-sign-on: the identities by which the signed-in user may sign in. */
export interface SingleSignOnLinks {
  /** The provider's name; null where there is no single sign-on. */
  name: string | null
  /** Without a password no identity is unlinked: it may be the only way in. */
  hasPassword: boolean
  /** If so, linking takes a code or a passkey, too: the provider may stand for the second factor. */
  isSecondFactorOn: boolean
  isOnlyWay: boolean
  identities: SingleSignOnIdentityView[]
}

/** Times are RFC 3339. */
export interface SingleSignOnIdentityView {
  id: string
  /** Address or name at the provider. */
  label: string
  issuer: string
  linkedAt: string
  lastUsedAt: string | null
}

/** GET /api/single-sign-on/proof: until when a fresh sign-in at the provider counts, RFC 3339; null: it does not. */
export interface ProviderProofView {
  provenUntil: string | null
}

/** POST /api/single-sign-on/link `{password}`, POST /api/single-sign-on/proof `{next}`: where the browser goes. */
export interface SingleSignOnStart {
  url: string
}
