import type { Language } from './languages.ts'

/** How a user is spoken to; POST /api/session/conventions changes it. */
export interface Conventions {
  language: Language
  /** How dates and numbers are written: a BCP 47 tag. */
  locale: string
  /** IANA time zone name. */
  timeZone: string
}

/** The locales to choose from; any other well-formed tag is kept too. */
// prettier-ignore
export const localeTags = [
  'en-US', 'en-GB', 'cs', 'da', 'de', 'de-AT', 'de-CH', 'el', 'es', 'fi', 'fr', 'fr-CA', 'hu', 'it', 'ja', 'ko', 'nb',
  'nl', 'pl', 'pt-BR', 'pt-PT', 'ro', 'sv', 'tr', 'uk', 'zh-Hans', 'zh-Hant',
] as const

/** How a language is written where nobody chose a region; English as in Britain, with hours up to 24. */
export const localeWithoutRegion = (language: Language): string => (language === 'en' ? 'en-GB' : language)

/** `language` stands for the locale too. */
export type UnchosenConvention = 'language' | 'timeZone'

/** The first locale to choose from that the tags name, exactly or by its language; else American English. */
export function nearestLocale(tags: readonly string[]): string {
  for (const tag of tags.map((spelling) => spelling.toLowerCase())) {
    const exact = localeTags.find((choice) => choice.toLowerCase() === tag)
    const ofLanguage = localeTags.find((choice) => choice.split('-')[0] === tag.split('-')[0])
    if (exact ?? ofLanguage) return exact ?? ofLanguage ?? 'en-US'
  }
  return 'en-US'
}
