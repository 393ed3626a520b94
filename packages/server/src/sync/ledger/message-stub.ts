import type { FetchedRaw } from '../../providers/contract/index.ts'
import { type LedgerItem, maxFetchAttempts } from './ledger-items.ts'

/**
 * Returns a stub for a message that the server lists and cannot deliver: a visible note instead of a gap. The remote id
 * in it keeps two stubs apart, since equal bytes would be taken for one message.
 */
export function stubFor(
  item: LedgerItem,
  reason: string,
  at: Date,
): Extract<FetchedRaw, { kind: 'message' }> {
  const lines = [
    'Subject: This message could not be fetched',
    `Date: ${at.toUTCString()}`,
    `X-Plmail-Unfetched: ${item.remoteId}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `The mail server lists a message here but did not deliver it in ${maxFetchAttempts} attempts.`,
    `It said: ${reason.replace(/[\r\n]+/g, ' ').slice(0, 300)}`,
    'The message is still on the server; another mail program may be able to read it.',
    'plMail asks for it again from time to time. To try at once, choose "Try again" at this account in the settings.',
    '',
  ]
  return {
    id: item.remoteId,
    kind: 'message',
    raw: Buffer.from(lines.join('\r\n')),
    keywords: [],
    receivedAt: at,
  }
}
