export type Language = 'en' | 'de'

const key = 'plmail-language'

/** The language a locale is written in here: `de-AT` is German, what nobody translated is English. */
export function languageOf(locale: string): Language {
  return /^de\b/i.test(locale) ? 'de' : 'en'
}

/** What the sentences are in now: what this browser was told last, else its own; fixed until the page is loaded again. */
export const spoken: Language = languageOf(
  globalThis.localStorage?.getItem(key) ?? globalThis.navigator?.language ?? 'en',
)

/** From the next load of the page on; false when this browser keeps nothing. */
export function rememberLanguage(language: Language): boolean {
  localStorage.setItem(key, language)
  return localStorage.getItem(key) === language
}
