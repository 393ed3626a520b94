import type {
  OwnProof,
  ProblemDetail,
  SingleSignOnForm,
  SingleSignOnIdentityId,
  SingleSignOnSessionId,
  SingleSignOnSettings,
  SingleSignOnStep,
  UserId,
} from '@plmail/wire'
import type { User } from '../user.ts'

/** The provider as the environment gives it; blank variables are left out. */
export interface SingleSignOnEnvironment {
  issuer?: string
  clientId?: string
  clientSecret?: string
  name?: string
  isOnlyWay: boolean
}

/** An identity provider that people can sign in at. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The name that people know it by. */
  name: string
}

/** Who the provider may let in, and as what. */
export interface AdmissionRules {
  linksVerifiedAddresses: boolean
  makesPeople: boolean
  /** In lower case. */
  domains: readonly string[]
  groups: readonly string[]
  groupsClaim: string
  administratorGroup: string | undefined
  secondFactorValues: readonly string[]
}

/** The verified statements of the provider about somebody. */
export interface ProviderIdentity {
  issuer: string
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  name: string | undefined
  groups: readonly string[]
  /** By the operator's own values of `acr` and `amr`. */
  hasSecondFactor: boolean
  /** The provider's name for its session. */
  sid: string | undefined
  idToken: string
}

/** Why a browser leaves for the provider. */
type FlowPurpose = 'sign-in' | 'link' | 'prove'

/** What somebody who is signed in goes to the provider for: to link an identity, or to prove themselves by signing in anew. */
export interface VisitorErrand {
  purpose: Exclude<FlowPurpose, 'sign-in'>
  userId: UserId
  /** The session they do it in. */
  session: Buffer
}

export interface FlowStart {
  redirectUri: string
  /** The secret in the browser's cookie. */
  browser: string
  /** A path on this server to go to afterwards. */
  next: string
  /** The address the browser comes from. */
  address: string
  /** Left out: a sign-in. */
  errand?: VisitorErrand
}

export interface FlowAnswer {
  /** The query of the callback as it arrived. */
  query: URLSearchParams
  browser: string | undefined
  /** Who is signed in in this browser, for whoever has an errand. */
  visitor?: { userId: UserId; session: Buffer } | undefined
}

/** Why a sign-in came to nothing. `isPassing`: it may work in a while. */
export interface SingleSignOnFailure {
  ok: false
  problem: ProblemDetail
  isPassing: boolean
  /** There were too many of them; from then on it is worth another try. */
  retryAt?: Date
  purpose: FlowPurpose
  /** A path on this server, where the browser was to go afterwards. */
  next: string
}

export type FlowOutcome =
  | {
      ok: true
      kind: 'signed-in'
      user: User
      /** The sign-in generation in which this holds. */
      generation: number
      singleSignOnSessionId: SingleSignOnSessionId
      hasSecondFactor: boolean
      next: string
    }
  | { ok: true; kind: 'linked' | 'proven'; next: string }
  | SingleSignOnFailure

/** An identity of the provider that a user signs in with. */
export interface LinkedIdentity {
  id: SingleSignOnIdentityId
  issuer: string
  label: string
  linkedAt: Date
  lastUsedAt: Date | null
}

/** What somebody who is signed in proves themselves by, where a deed takes proof. */
export type ProofOfUser =
  | { by: 'password' }
  /** `provider`: its name, undefined where there is none. `fresh`: what they have proven, in that sign-in generation. */
  | {
      by: 'provider'
      provider: string | undefined
      fresh: { generation: number; until: Date } | undefined
    }

/** How the ways in stand at the moment. */
export interface WaysIn {
  /** The provider's name; undefined where there is no single sign-on. */
  name: string | undefined
  /** `in-force`: a password lets nobody in. `provider-down`: it would be, but the provider does not answer. */
  onlyWay: 'off' | 'in-force' | 'provider-down'
}

export interface CodedSingleSignOnStep {
  step: SingleSignOnStep
  outcome: 'works' | 'wrong' | 'unknown'
  sentence: ProblemDetail
}

export interface SettingsProblem {
  /** JSON pointer into the form. */
  pointer: string
  problem: ProblemDetail
}

/** Signing in to plMail at an OpenID provider. */
export interface SingleSignOn {
  /** Asked for every page of the sign-in; the provider's answer is a minute old at most. */
  waysIn(): Promise<WaysIn>
  /** Whether a password, a passkey or a remembered browser lets nobody in. */
  isOnlyWay(): Promise<boolean>
  begin(start: FlowStart): Promise<{ ok: true; url: string } | SingleSignOnFailure>
  complete(answer: FlowAnswer): Promise<FlowOutcome>
  identities(userId: UserId): Promise<LinkedIdentity[]>
  /** Ends the sessions that rest on it. The caller has proven the password. */
  unlink(userId: UserId, id: SingleSignOnIdentityId): Promise<'unlinked' | 'no-such-identity'>
  /** Whether the user has chosen the password, so that there is another way in. */
  hasPassword(userId: UserId): Promise<boolean>
  /** The password where they have one, however they have signed in; otherwise a fresh sign-in at the provider. */
  proof(userId: UserId, session: Buffer): Promise<ProofOfUser>
  /** How the user proves themselves, for the pages that ask for it. */
  ownProof(userId: UserId): Promise<OwnProof>
  /** Returns the ticket with which a browser, once its session is over, is led to where the provider ends its own. */
  ticket(id: SingleSignOnSessionId): string
  /**
   * Returns the address at which the provider ends its session (OpenID Connect RP-Initiated Logout 1.0); undefined when it
   * offers that nowhere, or the ticket is none.
   */
  endSessionUrl(ticket: string, returnTo: string): Promise<string | undefined>
  /** A logout token that the provider posted (OpenID Connect Back-Channel Logout 1.0); the sessions it names are over. */
  logOut(logoutToken: string): Promise<'logged-out' | 'refused' | 'unreachable'>
  settings(address: string, mayBeOnlyWay: boolean): Promise<SingleSignOnSettings>
  save(form: SingleSignOnForm, mayBeOnlyWay: boolean): Promise<SettingsProblem[]>
  /** Every step of the registration, judged now. */
  check(redirectUri: string): Promise<CodedSingleSignOnStep[]>
  /** Passwords let people in again, whatever is stored or set. False when they did before. */
  allowPasswords(): Promise<boolean>
  /**
   * Ends the sessions that were opened otherwise, where OIDC_ONLY makes it the only way in; for the start of the server, which
   * is when that changes. A choice that is stored has done so when it was made.
   */
  endOtherSignIns(): Promise<void>
  /** Removes what is over; for a schedule. */
  sweep(): Promise<number>
}
