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
    title: isLost ? 'Some messages are damaged' : 'Damaged messages are being fetched again',
    text: isLost ? lostText : restoringText,
    facts: [
      ...(check.damaged > 0 ? [{ label: 'Being fetched again', text: String(check.damaged) }] : []),
      ...(check.lost > 0 ? [{ label: 'Cannot be restored', text: String(check.lost) }] : []),
      ...(check.restored > 0 ? [{ label: 'Restored', text: String(check.restored) }] : []),
    ],
    said: null,
    accounts: [{ id: view.id, address: view.address }],
    repair: null,
  }
}

const restoringText =
  'The copies of these messages on this server cannot be read, perhaps because of a disk fault. plMail is fetching them from your mail provider again.'
const lostText =
  'The copies of these messages on this server cannot be read, and your mail provider does not have them any more. A backup of this server may still have them.'
