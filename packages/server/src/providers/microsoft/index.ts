/**
 * Mailboxes by Microsoft Graph (v1.0), and signing in to Microsoft. Speaks to the wire only: main opens sessions for sync
 * and sending, and hands the sign-in to accounts.
 */
export { diagnose, type DiagnosisStep } from './diagnose.ts'

export { createMicrosoftOAuth } from './grant.ts'
export { createMicrosoftCalendarSession } from './calendar/session.ts'

export { isCategory } from './places.ts'
export { createMicrosoftSession, type MicrosoftSessionNeeds } from './session.ts'
export { createMicrosoftVacation } from './vacation.ts'
