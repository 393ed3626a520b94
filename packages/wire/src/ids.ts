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
export type TemplateId = number & Branded<'template'>
export type AddressBookId = number & Branded<'address-book'>
export type CalendarId = number & Branded<'calendar'>
export type CalendarEventId = number & Branded<'calendar-event'>
export type CalendarEventNotificationId = number & Branded<'calendar-event-notification'>
export type CalendarSourceId = number & Branded<'calendar-source'>
export type ShareLinkId = number & Branded<'share-link'>
export type BookingPageId = number & Branded<'booking-page'>
export type BookingId = number & Branded<'booking'>
export type ContactCardId = number & Branded<'contact-card'>
export type AppPasswordId = number & Branded<'app-password'>
export type TrustedDeviceId = number & Branded<'trusted-device'>
export type PasskeyId = number & Branded<'passkey'>
export type SingleSignOnIdentityId = number & Branded<'single-sign-on-identity'>
export type SingleSignOnSessionId = number & Branded<'single-sign-on-session'>
export type TrustedSenderId = number & Branded<'trusted-sender'>
export type RuleId = number & Branded<'rule'>
export type ReminderId = number & Branded<'reminder'>
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
export const trustedDeviceWireId = codec<TrustedDeviceId>('TD')
export const passkeyWireId = codec<PasskeyId>('PK')
export const singleSignOnIdentityWireId = codec<SingleSignOnIdentityId>('SI')
export const trustedSenderWireId = codec<TrustedSenderId>('E')
export const ruleWireId = codec<RuleId>('R')
export const ruleRunWireId = codec<RuleRunId>('RR')
export const savedSearchWireId = codec<SavedSearchId>('SS')
export const templateWireId = codec<TemplateId>('MT')
export const calendarSourceWireId = codec<CalendarSourceId>('CS')
export const addressBookWireId = codec<AddressBookId>('AB')
export const contactCardWireId = codec<ContactCardId>('V')
export const calendarWireId = codec<CalendarId>('C')
export const shareLinkWireId = codec<ShareLinkId>('SL')
export const bookingPageWireId = codec<BookingPageId>('BP')
export const bookingWireId = codec<BookingId>('BK')
export const reminderWireId = codec<ReminderId>('N')
export const calendarEventWireId = codec<CalendarEventId>('CE')
export const calendarEventNotificationWireId = codec<CalendarEventNotificationId>('CN')

/**
 * One occurrence of a series: `CE5_20261104T090000` is that which the rule has on 4 November at nine, local date and time
 * of the series, wherever it was moved to. Undefined from `decode` for anything else, the id of a whole event too.
 */
export const occurrenceWireId = {
  encode: (id: CalendarEventId, recurrenceId: string): string =>
    `${calendarEventWireId.encode(id)}_${recurrenceId.replaceAll(/[-:]/g, '')}`,
  decode: (text: unknown): { id: CalendarEventId; recurrenceId: string } | undefined => {
    if (typeof text !== 'string') return undefined
    const [, event, ...digits] = /^(CE\d+)_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
    const id = calendarEventWireId.decode(event)
    const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = digits
    const recurrenceId = `${year}-${month}-${day}T${hour}:${minute}:${second}`
    return id === undefined ? undefined : { id, recurrenceId }
  },
}
