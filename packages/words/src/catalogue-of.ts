import type { Language } from '@plmail/wire'
import { type ServerCatalogue, catalogues } from '#compiled/server-sections.ts'

/** Everything that the server says in one language: texts, and functions of the parameters of a text. */
export const catalogueOf = (language: Language): ServerCatalogue => catalogues[language]
