import type { Language } from '@plmail/wire'
import { directions } from '#compiled/directions.ts'

/** Which way a language is written, for the `dir` of a page. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => directions[language]
