import languageNames from './languages.json' with { type: 'json' }

/** The languages that plMail speaks, each by its own name; the first is the one that texts are written in. */
export { languageNames }
export type Language = keyof typeof languageNames

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languageNames, text)
}

export const languages: readonly Language[] = Object.keys(languageNames).filter(isLanguage)
export const originalLanguage: Language = 'en'

/** The first language that the tags name, exactly or by its region; `de-AT` is German. */
function languageAmong(tags: readonly string[]): Language | undefined {
  for (const tag of tags.map((spelling) => spelling.toLowerCase())) {
    const match = languages.find((language) => tag === language || tag.startsWith(`${language}-`))
    if (match) return match
  }
  return undefined
}

/** The language a locale is spoken to in; what nobody translated is English. */
export const getLanguage = (locale: string): Language => nearestLanguage([locale])

/** The first language of ours that the tags name; English where they name none. */
export const nearestLanguage = (tags: readonly string[]): Language => languageAmong(tags) ?? originalLanguage
