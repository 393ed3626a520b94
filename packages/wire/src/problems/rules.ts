import type { DeclaredProblems } from './parameters.ts'

/** Rules and their runs. */
export const rulesProblems = {
  'rules/undo-expired': {},
  'rules/too-many': {},
  'rules/unusable-condition': {},
  'rules/matches-everything': {},
  'rules/nothing-to-do': {},
  'rules/no-such-folder': {},
} as const satisfies DeclaredProblems
