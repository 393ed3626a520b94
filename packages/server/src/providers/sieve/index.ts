/**
 * The vacation response of a mailbox whose server runs Sieve scripts (RFC 5228) and takes them over ManageSieve
 * (RFC 5804). Scripts of other programs stay as they are.
 */
export { probeSieve } from './probe.ts'
export { createSieveVacation } from './session.ts'
export type { SieveSettings } from './settings.ts'
