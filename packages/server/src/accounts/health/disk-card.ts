import type { HealthCard } from './door.ts'

/** Everybody gets it, because nobody's mail can be stored; what to do is for an administrator. */
export function diskCard(isAdmin: boolean): HealthCard {
  return {
    id: 'disk-full',
    kind: 'server',
    severity: 'critical',
    title: 'The disk of this server is full',
    text: isAdmin
      ? 'Nothing can be saved and no new mail comes in. Free some space on the disk with the data folder of plMail; everything goes on by itself then.'
      : 'Nothing can be saved and no new mail comes in until the administrator of this server has freed some space. Your mail is still at your provider.',
    facts: [],
    said: null,
    accounts: [],
    repair: null,
  }
}
