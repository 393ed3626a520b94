/**
 * The catalogues in the language that is spoken. German comes as a chunk of its own, awaited here once, so that every
 * catalogue is whole before a screen reads it. What a catalogue itself imports must therefore never import this file:
 * each would wait for the other.
 */
import type { Catalogues } from './catalogues.ts'
import { spoken } from './spoken.ts'

export { rememberLanguage, spoken } from './spoken.ts'

/** The German catalogues when they are what is spoken. */
export const german: Catalogues | undefined =
  spoken === 'de' ? (await import('./de/index.ts')).german : undefined
