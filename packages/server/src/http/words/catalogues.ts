import type { pages } from './en/pages.ts'
import type { problems } from './en/problems.ts'

/** Texts of a language, one catalogue per area. English is the original, the others follow its shape. */
export interface ServerCatalogues {
  pages: typeof pages
  problems: typeof problems
}
