/**
 * The durable queue: coalescing keys, retries, lanes, schedules. A job is committed with the rows that caused it,
 * and survives the process that runs it. Bulk work does not travel here: it has its own ledgers.
 */
export type * from './types.ts'
export { RetryAt } from './types.ts'
export { createJobs } from './jobs.ts'
