import type { Objects } from './isolation-objects.ts'
import type { Json } from './whole-server.ts'

/** What a case names, and what else its calls need to get as far as looking for it. */
export interface Named {
  asked: Objects
  /** The caller's own, in the account that is asked, where they may ask there. */
  here: Objects
  /** The caller's own, in another account. */
  elsewhere: Objects
}

/** The arguments of calls that name the objects. */
type MethodCase = (named: Named) => Json[]

const inAccount =
  (...more: Array<(asked: Objects, here: Objects) => Json>): MethodCase =>
  ({ asked, here }) =>
    more.map((args) => ({ accountId: asked.account, ...args(asked, here) }))

/** The same for what lives in the personal account. */
const inPersonal =
  (...more: Array<(asked: Objects) => Json>): MethodCase =>
  ({ asked }) =>
    more.map((args) => ({ accountId: asked.personal, ...args(asked) }))

const changes = inAccount(({ since }) => ({ sinceState: since }))
const disposition = { actionMode: 'manual-action', sendingMode: 'mdn-sent-manually', type: 'displayed' }
const onSuccessUpdateEmail = { '#r': { 'keywords/$mdnsent': true } }

/** For each method of the server. What changes an object comes after what reads it. */
export const methodCases: Readonly<Record<string, MethodCase>> = {
  'Core/echo': () => [{ hello: true }],
  'PushSubscription/get': ({ asked: { subscription } }) => [{ ids: [subscription] }],
  'PushSubscription/test': ({ asked: { subscription } }) => [{ id: subscription }],
  'PushSubscription/set': ({ asked: { subscription } }) => [
    { update: { [subscription]: { types: ['Email'] } } },
    { destroy: [subscription] },
  ],
  'Blob/copy': ({ asked: { account, blob }, elsewhere: own }) => [
    { fromAccountId: account, accountId: own.account, blobIds: [blob] },
    { fromAccountId: own.account, accountId: account, blobIds: [own.blob] },
  ],
  'Blob/upload': inAccount(({ blob }) => ({ create: { b: { data: [{ blobId: blob }] } } })),
  'Blob/get': inAccount(({ blob }) => ({ ids: [blob, `${blob}p1`] })),
  'Blob/lookup': inAccount(({ blob }) => ({ ids: [blob], typeNames: ['Email', 'Thread', 'Mailbox'] })),
  'VacationResponse/get': inAccount(() => ({ ids: ['singleton'] })),
  'VacationResponse/set': inAccount(() => ({ update: { singleton: { isEnabled: false } } })),
  'Quota/get': inAccount(({ quota }) => ({ ids: [quota] })),
  'Quota/changes': changes,
  'Quota/query': inAccount(() => ({})),
  'Quota/queryChanges': inAccount(({ since }) => ({ sinceQueryState: since })),
  'Mailbox/get': inAccount(({ mailbox }) => ({ ids: [mailbox] })),
  'Mailbox/changes': changes,
  'Mailbox/query': inAccount(({ mailbox }) => ({ filter: { parentId: mailbox } })),
  'Mailbox/queryChanges': inAccount(({ mailbox, since }) => ({
    filter: { parentId: mailbox },
    sinceQueryState: since,
  })),
  'Mailbox/set': inAccount(
    ({ mailbox }) => ({ update: { [mailbox]: { sortOrder: 99 } } }),
    ({ mailbox }) => ({ destroy: [mailbox], onDestroyRemoveEmails: true }),
    ({ mailbox }) => ({ create: { m: { name: 'Within', parentId: mailbox } } }),
  ),
  'Thread/get': inAccount(
    ({ thread }) => ({ ids: [thread] }),
    ({ thread }) => ({ ids: [thread], properties: ['category'] }),
  ),
  'Thread/changes': changes,
  'Email/get': inAccount(({ email }) => ({ ids: [email], properties: ['subject', 'preview'] })),
  'Email/parse': inAccount(({ blob }) => ({ blobIds: [blob], properties: ['subject'] })),
  'Email/changes': changes,
  'Email/query': inAccount(
    ({ mailbox }) => ({ filter: { inMailbox: mailbox } }),
    ({ email }) => ({ anchor: email }),
  ),
  'Email/queryChanges': inAccount(({ mailbox, since }) => ({
    filter: { inMailbox: mailbox },
    sinceQueryState: since,
  })),
  'SearchSnippet/get': inAccount(({ email }) => ({ emailIds: [email], filter: { text: 'nobody' } })),
  'Email/set': inAccount(
    ({ email }) => ({ update: { [email]: { 'keywords/$flagged': true } } }),
    ({ mailbox }) => ({ create: { m: { mailboxIds: { [mailbox]: true } } } }),
    ({ blob }, here) => ({
      create: {
        m: { mailboxIds: { [here.mailbox]: true }, attachments: [{ blobId: blob, type: 'text/plain' }] },
      },
    }),
  ),
  'Email/copy': ({ asked: { account, email, mailbox }, elsewhere: own }) => [
    {
      fromAccountId: account,
      accountId: own.account,
      create: { c: { id: email, mailboxIds: { [own.mailbox]: true } } },
    },
    {
      fromAccountId: own.account,
      accountId: account,
      create: { c: { id: own.email, mailboxIds: { [mailbox]: true } } },
    },
  ],
  'Email/import': inAccount(
    ({ blob }, here) => ({ emails: { i: { blobId: blob, mailboxIds: { [here.mailbox]: true } } } }),
    ({ mailbox }, here) => ({ emails: { i: { blobId: here.blob, mailboxIds: { [mailbox]: true } } } }),
  ),
  'Identity/get': inAccount(({ identity }) => ({ ids: [identity] })),
  'Identity/changes': changes,
  'Identity/set': inAccount(({ identity }) => ({ update: { [identity]: { name: 'Renamed' } } })),
  'EmailSubmission/get': inAccount(({ submission }) => ({ ids: [submission] })),
  'EmailSubmission/changes': changes,
  'EmailSubmission/query': inAccount(({ email }) => ({ filter: { emailIds: [email] } })),
  'EmailSubmission/queryChanges': inAccount(({ email, since }) => ({
    filter: { emailIds: [email] },
    sinceQueryState: since,
  })),
  'EmailSubmission/set': inAccount(
    ({ identity }, { email }) => ({ create: { s: { identityId: identity, emailId: email } } }),
    ({ email }, { identity }) => ({ create: { s: { identityId: identity, emailId: email } } }),
    ({ submission }) => ({ update: { [submission]: { undoStatus: 'canceled' } } }),
    ({ submission }) => ({ destroy: [submission] }),
  ),
  'MDN/send': inAccount(
    ({ identity }, { email }) => ({
      identityId: identity,
      send: { r: { forEmailId: email, disposition } },
      onSuccessUpdateEmail,
    }),
    ({ email }, here) => ({
      identityId: here.identity,
      send: { r: { forEmailId: email, disposition } },
      onSuccessUpdateEmail,
    }),
  ),
  'MDN/parse': inAccount(({ blob }) => ({ blobIds: [blob] })),
  'Preferences/get': inPersonal(() => ({})),
  'Preferences/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'Preferences/set': inPersonal(() => ({ update: { nothing: { theme: 'dark' } } })),
  'AddressBook/get': inPersonal(({ addressBook }) => ({ ids: [addressBook] })),
  'AddressBook/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'AddressBook/set': inPersonal(
    ({ addressBook }) => ({ update: { [addressBook]: { sortOrder: 9 } } }),
    ({ addressBook }) => ({ destroy: [addressBook] }),
  ),
  'ContactCard/get': inPersonal(({ card }) => ({ ids: [card] })),
  'ContactCard/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'ContactCard/query': inPersonal(
    ({ addressBook }) => ({ filter: { inAddressBook: addressBook } }),
    ({ card }) => ({ anchor: card }),
  ),
  'ContactCard/queryChanges': inPersonal(({ addressBook, since }) => ({
    filter: { inAddressBook: addressBook },
    sinceQueryState: since,
  })),
  'ContactCard/set': inPersonal(
    ({ card }) => ({ update: { [card]: { language: 'en' } } }),
    ({ addressBook }) => ({ create: { c: { addressBookIds: { [addressBook]: true } } } }),
  ),
  'ContactCard/copy': ({ asked: { account, personal } }) => [
    { accountId: personal, fromAccountId: account, create: {} },
  ],
  'Calendar/get': inPersonal(({ calendar }) => ({ ids: [calendar] })),
  'Calendar/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'Calendar/set': inPersonal(
    ({ calendar }) => ({ update: { [calendar]: { sortOrder: 9 } } }),
    ({ calendar }) => ({ destroy: [calendar] }),
  ),
  'CalendarEvent/get': inPersonal(
    ({ event }) => ({ ids: [event] }),
    ({ event }) => ({ ids: [`${event}_20261104T090000`] }),
  ),
  'CalendarEvent/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'CalendarEvent/query': inPersonal(
    ({ calendar }) => ({ filter: { inCalendar: calendar } }),
    ({ event }) => ({ anchor: event }),
  ),
  'CalendarEvent/queryChanges': inPersonal(({ calendar, since }) => ({
    filter: { inCalendar: calendar },
    sinceQueryState: since,
  })),
  'CalendarEvent/set': inPersonal(
    ({ event }) => ({ update: { [event]: { title: 'Renamed' } } }),
    ({ event }) => ({ update: { [`${event}_20261104T090000`]: { title: 'Renamed' } } }),
    ({ event }) => ({ destroy: [event] }),
    ({ calendar }) => ({
      create: { e: { calendarIds: { [calendar]: true }, start: '2026-11-04T09:00:00' } },
    }),
  ),
  'Invitation/get': inAccount(({ email }) => ({ ids: [email] })),
  'Invitation/answer': inAccount(({ email }) => ({ id: email, status: 'accepted' })),
  'Invitation/propose': inAccount(({ email }) => ({
    id: email,
    start: '2026-11-04T09:00:00',
    duration: 'PT1H',
  })),
  'Invitation/apply': inAccount(({ email }) => ({ id: email })),
  'Reminder/get': inPersonal(() => ({ ids: ['N1'] })),
  'Reminder/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'Reminder/set': inPersonal(() => ({ update: { N1: { state: 'acknowledged' } } })),
  'CalendarEventNotification/get': inPersonal(({ notification }) => ({ ids: [notification] })),
  'CalendarEventNotification/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'CalendarEventNotification/query': inPersonal(({ notification }) => ({ anchor: notification })),
  'CalendarEventNotification/queryChanges': inPersonal(({ since }) => ({ sinceQueryState: since })),
  'CalendarEventNotification/set': inPersonal(({ notification }) => ({ destroy: [notification] })),
  'CalendarEvent/copy': ({ asked: { personal, event }, elsewhere: { account } }) => [
    { fromAccountId: personal, accountId: account, create: { e: { id: event } } },
  ],
  'CalendarEvent/parse': inAccount(({ blob }) => ({ blobIds: [blob] })),
  'CalendarEvent/split': inPersonal(({ event }) => ({
    id: `${event}_20261104T090000`,
    patch: { title: 'Renamed' },
  })),
  'Calendar/getAvailability': () => [{ utcStart: '2026-11-04T00:00:00Z', utcEnd: '2026-11-05T00:00:00Z' }],
  'ParticipantIdentity/get': inPersonal(() => ({})),
  'ParticipantIdentity/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'ContactCard/duplicates': inPersonal(() => ({})),
  'Person/complete': inPersonal(() => ({ text: 'nobody' })),
  'Person/get': inPersonal(() => ({ addresses: ['nobody@example.test'] })),
  'SavedSearch/get': inPersonal(({ savedSearch }) => ({ ids: [savedSearch] })),
  'SavedSearch/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'SavedSearch/set': inPersonal(
    ({ savedSearch }) => ({ update: { [savedSearch]: { name: 'Renamed' } } }),
    ({ savedSearch }) => ({ destroy: [savedSearch] }),
  ),
  'Template/get': inPersonal(({ template }) => ({ ids: [template] })),
  'Template/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'Template/query': inPersonal(() => ({ filter: { text: 'secret' } })),
  'Template/set': inPersonal(
    ({ template }) => ({ update: { [template]: { name: 'Renamed' } } }),
    ({ template }) => ({ destroy: [template] }),
  ),
  'Email/unsubscribe': inAccount(({ email }) => ({ id: email })),
  'ShareLink/get': inPersonal(({ shareLink }) => ({ ids: [shareLink] })),
  'ShareLink/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'ShareLink/renew': inPersonal(({ shareLink }) => ({ id: shareLink })),
  'ShareLink/set': inPersonal(
    ({ shareLink }) => ({ update: { [shareLink]: { name: 'Renamed' } } }),
    ({ calendar }) => ({ create: { l: { calendarIds: [calendar] } } }),
    ({ shareLink }) => ({ destroy: [shareLink] }),
  ),
  'BookingPage/get': inPersonal(({ bookingPage }) => ({ ids: [bookingPage] })),
  'BookingPage/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'BookingPage/explain': inPersonal(({ bookingPage }) => ({ id: bookingPage, date: '2026-11-04' })),
  'Booking/list': inPersonal(() => ({})),
  'Booking/cancel': inPersonal(({ booking }) => ({ id: booking })),
  'BookingPage/renew': inPersonal(({ bookingPage }) => ({ id: bookingPage })),
  'BookingPage/set': inPersonal(
    ({ bookingPage }) => ({ update: { [bookingPage]: { name: 'Renamed' } } }),
    ({ calendar }) => ({ create: { p: { destinationId: calendar } } }),
    ({ calendar }) => ({ create: { p: { destinationId: calendar, busyCalendarIds: [calendar] } } }),
    ({ bookingPage }) => ({ destroy: [bookingPage] }),
  ),
  'Rule/get': inPersonal(({ rule }) => ({ ids: [rule] })),
  'Rule/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'Rule/preview': inPersonal(({ account }) => ({ condition: { from: 'nobody' }, accountIds: [account] })),
  'Rule/run': inPersonal(({ rule }) => ({ id: rule })),
  'Rule/undoRun': inPersonal(({ ruleRun }) => ({ id: ruleRun })),
  'Rule/set': inPersonal(
    ({ rule }) => ({ update: { [rule]: { name: 'Renamed' } } }),
    ({ rule }) => ({ destroy: [rule] }),
  ),
  'List/query': inAccount(({ mailbox }) => ({ mailboxId: mailbox })),
  'List/categories': inAccount(({ mailbox }) => ({ mailboxId: mailbox })),
  'List/run': inAccount(({ mailbox }) => ({ mailboxId: mailbox, action: { type: 'markUnread' } })),
  'List/runs': () => [{}],
  'List/undoRun': ({ asked: { listRun } }) => [{ id: listRun }],
  'Journal/undo': ({ asked: { journal } }) => [{ ids: [journal] }],
  'RenderedBody/get': inAccount(
    ({ email }) => ({ ids: [email] }),
    ({ blob }) => ({ blobIds: [blob] }),
  ),
  'AttachmentPreview/get': inAccount(({ blob }) => ({ blobIds: [`${blob}p1`] })),
  'TrustedSender/get': inPersonal(({ trustedSender }) => ({ ids: [trustedSender] })),
  'TrustedSender/changes': inPersonal(({ since }) => ({ sinceState: since })),
  'TrustedSender/set': inPersonal(({ trustedSender }) => ({ destroy: [trustedSender] })),
}
