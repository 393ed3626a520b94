export type Language = 'en' | 'de'

/** The language a locale is written in here: `de-AT` is German, what nobody translated is English. */
export function languageOf(locale: string): Language {
  return /^de(-|$)/i.test(locale) ? 'de' : 'en'
}

/** By a browser's Accept-Language, in its own order (RFC 9110 §12.5.4); English where it names neither. */
export function languageAsked(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase() ?? ''
    if (/^de(-|$)/.test(tag)) return 'de'
    if (/^en(-|$)/.test(tag)) return 'en'
  }
  return 'en'
}
