/**
 * Mailboxes by the Gmail API (v1), calendars by the Calendar API (v3), and signing in to Google. Speaks to the wire only: main opens sessions for sync and
 * sending, and hands the sign-in to accounts.
 */
export type { Reckoning } from './calendar/reckoning.ts'
export { createGoogleCalendarSession } from './calendar/session.ts'

export { probeApis, type ProbedApi } from './probe-apis.ts'
export {
  type CheckPushIdentity,
  createPushIdentityCheck,
  type ExpectedIdentity,
  type PushIdentityTrouble,
} from './push-identity.ts'
export type { GoogleSessionNeeds } from './open-gmail.ts'
export { createGoogleSession } from './session.ts'
export { createGoogleVacation } from './vacation.ts'
export { vacationScope } from './vacation-scope.ts'
