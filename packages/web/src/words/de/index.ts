import type { Catalogues } from '../catalogues.ts'

/** German: loaded as one piece, and only where it is spoken. */
export const german: Partial<Catalogues> = {}
