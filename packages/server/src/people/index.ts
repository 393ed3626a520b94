/**
 * People: users, the first administrator, password sign-in and its throttle, browser sessions, remembered
 * sign-ins, the short-lived tokens made from a session, and app passwords. Owns app_user, web_session and
 * app_password.
 * Push subscriptions too (push/): who is told of changes while not connected, and what is sent. Owns push_subscription.
 * What users choose and keep for themselves (choices/): preferences and saved searches, in the personal account.
 * Called by http and console. Never reads a request and never writes a cookie: http does.
 */
export type { AppPassword, AppPasswords } from './app-passwords.ts'

export { type PreferenceChanges, type PreferenceRoom, createPreferences } from './choices/preferences.ts'
export {
  type SavedSearchFields,
  type SavedSearchRefusal,
  type SavedSearches,
  type SavedSearchView,
  createSavedSearches,
} from './choices/saved-searches.ts'
export { type People, createPeople } from './create-people.ts'

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
export type { UserProblem } from './new-user.ts'
export { createPush } from './push/create-push.ts'
export type * from './push/door.ts'
export type { SessionEntry, SignedIn } from './sessions.ts'

export { timeZones } from './time-zones.ts'
export { addressGroup } from './throttle.ts'
export { hubTokenSeconds } from './tokens.ts'
export { type User, writtenLocale } from './user.ts'
