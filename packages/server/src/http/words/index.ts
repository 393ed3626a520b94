/**
 * What this server says to people, in English and German: catalogues of its own pages, and the German of the sentences
 * that rooms make. Which language a request speaks is guard's to say. Imports nothing.
 */
import type { Catalogues } from './catalogues.ts'
import { pages as germanPages } from './de/pages.ts'
import { problems as germanProblems } from './de/problems.ts'
import { pages } from './en/pages.ts'
import { problems } from './en/problems.ts'
import type { Language } from './language.ts'

export { languageAsked, languageOf, tagsAsked, type Language } from './language.ts'
export { inLanguage } from './sentences.ts'
export type { Catalogues } from './catalogues.ts'

export const catalogues: Readonly<Record<Language, Catalogues>> = {
  en: { pages, problems },
  de: { pages: germanPages, problems: germanProblems },
}
