/** The made-up languages that tests put in the place of English. */
export type PseudoLanguage = 'pseudo' | 'pseudo-rtl'
export const pseudoLanguages: readonly PseudoLanguage[]
export function compileWords(options?: { out?: string; english?: PseudoLanguage | undefined }): boolean
/** What `PLMAIL_ENGLISH` asks a build for: a made-up language in the place of English. */
export function pseudoLanguageOf(text: string | undefined): PseudoLanguage | undefined
