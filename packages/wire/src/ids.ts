/** Database ids, branded so that one kind cannot stand for another. All are positive safe integers. */
declare const kind: unique symbol
interface Branded<Kind extends string> {
  readonly [kind]: Kind
}
export type UserId = number & Branded<'user'>
export type AccountId = number & Branded<'account'>
export type MailboxId = number & Branded<'mailbox'>
export type LabelId = number & Branded<'label'>
export type ThreadId = number & Branded<'thread'>
export type MessageId = number & Branded<'message'>
export type JournalId = number & Branded<'journal'>
export type IdentityId = number & Branded<'identity'>
export type SubmissionId = number & Branded<'submission'>
export type PushSubscriptionId = number & Branded<'push-subscription'>
export type QuotaId = number & Branded<'quota'>
export type SavedSearchId = number & Branded<'saved-search'>
export type AddressBookId = number & Branded<'address-book'>
export type CalendarId = number & Branded<'calendar'>
export type CalendarEventId = number & Branded<'calendar-event'>
export type ContactCardId = number & Branded<'contact-card'>
export type AppPasswordId = number & Branded<'app-password'>
export type TrustedSenderId = number & Branded<'trusted-sender'>
export type RuleId = number & Branded<'rule'>
export type RuleRunId = number & Branded<'rule-run'>

/**
 * Ids as they cross the network (RFC 8620 §1.2): a letter that tells the type, then decimal digits.
 * The letter keeps them from looking like numbers and from being mixed up between types.
 */
export interface WireId<N extends number> {
  encode(id: N): string
  /** The id, or undefined for anything this codec cannot have written. */
  decode(text: unknown): N | undefined
}

function codec<N extends number>(letter: string): WireId<N> {
  const shape = new RegExp(`^${letter}[1-9][0-9]{0,15}$`)
  return {
    encode: (id) => letter + String(id),
    decode: (text) => {
      if (typeof text !== 'string' || !shape.test(text)) return undefined
      const id = Number(text.slice(letter.length))
      return Number.isSafeInteger(id) ? (id as N) : undefined
    },
  }
}

export const accountWireId = codec<AccountId>('A')
export const mailboxWireId = codec<MailboxId>('L')
export const threadWireId = codec<ThreadId>('T')
export const emailWireId = codec<MessageId>('M')
export const userWireId = codec<UserId>('U')
export const labelWireId = codec<LabelId>('G')
export const journalWireId = codec<JournalId>('J')
export const identityWireId = codec<IdentityId>('I')
export const submissionWireId = codec<SubmissionId>('S')
export const pushSubscriptionWireId = codec<PushSubscriptionId>('P')
export const quotaWireId = codec<QuotaId>('Q')
export const appPasswordWireId = codec<AppPasswordId>('K')
export const trustedSenderWireId = codec<TrustedSenderId>('E')
export const ruleWireId = codec<RuleId>('R')
export const ruleRunWireId = codec<RuleRunId>('RR')
export const savedSearchWireId = codec<SavedSearchId>('SS')
export const addressBookWireId = codec<AddressBookId>('AB')
export const contactCardWireId = codec<ContactCardId>('V')
