import { type Language, languageOf, nearestLanguage } from '@plmail/wire'

export { type Language, languageOf }

/** The tags of a browser's Accept-Language, in its own order (RFC 9110 §12.5.4). */
export const tagsAsked = (acceptLanguage: string | undefined): string[] =>
  (acceptLanguage ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '')

/** By a browser's Accept-Language; English where it names neither of ours. */
export const languageAsked = (acceptLanguage: string | undefined): Language =>
  nearestLanguage(tagsAsked(acceptLanguage))
