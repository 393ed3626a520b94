import type { HealthCard } from './types.ts'

/** Everybody gets it, because nobody's mail can be stored; what to do is for an administrator. */
export function diskCard(isAdmin: boolean): HealthCard {
  return {
    id: 'disk-full',
    kind: 'server',
    severity: 'critical',
    title: { problem: 'health/disk-full' },
    text: isAdmin ? { problem: 'health/disk-full-administrator' } : { problem: 'health/disk-full-user' },
    facts: [],
    said: null,
    accounts: [],
    repair: null,
  }
}
