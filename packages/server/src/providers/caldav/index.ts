/** CalDAV (RFC 4791): calendars of any server that speaks it. Knows how they travel; what they mean is handed in. */

export { type CalDavNeeds, createCalDavSession, findCalendars } from './session.ts'
export type { ServiceRecords } from './announced-servers.ts'
