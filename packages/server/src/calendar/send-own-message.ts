import type { AccountId, IdentityId, MessageId, UserId } from '@plmail/wire'
import type { Mail, Submissions } from '../mail/index.ts'

/** Dependencies for sending messages that we write ourselves. */
export interface HandOverParts {
  mail: Pick<Mail, 'ingest' | 'actions' | 'mailboxes'>
  submissions: Pick<Submissions, 'create' | 'messageNamed' | 'findByMessageId'>
}

export interface OwnMessage {
  identityId: IdentityId
  /** Its Message-ID: the same whenever it is written, without angle brackets. */
  header: string
  from: string
  to: readonly string[]
  raw: () => Buffer
}

/**
 * Puts the message among the drafts of the account and submits it, once: another run finds by the Message-ID what an
 * earlier one has done. What became of the submission is not asked here; one that failed is shown like any other.
 */
export async function handOver(
  parts: HandOverParts,
  userId: UserId,
  accountId: AccountId,
  message: OwnMessage,
): Promise<void> {
  const { identityId, header, from, to } = message
  // By the submission first: when it has left, a copy of the mail server's own may have the same Message-ID.
  if (await parts.submissions.findByMessageId(accountId, header)) return
  const storedId = await parts.submissions.messageNamed(accountId, header)
  const messageId = storedId ?? (await keep(parts, userId, accountId, message.raw()))
  const sent = await parts.submissions.create(userId, accountId, {
    identityId,
    messageId,
    envelope: {
      // It has waited already.
      mailFrom: { email: from, parameters: { HOLDFOR: '0' } },
      rcptTo: to.map((email) => ({ email, parameters: null })),
    },
  })
  if (!sent.ok) throw new Error(`A message of the calendar was refused: ${sent.why}`)
}

async function keep(
  { mail }: HandOverParts,
  userId: UserId,
  accountId: AccountId,
  raw: Buffer,
): Promise<MessageId> {
  const boxes = await mail.mailboxes.list(accountId)
  const place = boxes.find(({ role }) => role === 'drafts') ?? boxes.find(({ role }) => role === 'sent')
  if (!place) throw new Error('The account has no place for a message that is sent')
  const prepared = await mail.ingest.prepare([raw])
  const arrivals = prepared.map((message) => ({
    prepared: message,
    mailboxIds: [place.id],
    keywords: ['$seen', '$draft'],
  }))
  const created = await mail.actions.create({ kind: 'user', userId }, accountId, 'create', arrivals)
  const [draft] = created === 'state-mismatch' ? [] : created.outcomes
  if (!draft || typeof draft === 'string') throw new Error('A message of the calendar could not be kept')
  return draft.id
}
