/** Messages, threads, labels and lists: what is mirrored, and what users do to it. */
export type * from './door.ts'
