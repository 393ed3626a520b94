/** What every provider folder offers, so that sync can treat them alike. */
export * from './account-session.ts'
export type { Budget } from './api.ts'
export * from './allowed-origins.ts'
export * from './folder-session.ts'
export type * from './grant.ts'
export type { MailSession } from './mail-session.ts'
