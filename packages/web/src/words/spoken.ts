import { type Language, getLanguage } from '@plmail/wire'

const key = 'plmail-language'

/**
 * Language of the texts: the last one set in this browser, else the browser's own; fixed until the page is loaded
 * again.
 */
export const spoken: Language = getLanguage(
  globalThis.localStorage?.getItem(key) ?? globalThis.navigator?.language ?? 'en',
)

/** From the next load of the page on; false when this browser keeps nothing. */
export function rememberLanguage(language: Language): boolean {
  localStorage.setItem(key, language)
  return localStorage.getItem(key) === language
}
