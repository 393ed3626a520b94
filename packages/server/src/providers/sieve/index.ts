/**
 * The vacation response of a mailbox whose server runs Sieve scripts (RFC 5228) and takes them over ManageSieve
 * (RFC 5804). Scripts of other programs stay as they are.
 */
export { probeSieve, type SieveProbe } from './probe.ts'
export { createSieveVacation, type SieveVacationNeeds } from './session.ts'
export type { SieveOptions, SieveSettings } from './settings.ts'
