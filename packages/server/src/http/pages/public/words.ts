import { type ServerCatalogue, catalogueOf } from '@plmail/words'
import { type Language, languageAsked, localeAsked } from '../../words/index.ts'

/** What pages that strangers see are written with, in the language that their browser asks for. */
export interface PublicWords {
  language: Language
  /** How dates and times are written. */
  locale: string
  texts: ServerCatalogue['publicPages']
}

export function publicWords(acceptLanguage: string | undefined): PublicWords {
  const language = languageAsked(acceptLanguage)
  return {
    language,
    locale: localeAsked(acceptLanguage, language),
    texts: catalogueOf(language).publicPages,
  }
}
