/** What every provider folder offers, so that sync can treat them alike. */
export * from './account-session.ts'
export * from './folder-session.ts'
export type { MailSession } from './mail-session.ts'
