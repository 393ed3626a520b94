/**
 * The language of the sentences: what this browser was told last, else its own. German comes as a chunk of its own,
 * awaited here once, so that every catalogue is whole before a screen reads it.
 */
import type { Catalogues } from './catalogues.ts'

export type Language = 'en' | 'de'

const key = 'plmail-language'

/** The language a locale is written in here: `de-AT` is German, what nobody translated is English. */
export function languageOf(locale: string): Language {
  return /^de\b/i.test(locale) ? 'de' : 'en'
}

/** What the sentences are in now; fixed until the page is loaded again. */
export const spoken: Language = languageOf(
  globalThis.localStorage?.getItem(key) ?? globalThis.navigator?.language ?? 'en',
)

/** From the next load of the page on; false when this browser keeps nothing. */
export function rememberLanguage(language: Language): boolean {
  localStorage.setItem(key, language)
  return localStorage.getItem(key) === language
}

/** The German catalogues when they are what is spoken. */
export const german: Partial<Catalogues> | undefined =
  spoken === 'de' ? (await import('./de/index.ts')).german : undefined
