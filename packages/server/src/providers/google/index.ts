/**
 * Mailboxes by the Gmail API (v1), and signing in to Google. Speaks to the wire only: main opens sessions for sync and
 * sending, and hands the sign-in to accounts.
 */
export { type GoogleEndpoints, googleEndpoints } from './endpoints.ts'
export { createGoogleOAuth } from './grant.ts'
export { createGoogleSession, type GoogleSessionNeeds } from './session.ts'
