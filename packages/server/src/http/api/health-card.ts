import { accountWireId, type HealthCard as WireCard } from '@plmail/wire'
import type { HealthCard } from '../../accounts/index.ts'
import type { Coded } from '../guard/index.ts'

export function wireCard({ facts, accounts, ...card }: HealthCard): Coded<WireCard> {
  return {
    ...card,
    facts: facts.map((fact) => ('at' in fact ? { ...fact, at: fact.at.toISOString() } : fact)),
    accounts: accounts.map(({ id, address }) => ({ id: accountWireId.encode(id), address })),
  }
}

const order: ReadonlyArray<HealthCard['severity']> = ['critical', 'warning', 'notice']

export const worstFirst = (a: HealthCard, b: HealthCard): number =>
  order.indexOf(a.severity) - order.indexOf(b.severity)
