/**
 * People: users, passwords and sign-in with its throttle, browser sessions, remembered sign-ins, the short-lived tokens made
 * from a session, and app passwords. Owns app_user, web_session, app_password and sign_in.
 *
 * - pairing/: the codes by which devices get an app password, in the small cache.
 * - second-factor/: authenticator apps and recovery codes; trusted-devices.ts beside it. Owns trusted_device.
 * - passkeys/: as a second factor and as the whole sign-in. Owns passkey.
 * - single-sign-on/: signing in at an OpenID provider. Owns single_sign_on_*.
 * - notices/: mails and sentences in open browsers about a changed sign-in.
 * - administration/ and audit/: what administrators do to people, and the log of it. Owns user_link and audit_entry.
 * - push/: who is told of changes while not connected, and what is sent. Owns push_subscription.
 * - choices/: preferences and saved searches, in the personal account.
 *
 * Called by http and console. Never reads a request and never writes a cookie: http does.
 */
export type * from './administration/types.ts'
export type { AppPassword, AppPasswordCreated } from './app-passwords.ts'
export type * from './audit/types.ts'

export { type PreferenceChanges, type PreferenceRoom, createPreferences } from './choices/preferences.ts'
export {
  type SavedSearchFields,
  type SavedSearchRefusal,
  type SavedSearches,
  type SavedSearchView,
  createSavedSearches,
} from './choices/saved-searches.ts'
export { createPersonDeletion, type PersonDeletion } from './administration/deletion.ts'
export { type People, createPeople } from './create-people.ts'

export type { PeopleKeys } from './keys.ts'
export {
  type AppPasswordForm,
  type AppPasswordProblem,
  type Rights,
  appPasswordScopes,
  hears,
  opensCalendars,
  opensMail,
  typesHeard,
} from './new-app-password.ts'
export type { UserProblem } from './new-user.ts'
export { createSignInNotices, type SignInNoticeNeeds } from './notices/sign-in-notices.ts'
export type { Paired } from './pairing/types.ts'
export type * from './passkeys/types.ts'
export type { NoRelyingParty, RelyingParty } from './passkeys/relying-party.ts'
export { createPush } from './push/create-push.ts'
export type * from './push/types.ts'
export type { CodeCheck, Confirmation } from './second-factor/types.ts'
export { totpUri } from './second-factor/totp.ts'
export type {
  CodedSingleSignOnStep,
  FlowOutcome,
  LinkedIdentity,
  SingleSignOnFailure,
  VisitorErrand,
  WaysIn,
} from './single-sign-on/types.ts'
export type { SessionEntry } from './sessions.ts'
export type { SignedIn } from './session.ts'
export type { SignInProof } from './open-session.ts'

export { timeZones } from './time-zones.ts'
export { addressGroup } from './sign-in-throttle.ts'
export type { SignInFactor, SignInRecord } from './sign-ins.ts'
export type { TrustedDevice } from './trusted-devices.ts'
export { hubTokenSeconds } from './tokens.ts'
export { type User, writtenLocale } from './user.ts'
