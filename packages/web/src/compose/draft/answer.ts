import type { EmailAddress, EmailSource, Identity } from '@plmail/wire'
import { unique, without } from './recipients.ts'

/** An identity and the account it sends from. */
export interface Sender {
  accountId: string
  identity: Identity
}

/** Returns the recipients of a reply. `own` are the user's addresses, in lower case. */
export function answerTo(
  source: EmailSource,
  isToAll: boolean,
  own: ReadonlySet<string>,
): { to: EmailAddress[]; cc: EmailAddress[] } {
  const from = source.from ?? []
  const isOwn = from.length > 0 && from.every(({ email }) => own.has(email.toLowerCase()))
  // An answer to what I wrote goes on to whom I wrote it.
  if (isOwn) {
    const wroteTo = source.to && source.to.length > 0 ? source.to : from
    const to = orAll(without(unique(wroteTo), own), wroteTo)
    return { to, cc: isToAll ? otherRecipients(source.cc ?? [], to, own) : [] }
  }
  const followUp = source['header:Mail-Followup-To:asAddresses'] ?? []
  if (isToAll && followUp.length > 0) return { to: orAll(without(unique(followUp), own), followUp), cc: [] }
  const to = unique(source.replyTo && source.replyTo.length > 0 ? source.replyTo : from)
  if (!isToAll) return { to, cc: [] }
  return { to, cc: otherRecipients([...(source.to ?? []), ...(source.cc ?? [])], to, own) }
}

function otherRecipients(
  people: readonly EmailAddress[],
  to: readonly EmailAddress[],
  own: ReadonlySet<string>,
): EmailAddress[] {
  const taken = new Set(to.map(({ email }) => email.toLowerCase()))
  return without(without(unique(people), own), taken)
}

/** A reply to one's own message to oneself goes to oneself. */
function orAll(people: EmailAddress[], all: readonly EmailAddress[]): EmailAddress[] {
  return people.length > 0 ? people : unique(all)
}

/** More than any mail client reads; the first and the newest ones are enough to thread it. */
const maxReferences = 50

/** In-Reply-To and References of an answer (RFC 5322 §3.6.4). */
export function threadHeaders(
  source: EmailSource,
): { inReplyTo: string[]; references: string[] } | undefined {
  const [messageId] = source.messageId ?? []
  if (messageId === undefined) return undefined
  const before = source.references ?? (source.inReplyTo?.length === 1 ? source.inReplyTo : [])
  const all = [...before.filter((id) => id !== messageId), messageId]
  const references = all.length > maxReferences ? [...all.slice(0, 1), ...all.slice(1 - maxReferences)] : all
  return { inReplyTo: [messageId], references: references }
}

/** The identity a message came to: of its account by address, else the account's first, else the first of all. */
export function senderFor(
  accountId: string,
  source: EmailSource,
  senders: readonly Sender[],
): Sender | undefined {
  const ofAccount = senders.filter((sender) => sender.accountId === accountId)
  const reached = [
    ...(source['header:Delivered-To:asAddresses:all'] ?? []).flat(),
    ...(source.to ?? []),
    ...(source.cc ?? []),
    ...(source.from ?? []),
  ].map(({ email }) => email.toLowerCase())
  for (const address of reached) {
    const sender = ofAccount.find(({ identity }) => identity.email.toLowerCase() === address)
    if (sender) return sender
  }
  return ofAccount[0] ?? senders[0]
}

/** The identity a draft was begun with: name and address, else address alone, else the account's first. */
export function senderOfDraft(
  accountId: string,
  source: EmailSource,
  senders: readonly Sender[],
): Sender | undefined {
  const [from] = source.from ?? []
  const ofAccount = senders.filter((sender) => sender.accountId === accountId)
  const same = ofAccount.filter(({ identity }) => identity.email.toLowerCase() === from?.email.toLowerCase())
  return (
    same.find(({ identity }) => identity.name === (from?.name ?? '')) ?? same[0] ?? ofAccount[0] ?? senders[0]
  )
}
