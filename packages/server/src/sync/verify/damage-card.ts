import type { AccountView, HealthCard } from '../../accounts/index.ts'
import type { ByteCheck } from '../../mail/index.ts'

/** The card for the owner of an account with stored messages that cannot be read; none while all are whole. */
export function damageCard(view: AccountView, check: ByteCheck | undefined): HealthCard | undefined {
  if (!check || check.damaged + check.lost === 0) return undefined
  const isLost = check.lost > 0
  return {
    id: `damage-${view.id}`,
    kind: 'damage',
    severity: isLost ? 'warning' : 'notice',
    title: isLost ? { problem: 'health/damaged' } : { problem: 'health/damaged-restoring' },
    text: { problem: isLost ? 'health/lost-text' : 'health/restoring-text' },
    facts: [
      ...(check.damaged > 0 ? [toFact('health/being-fetched', check.damaged)] : []),
      ...(check.lost > 0 ? [toFact('health/not-restorable', check.lost)] : []),
      ...(check.restored > 0 ? [toFact('health/restored', check.restored)] : []),
    ],
    said: null,
    accounts: [{ id: view.id, address: view.address }],
    repair: null,
  }
}

type CountLabel = 'health/being-fetched' | 'health/not-restorable' | 'health/restored'

const toFact = (label: CountLabel, count: number): HealthCard['facts'][number] => ({
  label: { problem: label },
  text: { problem: 'health/count', count },
})
