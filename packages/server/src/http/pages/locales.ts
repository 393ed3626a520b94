// prettier-ignore
const tags = [
  'en-US', 'en-GB', 'cs', 'da', 'de', 'de-AT', 'de-CH', 'el', 'es', 'fi', 'fr', 'fr-CA', 'hu', 'it', 'ja', 'ko', 'nb',
  'nl', 'pl', 'pt-BR', 'pt-PT', 'ro', 'sv', 'tr', 'uk', 'zh-Hans', 'zh-Hant',
]

/** Conventions to choose from, each named in its own language. */
export const localeChoices: ReadonlyArray<{ value: string; text: string }> = tags.map((tag) => ({
  value: tag,
  text: new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag,
}))

/** The first choice a browser's Accept-Language names (in its own order, RFC 9110 §12.5.4), else American English. */
export function guessLocale(acceptLanguage: string | undefined): string {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '')
  for (const tag of wanted) {
    const exact = tags.find((choice) => choice.toLowerCase() === tag)
    const language = tags.find((choice) => choice.split('-')[0] === tag.split('-')[0])
    if (exact ?? language) return exact ?? language ?? 'en-US'
  }
  return 'en-US'
}
