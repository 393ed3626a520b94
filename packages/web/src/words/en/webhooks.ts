import { counted } from '../numbers.ts'

/** Texts about webhooks, for administrators. */
export const webhooks = {
  intro:
    'Providers call these addresses when something has changed, so that mail is here at once. Without them plMail looks every fifteen minutes.',
  google: 'Google: mail',
  topic: 'Pub/Sub topic',
  noTopic: 'Without a Pub/Sub topic Google does not announce new mail. Enter one under Providers.',
  pushAddress: 'Endpoint of the push subscription',
  noPushAddress: 'The endpoint is known once the public address of this server and a push token are set.',
  hidden: 'Only the token protects this address, so it is shown when you ask for it.',
  reveal: 'Show with token',
  others: 'Other addresses',
  purposes: { mail: 'mail', lifecycle: 'notices', calendars: 'calendars' },
  providers: { provA: 'Google', provB: 'Microsoft' },
  accounts: 'Accounts',
  noAccounts: 'No account of Google or Microsoft is connected.',
  conditions: {
    off: 'Instant delivery is off',
    on: 'Instant delivery is on',
    silent: 'Mail comes unannounced',
    lapsed: 'The registration has ended',
  },
  expires: 'Registered until',
  unregistered: 'not registered',
  announced: 'Last notification',
  refused: 'Turned away',
  calendars: 'Calendars',
  noCalendars: 'none',
  announcedCalendars: {
    push: (calendars: string) => `${calendars} announced`,
    polled: (calendars: string) => `${calendars} looked at every fifteen minutes`,
    never: (calendars: string) => `${calendars} that the provider never announces`,
  },
  never: 'never',
  refusals: 'Turned away',
  noRefusals: 'No notification was turned away in the last 30 days.',
  times: (times: number, source: string) => `${counted(times, 'time', 'times')} from ${source}`,
  last: (at: string) => `last ${at}`,
  lasting: (first: string, last: string) => `from ${first} to ${last}`,
}
