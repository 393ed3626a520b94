/** The durable queue: coalescing keys, retries, lanes, schedules. */
export type * from './door.ts'
export { RetryAt } from './door.ts'
