import { type Language, getLanguage, localeTags, localeWithoutRegion, nearestLanguage } from '@plmail/wire'

export { type Language, getLanguage }

/** The tags of a browser's Accept-Language, in its own order (RFC 9110 §12.5.4). */
export const tagsAsked = (acceptLanguage: string | undefined): string[] =>
  (acceptLanguage ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '')

/** By a browser's Accept-Language; English where it names neither of ours. */
export const languageAsked = (acceptLanguage: string | undefined): Language =>
  nearestLanguage(tagsAsked(acceptLanguage))

/** How dates are written for a browser that is answered in this language: by its first tag of that language. */
export function localeAsked(acceptLanguage: string | undefined, language: Language): string {
  const tags = tagsAsked(acceptLanguage).map((tag) => tag.toLowerCase())
  const tag = tags.find((candidate) => candidate.split('-')[0] === language)
  return localeTags.find((locale) => locale.toLowerCase() === tag) ?? localeWithoutRegion(language)
}
