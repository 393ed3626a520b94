import type { AccountId, MailboxId } from '@plmail/wire'
import type { Mail } from '../mail/index.ts'

/** A person waits; most servers answer within a tenth of a second. */
const maxWaitMs = 5_000
const betweenLooksMs = 50

export interface RefusedMailboxesNeeds {
  mail: { mailboxes: Pick<Mail['mailboxes'], 'selectMailboxes'> }
  now(): number
  sleep(milliseconds: number): Promise<void>
}

/**
 * Waits until the mail server has answered the creation of mailboxes, and names those it refused: these are gone here, or
 * cannot be opened. What it has not answered in time is taken to be made, as offline.
 */
export function createRefusedMailboxes({ mail, now, sleep }: RefusedMailboxesNeeds) {
  return async (accountId: AccountId, ids: readonly MailboxId[]): Promise<ReadonlySet<MailboxId>> => {
    const end = now() + maxWaitMs
    for (;;) {
      const present = new Map((await mail.mailboxes.selectMailboxes(accountId)).map((box) => [box.id, box]))
      const isRefused = (id: MailboxId) => present.get(id)?.isSelectable !== true
      const isOpen = (id: MailboxId) => !isRefused(id) && present.get(id)?.remoteId === null
      if (!ids.some(isOpen) || now() >= end) return new Set(ids.filter(isRefused))
      await sleep(betweenLooksMs)
    }
  }
}
