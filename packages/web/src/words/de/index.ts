import type { Catalogues } from '../catalogues.ts'
import { commands } from './commands.ts'

/** German: loaded as one piece, and only where it is spoken. */
export const german: Partial<Catalogues> = { commands }
