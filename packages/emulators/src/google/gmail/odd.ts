import type { Oddity } from '../../faults/oddities.ts'
import { actAs } from './act.ts'
import type { GmailMailbox } from './mailbox.ts'
import { Refusal } from './refusal.ts'
import type { Stored } from './stored.ts'

/** Makes messages odd; the total is the mailbox's own. */
export function turnOdd(mailbox: GmailMailbox, oddity: Exclude<Oddity, { kind: 'total-off' }>): void {
  const { store } = mailbox
  switch (oddity.kind) {
    case 'unreadable':
      for (const id of oddity.ids)
        store.get(id).unreadable = { status: oddity.status, reach: oddity.reach ?? 'everything' }
      return
    case 'readable':
      for (const id of oddity.ids) store.get(id).unreadable = undefined
      return
    case 'untold':
      return store.history.quietly(() => actAs(mailbox, oddity.act))
    default:
      throw new Error(`Gmail has no ${oddity.kind}`)
  }
}

/** Throws for a message that cannot be read; `reach: content` lets its labels be told. */
export function refuseUnreadable({ unreadable }: Stored, format: string): void {
  if (!unreadable || (unreadable.reach === 'content' && format === 'minimal')) return
  const { status } = unreadable
  throw new Refusal({ status, ...getWords[status] })
}

const getWords = {
  400: {
    reason: 'failedPrecondition',
    message: 'Precondition check failed.',
    canonical: 'FAILED_PRECONDITION',
  },
  403: {
    reason: 'forbidden',
    message: 'The caller does not have permission',
    canonical: 'PERMISSION_DENIED',
  },
  500: { reason: 'backendError', message: 'Backend Error', canonical: 'INTERNAL' },
} as const
