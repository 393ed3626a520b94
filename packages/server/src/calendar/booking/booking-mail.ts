import type { AccountId, UserId } from '@plmail/wire'

/** One message, for whoever can send it. */
export interface BookingMail {
  to: string
  replyTo: string | undefined
  subject: string
  text: string
  /** A message about a meeting (RFC 6047); undefined where there is none to be put into a calendar. */
  calendar: { method: 'REQUEST' | 'CANCEL'; text: string } | undefined
}

/** How messages leave: through an account of the owner. */
export interface BookingMailer {
  /** As whom this user sends, by the account when it can; undefined when they have no mail account. */
  getSender(
    userId: UserId,
    preferred: AccountId,
  ): Promise<{ accountId: AccountId; name: string; email: string } | undefined>
  /** `id` is the same for the same message: one that was handed over already is not sent again. */
  send(userId: UserId, accountId: AccountId, id: string, message: BookingMail): Promise<void>
}
