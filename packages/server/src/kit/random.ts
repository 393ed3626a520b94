import { randomBytes } from 'node:crypto'

/** Random bytes from the operating system, handed in so that tests can repeat a run. */
export type Random = (size: number) => Buffer

export const systemRandom: Random = (size) => randomBytes(size)
