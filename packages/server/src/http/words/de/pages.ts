import type { ServerCatalogues } from '../catalogues.ts'

export const pages: ServerCatalogues['pages'] = {
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  signIn: {
    title: 'Anmelden',
    remember: 'Auf diesem Gerät 60 Tage angemeldet bleiben',
    noMailHere: 'Keine Post auf diesem Gerät aufbewahren',
    wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
    tooMany: (minutes: number) =>
      `Zu viele fehlgeschlagene Versuche. Bitte versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} wieder.`,
  },
  install: {
    title: 'Einrichten',
    welcome: 'Willkommen bei plMail',
    lead: 'Legen Sie das Administratorkonto an.',
    problems: 'Unten stimmt etwas noch nicht. Bitte geben Sie auch das Passwort noch einmal ein.',
    here: 'Diese Installation',
    address: 'Adresse im Browser',
    addressHint:
      'Unter welcher Adresse plMail zu erreichen ist, etwa https://mail.example.org. Sie lässt sich später ändern.',
    language: 'Sprache',
    formats: 'Datums- und Zahlenformate',
    timeZoneOfBrowser: 'Wie in diesem Browser',
    timeZone: 'Zeitzone',
    create: 'Konto anlegen und weiter',
    name: 'Ihr Name',
    emailHint: 'Mit ihr melden Sie sich an. Postfächer verbinden Sie im nächsten Schritt.',
    passwordHint: 'Mindestens 12 Zeichen; gut ist ein kurzer Satz.',
    setupCode: 'Einrichtungscode',
    setupCodeHint:
      'Steht im Protokoll des Servers seit dessen Start: Er beweist, dass dieser Server Ihrer ist.',
    wrongCode: 'Das ist nicht der Code im Protokoll dieses Servers.',
  },
  notConnected: {
    title: (provider: string) => `Nicht mit ${provider} verbunden`,
    again: 'Noch einmal versuchen',
    back: 'Zurück zu Ihren Konten',
  },
  problem: {
    toMail: 'Zu Ihrer Post',
    tryAgain: 'Bitte versuchen Sie es gleich noch einmal.',
    notFound: 'Unter dieser Adresse gibt es nichts.',
    reference: (status: number) => `Status ${status} · Kennung`,
  },
  demo: { label: 'Demo', text: 'Demo mit erfundener Post. Nichts verlässt diesen Rechner.' },
}
