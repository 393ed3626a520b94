/** What every provider folder offers, so that sync can treat them alike. */
export * from './mail-session.ts'
