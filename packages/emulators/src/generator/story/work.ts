import { harbourLibrary } from './harbour-library.ts'
import type { Scene } from './scene.ts'
import { studio } from './studio.ts'

/** A winter at a small architects’ studio that builds a library by the harbour. */
export const work: readonly Scene[] = [...harbourLibrary, ...studio]
