import type { RawMessage } from '../../blobs/raw.ts'
import { readAddresses, headerValue } from '../../mime/index.ts'
import { Refused } from '../refused.ts'
import { withFields } from './compose.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import type { MailItem } from '../mailbox/mail-store.ts'

/** [F] A message may be sent as its own mailbox only. */
export function refuseSending(mailbox: GraphMailbox, raw: RawMessage): void {
  const head = mailbox.reader.head(raw)
  const recipients = getRecipients(mailbox, raw)
  if (recipients.length === 0 || recipients.some((recipient) => !/^[^@\s]+@[^@\s]+$/.test(recipient)))
    throw new Refused(400, 'ErrorInvalidRecipients', 'At least one recipient is not valid.')
  if (recipients.length > maxRecipients)
    throw new Refused(400, 'ErrorExceededMaxRecipientLimit', 'The message has too many recipients.')
  if (head.from && head.from.address.toLowerCase() !== mailbox.email.toLowerCase())
    throw new Refused(
      403,
      'ErrorSendAsDenied',
      'The user account which was used to submit this request does not have the right to send mail on behalf of the specified sending account.',
    )
}

/** [K] */
const maxRecipients = 500

export function getRecipients(mailbox: GraphMailbox, raw: RawMessage): string[] {
  const { to, cc, bcc } = mailbox.reader.head(raw)
  return [...new Set([...to, ...cc, ...bcc].map((address) => address.address))]
}

/** Hands a message over without its Bcc, and keeps the copy with it in Sent Items when asked to. */
export function sendAway(
  mailbox: GraphMailbox,
  raw: RawMessage,
  recipients: readonly string[],
  save: boolean,
): void {
  const { store, world } = mailbox
  const complete = completed(mailbox, raw)
  const folder = store.wellKnown('sentitems')
  if (save && folder) {
    const receivedAt = world.clock.now().getTime()
    store.add({ raw: complete, folder, receivedAt, isRead: true })
  }
  handOver(mailbox, complete, recipients)
}

/**
 * A draft on its way: it leaves Drafts and is the copy in Sent Items, under the same immutable id [D]. `afterMs` is how
 * long that takes; meanwhile it is in the outbox.
 */
export function sendDraft(mailbox: GraphMailbox, draft: MailItem, afterMs: number): void {
  const { store, world } = mailbox
  const sent = store.wellKnown('sentitems')
  const outbox = store.wellKnown('outbox')
  const recipients = getRecipients(mailbox, draft.raw)
  const raw = withFields(completed(mailbox, draft.raw), {
    Date: world.clock.now().toUTCString().replace('GMT', '+0000'),
  })
  const arrive = (): void => {
    if (sent && store.items.has(draft.serial)) store.move(draft, sent)
  }
  noteAnswer(mailbox, draft)
  store.change(draft, { raw, isDraft: false, isRead: true, receivedAt: world.clock.now().getTime() })
  if (afterMs > 0 && outbox) {
    store.move(draft, outbox)
    world.clock.at(new Date(world.clock.now().getTime() + afterMs), arrive)
  } else arrive()
  handOver(mailbox, raw, recipients)
}

/** The verb that Outlook shows as an arrow on the message that was answered [D]. */
function noteAnswer({ store }: GraphMailbox, draft: MailItem): void {
  const original = draft.answers && store.items.get(draft.answers.n)
  if (original === undefined || draft.answers === undefined) return
  const extended = new Map(original.extended).set('Integer 0x1081', draft.answers.verb)
  store.change(original, { extended })
}

function handOver(mailbox: GraphMailbox, raw: RawMessage, recipients: readonly string[]): void {
  const head = mailbox.reader.head(raw)
  const bcc = headerValue(head.headers, 'bcc')
  mailbox.sent.push({
    messageId: head.messageId ?? '',
    recipients: [...recipients],
    at: mailbox.world.clock.now().toISOString(),
  })
  mailbox.world.post.send({
    from: mailbox.email,
    recipients: [...recipients],
    raw: readAddresses(bcc).length > 0 ? withFields(raw, { Bcc: undefined }) : raw,
  })
}

/** Exchange adds what a message must have and lacks [D]. */
function completed(mailbox: GraphMailbox, raw: RawMessage): RawMessage {
  const { headers, messageId } = mailbox.reader.head(raw)
  const { world, email, account } = mailbox
  const missing: Record<string, string> = {}
  if (messageId === null)
    missing['Message-ID'] = `<${world.nextHex(16).toUpperCase()}@${email.split('@')[1] ?? 'outlook.com'}>`
  if (headerValue(headers, 'from') === undefined)
    missing['From'] = `"${account.displayName.replace(/["\\]/g, '')}" <${email}>`
  if (headerValue(headers, 'date') === undefined)
    missing['Date'] = world.clock.now().toUTCString().replace('GMT', '+0000')
  return Object.keys(missing).length === 0 ? raw : withFields(raw, missing)
}
