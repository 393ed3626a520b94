import type { DeclaredProblems } from './parameters.ts'

/** Delivery by announcements of the provider. */
export const instantProblems = {
  'instant/off': {},
  'instant/off-in-demo': {},
  'instant/not-turned-on': { trouble: 'problem', instead: 'problem' },
  'instant/on': { provider: 'text' },
  'instant/on-not-renewed': { provider: 'text', trouble: 'problem' },
  'instant/silent': { provider: 'text' },
  'instant/lapsed': { provider: 'text' },
  'instant/lapsed-because': { provider: 'text', trouble: 'problem' },
  'instant/refused': { provider: 'text', trouble: 'problem' },
  'instant/no-public-address': {},
  'instant/not-https': { publicAddress: 'text' },
  'instant/own-machine': { host: 'text' },
  'instant/not-needed': {},
  'instant/account-removed': {},
  'instant/no-topic': {},
  'instant/no-push-token': {},
  'instant/no-calendars-announced': {},
} as const satisfies DeclaredProblems
