import { localeTags } from '@plmail/wire'

/** Conventions to choose from, each named in its own language. */
export const localeChoices: ReadonlyArray<{ value: string; text: string }> = localeTags.map((tag) => ({
  value: tag,
  text: new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag,
}))

/** The first choice a browser's Accept-Language names (in its own order, RFC 9110 §12.5.4), else American English. */
export function guessLocale(acceptLanguage: string | undefined): string {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '')
  for (const tag of wanted) {
    const exact = localeTags.find((choice) => choice.toLowerCase() === tag)
    const language = localeTags.find((choice) => choice.split('-')[0] === tag.split('-')[0])
    if (exact ?? language) return exact ?? language ?? 'en-US'
  }
  return 'en-US'
}
