import type { InjectOptions } from 'fastify'
import { pageStylePath } from '../../../server/src/http/pages/page-style.ts'
import { publicStylePath } from '../../../server/src/http/pages/public/style.ts'
import type { Objects } from './isolation-objects.ts'
import { commonPassword } from './whole-server.ts'

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
  'GET /api/admin/egress',
  'POST /api/admin/egress',
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
  'GET /api/egress',
  // They look in their own user's accounts and nowhere else: `questions.test.ts` of the assistant asks with two.
  'POST /mail/ask',
  'POST /mail/digest',
  'POST /api/single-sign-on/link',
  'GET /api/single-sign-on/proof',
  'POST /api/single-sign-on/proof',
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
