/**
 * People: users, the first administrator, password sign-in and its throttle, browser sessions, remembered
 * sign-ins and the short-lived tokens made from a session. Owns app_user and web_session.
 * Called by http and console. Never reads a request and never writes a cookie: http does.
 */
export { type People, type PeopleNeeds, createPeople } from './create-people.ts'
export type { Install, Installed } from './install.ts'
export type { PeopleKeys } from './keys.ts'
export type { FieldProblem, UserField, UserForm } from './new-user.ts'
export type { Session, SessionEntry, SignedIn, Visitor } from './sessions.ts'
export type { SignInResult } from './sign-in.ts'
export { timeZones } from './time-zones.ts'
export type { Admission, Claimant } from './throttle.ts'
export { type HubGrant, hubTokenSeconds, jmapTokenSeconds } from './tokens.ts'
export type { User } from './user.ts'
