import { createHash } from 'node:crypto'
import { plainPart } from '@plmail/mail-format'
import type { AccountId, UserId } from '@plmail/wire'
import type { Identities, IdentityView, Mail } from '../../mail/index.ts'
import { handOver, type HandOverParts } from '../send-own-message.ts'
import type { BookingMail, BookingMailer } from './booking-mail.ts'

export interface BookingMailerParts extends HandOverParts {
  mail: HandOverParts['mail'] & Pick<Mail, 'compose'>
  identities: Pick<Identities, 'list'>
  /** The mail accounts of a user, in their order. */
  mailAccounts(userId: UserId): Promise<AccountId[]>
}

/** Ordinary messages from an account's first identity, which are in Sent afterwards. */
export function createBookingMailer(parts: BookingMailerParts): BookingMailer {
  return {
    getSender: async (userId, preferred) => {
      const all = await parts.mailAccounts(userId)
      const accountId = all.includes(preferred) ? preferred : all[0]
      const [identity] = accountId === undefined ? [] : await parts.identities.list(accountId)
      return accountId === undefined || !identity
        ? undefined
        : { accountId, name: identity.name, email: identity.email }
    },
    send: (userId, accountId, id, mail) => send(parts, { userId, accountId, id, mail }),
  }
}

interface AddressedMail {
  userId: UserId
  accountId: AccountId
  id: string
  mail: BookingMail
}

async function send(
  parts: BookingMailerParts,
  { userId, accountId, id, mail }: AddressedMail,
): Promise<void> {
  const [identity] = await parts.identities.list(accountId)
  if (!identity) throw new Error('The account has nobody to send as')
  const header = getName(id, mail, identity)
  await handOver(parts, userId, accountId, {
    identityId: identity.id,
    header,
    from: identity.email,
    to: [mail.to],
    raw: () => write(parts, mail, identity, header),
  })
}

/** The Message-ID of a mail: the same whenever it is written. */
function getName(id: string, { to }: BookingMail, { email }: IdentityView): string {
  const digest = createHash('sha256').update(`${id}\n${to}\n${email}`).digest('hex').slice(0, 32)
  return `${digest}@${email.slice(email.lastIndexOf('@') + 1)}`
}

function write(
  { mail }: BookingMailerParts,
  message: BookingMail,
  { name, email }: IdentityView,
  messageId: string,
): Buffer {
  const { to, replyTo, subject, text, calendar } = message
  const plain = plainPart('text/plain', { kind: 'text', text })
  const invitation = calendar && {
    ...plainPart('text/calendar', { kind: 'text', text: calendar.text }),
    parameters: [['method', calendar.method]] as const,
  }
  return mail.compose(
    {
      fields: [
        { name: 'From', form: 'asAddresses', value: [{ name: name || null, email }] },
        { name: 'To', form: 'asAddresses', value: [{ name: null, email: to }] },
        ...(replyTo === undefined
          ? []
          : [{ name: 'Reply-To', form: 'asAddresses' as const, value: [{ name: null, email: replyTo }] }]),
        { name: 'Subject', form: 'asText', value: subject },
        { name: 'Message-ID', form: 'asMessageIds', value: [messageId] },
        // RFC 3834: no machine answers it.
        { name: 'Auto-Submitted', form: 'asRaw', value: ' auto-generated' },
      ],
      body: invitation
        ? plainPart('multipart/alternative', { kind: 'parts', parts: [plain, invitation] })
        : plain,
    },
    email.slice(email.lastIndexOf('@') + 1),
  )
}
