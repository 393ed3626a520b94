import type { InjectOptions } from 'fastify'
import { pageStylePath } from '../../../server/src/http/pages/page-style.ts'
import { publicStylePath } from '../../../server/src/http/pages/public/style.ts'
import type { Objects } from './isolation-objects.ts'
import { commonPassword, type Json } from './whole-server.ts'

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

type RouteCase = (asked: Objects) => Omit<InjectOptions, 'method'>

/** For each route that names something of somebody's, in its path, its query or its body. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/calendars/ics': ({ personal, calendar }) => ({
    url: `/api/calendars/ics?account=${personal}&calendar=${calendar}`,
  }),
  'POST /api/calendars/ics': ({ personal, calendar }) => ({
    url: `/api/calendars/ics?account=${personal}&calendar=${calendar}`,
    headers: { 'content-type': 'text/calendar' },
    payload: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
  }),
  'GET /api/contacts/vcards': ({ addressBook }) => ({ url: `/api/contacts/vcards?book=${addressBook}` }),
  'POST /api/contacts/vcards': ({ addressBook }) => ({
    url: `/api/contacts/vcards?book=${addressBook}`,
    headers: { 'content-type': 'text/vcard' },
    payload: '',
  }),
  'GET /jmap/download/:accountId/:blobId/:name': ({ account, blob }) => ({
    url: `/jmap/download/${account}/${blob}/mail.eml`,
  }),
  'GET /mail/print/:accountId/:emailId': ({ account, email }) => ({ url: `/mail/print/${account}/${email}` }),
  'GET /mail/original/:accountId/:emailId': ({ account, email }) => ({
    url: `/mail/original/${account}/${email}`,
  }),
  'GET /mail/attachments/:accountId/:emailId': ({ account, email }) => ({
    url: `/mail/attachments/${account}/${email}`,
  }),
  'GET /mail/thread/:id/summary': ({ thread }) => ({ url: `/mail/thread/${thread}/summary` }),
  'POST /mail/thread/:id/summary': ({ thread }) => ({ url: `/mail/thread/${thread}/summary`, payload: {} }),
  'POST /mail/thread/:id/summary/stop': ({ thread }) => ({ url: `/mail/thread/${thread}/summary/stop` }),
  'POST /mail/compose-assist': ({ email }) => ({
    url: '/mail/compose-assist',
    payload: { task: 'reply', draft: '', subject: '', inReplyTo: email },
  }),
  'POST /api/assistant': ({ account }) => ({ url: '/api/assistant', payload: { accountIds: [account] } }),
  'POST /jmap/upload/:accountId': ({ account }) => ({ url: `/jmap/upload/${account}`, payload: 'bytes' }),
  'GET /.well-known/hub': ({ user }) => ({ url: `/.well-known/hub?topic=/users/${user}` }),
  'POST /api/app-passwords': ({ account }) => ({
    url: '/api/app-passwords',
    payload: { name: 'theirs', accountId: account, password: commonPassword },
  }),
  'DELETE /api/browsers/:id': ({ browser }) => ({ url: `/api/browsers/${browser}` }),
  'POST /api/single-sign-on/:id/unlink': ({ signOnIdentity }) => ({
    url: `/api/single-sign-on/${signOnIdentity}/unlink`,
    payload: { password: 'not theirs' },
  }),
  'DELETE /api/trusted-devices/:id': ({ trustedDevice }) => ({
    url: `/api/trusted-devices/${trustedDevice}`,
  }),
  'GET /api/pairings/:id': ({ pairing }) => ({ url: `/api/pairings/${pairing}` }),
  'DELETE /api/pairings/:id': ({ pairing }) => ({ url: `/api/pairings/${pairing}` }),
  'POST /api/passkeys/:id': ({ passkey }) => ({
    url: `/api/passkeys/${passkey}`,
    payload: { name: 'Mine' },
  }),
  'POST /api/passkeys/:id/removal': ({ passkey }) => ({
    url: `/api/passkeys/${passkey}/removal`,
    payload: { password: 'x' },
  }),
  'DELETE /api/app-passwords/:id': ({ appPassword }) => ({ url: `/api/app-passwords/${appPassword}` }),
  'POST /api/accounts/:id/unfetched': ({ account }) => ({ url: `/api/accounts/${account}/unfetched` }),
  'POST /api/accounts/:id/sync': ({ account }) => ({ url: `/api/accounts/${account}/sync` }),
  'GET /api/accounts/:id/refused': ({ account }) => ({ url: `/api/accounts/${account}/refused` }),
  'DELETE /api/accounts/:id/refused/:operation': ({ account }) => ({
    url: `/api/accounts/${account}/refused/1`,
  }),
  'POST /api/accounts/:id/password': ({ account }) => ({
    url: `/api/accounts/${account}/password`,
    payload: { password: 'x' },
  }),
  'POST /api/accounts/:id/instant': ({ account }) => ({
    url: `/api/accounts/${account}/instant`,
    payload: { isOn: false },
  }),
  'POST /api/calendar-sources/:id': ({ calendarSource }) => ({
    url: `/api/calendar-sources/${calendarSource}`,
    payload: { name: 'Mine' },
  }),
  'POST /api/calendar-sources/:id/sync': ({ calendarSource }) => ({
    url: `/api/calendar-sources/${calendarSource}/sync`,
  }),
  'DELETE /api/calendar-sources/:id': ({ calendarSource }) => ({
    url: `/api/calendar-sources/${calendarSource}`,
  }),
  'POST /api/event-conflicts/:id': ({ conflict }) => ({
    url: `/api/event-conflicts/${conflict}`,
    payload: { keep: 'theirs' },
  }),
  'GET /oauth/:provider/connect': ({ account }) => ({ url: `/oauth/provA/connect?account=${account}` }),
  'DELETE /api/accounts/:id': ({ account }) => ({ url: `/api/accounts/${account}` }),
}

/** Where nobody but administrators gets anything. */
export const routesForAdministrators = [
  'GET /api/admin/jobs',
  'POST /api/admin/jobs/:id/retry',
  'POST /api/admin/jobs/:id/discard',
  'GET /api/admin/providers',
  'POST /api/admin/providers/:provider',
  'POST /api/admin/providers/:provider/check',
  'GET /api/admin/assistant',
  'POST /api/admin/assistant',
  'POST /api/admin/assistant/test',
  'GET /api/admin/single-sign-on',
  'POST /api/admin/single-sign-on',
  'POST /api/admin/single-sign-on/check',
  'GET /api/admin/webhooks',
  'POST /api/admin/webhooks/address',
  'GET /api/admin/people',
  'POST /api/admin/people/:id/disable',
  'POST /api/admin/people/:id/enable',
  'POST /api/admin/people/:id/administrator',
  'GET /api/admin/audit',
  'GET /api/admin/audit/export',
  'GET /api/admin/second-factor-policy',
  'POST /api/admin/second-factor-policy',
  'POST /api/admin/people',
  'POST /api/admin/people/:id/password-link',
  'GET /api/admin/people/:id/belongings',
  'POST /api/admin/people/:id/delete',
  'GET /api/admin/invitations',
  'POST /api/admin/invitations',
  'DELETE /api/admin/invitations/:id',
]

/** Pages and files for everybody, and what answers for whoever asks without being told for whom. */
export const routesThatNameNothing: readonly string[] = [
  'GET /',
  'GET /sw.js',
  `GET ${pageStylePath}`,
  'GET /healthz',
  'GET /mail/image-proxy',
  'GET /install',
  'POST /install',
  'GET /login',
  'POST /login',
  'POST /logout',
  'GET /2fa',
  'POST /2fa',
  'GET /2fa/set-up',
  'POST /2fa/set-up',
  'POST /api/pairings',
  'GET /api/sign-ins',
  'POST /device/pair',
  'GET /api/second-factor',
  'GET /oauth/sso/connect',
  'GET /oauth/sso/callback',
  // The provider calls it, proves itself, and learns nothing.
  'POST /oauth/sso/backchannel-logout',
  'GET /api/single-sign-on',
  'GET /api/assistant',
  'POST /api/single-sign-on/link',
  'POST /api/second-factor/enrolment',
  'POST /api/second-factor/confirmation',
  'POST /api/second-factor/recovery-codes',
  'POST /api/second-factor/off',
  'GET /api/trusted-devices',
  'GET /api/passkeys',
  'POST /api/passkeys/registration',
  // A challenge is good for whom it was made for, whoever answers it.
  'POST /api/passkeys/registration/answer',
  'POST /api/passkeys/assertion',
  'POST /api/passkeys/assertion/answer',
  'GET /api/session',
  'POST /api/session/token',
  'POST /api/session/hub',
  // A mark names its user by itself, and is judged by its signature.
  'POST /api/session/standing',
  'POST /api/session/conventions',
  'POST /api/session/sign-out-everywhere',
  'POST /api/session/name',
  'POST /api/session/email',
  'POST /api/session/password',
  'GET /api/browsers',
  'GET /api/accounts',
  'POST /api/accounts',
  'POST /api/accounts/discover',
  'GET /api/app-passwords',
  'GET /api/event-conflicts',
  'GET /api/calendar-sources',
  'POST /api/calendar-sources/caldav',
  'POST /api/calendar-sources/feeds',
  'GET /.well-known/jmap',
  'GET /jmap/session',
  'GET /jmap/api',
  'GET /jmap/eventsource',
  'GET /jmap/ws',
  // Providers call these; each proves itself, and learns nothing.
  'POST /provA/push',
  'POST /webhook/provA/calendar',
  'POST /webhook/provB/notify',
  'POST /webhook/provB/lifecycle',
  'POST /webhook/provB/calendar',
  // Its state is good in one browser session only, whoever asks.
  'GET /oauth/:provider/callback',
  // The token in the address is the only proof, and nobody is signed in there.
  'GET /invite/*',
  'POST /invite/*',
  'GET /password/*',
  'POST /password/*',
  'GET /share/*',
  'GET /book/*',
  'POST /book/*',
  `GET ${publicStylePath}`,
  // Walked above, method by method.
  'POST /jmap/api',
]
