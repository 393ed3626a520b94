/**
 * Google's sign-in: the authorise page, the token endpoint, revocation, userinfo and keys, on an origin of its own.
 * It knows who exists only through `people`, which the mailboxes fill.
 */
export { createIdentity, type GoogleIdentity } from './identity.ts'
export type { IssuedToken, IssuedGrants } from './grants.ts'
