import type { DeclaredProblems } from './parameters.ts'

/** Texts without a code of their own: stored before there were codes or by another version, or a provider’s own words. */
export const otherProblems = {
  'other/text': { text: 'text' },
  'other/server-said': { serverText: 'text' },
  'other/quoted': { text: 'text' },
  'other/unknown': { code: 'text', serverText: 'serverText' },
} as const satisfies DeclaredProblems
