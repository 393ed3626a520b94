export type SpokenLanguage = 'en' | 'de'

const key = 'plmail-language'

/** The language a locale is written in here: `de-AT` is German, what nobody translated is English. */
function languageOf(locale: string): SpokenLanguage {
  return /^de\b/i.test(locale) ? 'de' : 'en'
}

/**
 * Language of the texts: the last one set in this browser, else the browser's own; fixed until the page is loaded
 * again.
 */
export const spoken: SpokenLanguage = languageOf(
  globalThis.localStorage?.getItem(key) ?? globalThis.navigator?.language ?? 'en',
)

/** From the next load of the page on; false when this browser keeps nothing. */
export function rememberLanguage(language: SpokenLanguage): boolean {
  localStorage.setItem(key, language)
  return localStorage.getItem(key) === language
}
