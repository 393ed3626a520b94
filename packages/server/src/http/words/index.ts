/**
 * Texts of the server’s own pages and the titles of its problems, in English and German. The guard decides the language
 * of a request. Imports nothing.
 */
import type { ServerCatalogues } from './catalogues.ts'
import { pages as germanPages } from './de/pages.ts'
import { problems as germanProblems } from './de/problems.ts'
import { pages } from './en/pages.ts'
import { problems } from './en/problems.ts'
import type { Language } from './language.ts'

export { languageAsked, languageOf, tagsAsked, type Language } from './language.ts'
export type { ServerCatalogues } from './catalogues.ts'

export const catalogues: Readonly<Record<Language, ServerCatalogues>> = {
  en: { pages, problems },
  de: { pages: germanPages, problems: germanProblems },
}
