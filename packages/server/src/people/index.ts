/**
 * People: users, the first administrator, password sign-in and its throttle, browser sessions, remembered
 * sign-ins, the short-lived tokens made from a session, and app passwords. Owns app_user, web_session and
 * app_password.
 * Push subscriptions too (push/): who is told of changes while not connected, and what is sent. Owns push_subscription.
 * What users choose and keep for themselves (choices/): preferences and saved searches, in the personal account.
 * Called by http and console. Never reads a request and never writes a cookie: http does.
 */
export type { AppPassword, AppPasswordCreated, AppPasswords } from './app-passwords.ts'
export type { AppPasswordSignIn } from './app-password-sign-in.ts'
export { type PreferenceChanges, type PreferenceRoom, createPreferences } from './choices/preferences.ts'
export {
  type SavedSearchFields,
  type SavedSearchRefusal,
  type SavedSearchRequest,
  type SavedSearches,
  type SavedSearchView,
  createSavedSearches,
} from './choices/saved-searches.ts'
export { type People, type PeopleNeeds, createPeople } from './create-people.ts'
export type { Install, Installed } from './install.ts'
export type { PeopleKeys } from './keys.ts'
export {
  type AppPasswordForm,
  type AppPasswordProblem,
  type AppPasswordScope,
  type Rights,
  appPasswordScopes,
  hears,
  opensCalendars,
  opensMail,
  typesHeard,
} from './new-app-password.ts'
export type { UserProblem, UserField, UserForm } from './new-user.ts'
export { createPush, type PushNeeds } from './push/create-push.ts'
export type * from './push/door.ts'
export type { Session, SessionEntry, SignedIn, Visitor } from './sessions.ts'
export type { SignInResult } from './sign-in.ts'
export { timeZones } from './time-zones.ts'
export { addressGroup, type Admission, type Claimant } from './throttle.ts'
export { type HubGrant, hubTokenSeconds, jmapTokenSeconds } from './tokens.ts'
export { type User, writtenLocale } from './user.ts'
