import type { DeclaredProblems } from './parameters.ts'

/** Texts without a code of their own: stored before there were codes, or a provider’s own words. */
export const otherProblems = {
  'other/text': { text: 'text' },
  'other/server-said': { serverText: 'text' },
  'other/quoted': { text: 'text' },
  'other/unknown': { code: 'text' },
} as const satisfies DeclaredProblems
