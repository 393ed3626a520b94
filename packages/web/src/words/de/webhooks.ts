import type { Catalogues } from '../catalogues.ts'
import { counted } from '../numbers.ts'

export const webhooks: Catalogues['webhooks'] = {
  intro:
    'Anbieter rufen diese Adressen auf, wenn sich etwas geändert hat, damit Post sofort hier ist. Ohne sie sieht plMail alle fünfzehn Minuten nach.',
  google: 'Google: Post',
  topic: 'Pub/Sub-Thema',
  noTopic: 'Ohne Pub/Sub-Thema meldet Google neue Post nicht. Tragen Sie eines unter „Anbieter“ ein.',
  pushAddress: 'Endpunkt des Push-Abonnements',
  noPushAddress:
    'Der Endpunkt steht fest, sobald die öffentliche Adresse dieses Servers und ein Push-Prüfzeichen gesetzt sind.',
  hidden: 'Nur das Prüfzeichen schützt diese Adresse, darum wird sie erst auf Wunsch gezeigt.',
  reveal: 'Mit Prüfzeichen zeigen',
  others: 'Andere Adressen',
  purposes: { mail: 'Post', lifecycle: 'Mitteilungen', calendars: 'Kalender' },
  providers: { provA: 'Google', provB: 'Microsoft' },
  accounts: 'Konten',
  noAccounts: 'Kein Konto bei Google oder Microsoft ist verbunden.',
  conditions: {
    off: 'Sofortige Zustellung ist aus',
    on: 'Sofortige Zustellung ist an',
    silent: 'Post kommt, ohne gemeldet zu werden',
    lapsed: 'Die Anmeldung ist abgelaufen',
  },
  expires: 'Angemeldet bis',
  unregistered: 'nicht angemeldet',
  announced: 'Letzte Mitteilung',
  refused: 'Abgewiesen',
  calendars: 'Kalender',
  noCalendars: 'keine',
  announcedCalendars: {
    push: (calendars: string) => `${calendars} mit Meldungen`,
    polled: (calendars: string) => `${calendars} alle fünfzehn Minuten abgerufen`,
    never: (calendars: string) => `${calendars}, zu denen der Anbieter nie etwas meldet`,
  },
  never: 'nie',
  refusals: 'Abgewiesen',
  noRefusals: 'In den letzten 30 Tagen wurde keine Mitteilung abgewiesen.',
  times: (times: number, source: string) => `${counted(times, 'Mal', 'Mal')} von ${source}`,
  last: (at: string) => `zuletzt ${at}`,
  lasting: (first: string, last: string) => `von ${first} bis ${last}`,
}
