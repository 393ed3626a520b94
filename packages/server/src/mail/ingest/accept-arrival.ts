import type { MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { cleanTime } from '../clean-text.ts'
import type { Arrival } from '../types.ts'
import { type Box, getRoles } from '../labels/select-boxes.ts'
import { arrivingDirection, type Direction } from './direction.ts'
import { normalKeywords } from '../keywords.ts'

/** An arrival after everything strangers decide about it was checked. */
export interface Accepted {
  arrival: Arrival
  receivedAt: Date
  keywords: string[]
  mailboxIds: MailboxId[]
  direction: Direction
}

/** Checks one arrival; throws when none of its mailboxes is one of the account. */
export function accept(
  change: Change,
  arrival: Arrival,
  boxes: ReadonlyMap<MailboxId, Box>,
  own: ReadonlySet<string>,
): Accepted {
  const mailboxIds = [...new Set(arrival.mailboxIds)].filter((id) => boxes.has(id)).sort((a, b) => a - b)
  // nobody could ever see it, and the provider would be believed to have no such message
  if (mailboxIds.length === 0) throw new Error('a message must arrive in a mailbox of its account')
  const keywords = normalKeywords(arrival.keywords)
  const isOwn = arrival.prepared.parsed.fromAddresses.some((address) => own.has(address.toLowerCase()))
  return {
    arrival,
    receivedAt: cleanTime(arrival.receivedAt ?? null) ?? change.at,
    keywords,
    mailboxIds,
    direction: arrivingDirection(getRoles(boxes, mailboxIds), keywords, isOwn),
  }
}
