import type { pages } from './en/pages.ts'
import type { problems } from './en/problems.ts'

/** What a language has to say: a catalogue an area. English is the original, the others follow its shape. */
export interface Catalogues {
  pages: typeof pages
  problems: typeof problems
}
