import type { Catalogues } from '../catalogues.ts'

export const providers: Catalogues['providers'] = {
  intro:
    'Bei Google und Microsoft kann sich nur anmelden, wer über einen dort eingetragenen Server kommt. Tragen Sie diesen einmal ein, für alle, die ihn benutzen.',
  publicAddress:
    'Die öffentliche Adresse dieses Servers ist nicht gesetzt (APP_PUBLIC_URL). Bis dahin gibt es bei einem Anbieter nichts einzutragen.',
  ready: 'Bereit',
  notReady: 'Nicht eingerichtet',
  accounts: (count: number) => (count === 1 ? '1 Konto' : `${count} Konten`),
  enterThere: (name: string) => `Bei ${name} eintragen`,
  redirectUri: 'Weiterleitungs-URI',
  redirectHint:
    'Zeichen für Zeichen, als Webanwendung. Sind Konten verbunden, kann sie sich nicht mehr ändern, ohne alle neu zu verbinden.',
  push: {
    mail: 'Push-Adresse für Post',
    lifecycle: 'Push-Adresse für Mitteilungen',
    calendars: 'Push-Adresse für Kalender',
  },
  copy: 'Kopieren',
  copyLabel: (what: string) => `Kopieren: ${what}`,
  copied: 'Kopiert.',
  notCopied: 'Der Browser wollte es nicht kopieren. Markieren und kopieren Sie es selbst.',
  enterHere: (name: string) => `Von ${name} übernehmen`,
  clientId: { provA: 'Client-ID', provB: 'Anwendungs-ID (Client)' },
  clientSecret: { provA: 'Clientschlüssel', provB: 'Geheimer Clientschlüssel: sein Wert' },
  secretSet: 'Ein Schlüssel ist gespeichert und wird nicht gezeigt. Leer gelassen bleibt er.',
  secretFromEnvironment: 'Ein Schlüssel kommt aus der Umgebung. Was Sie hier eintragen, gilt stattdessen.',
  secretHint: {
    provA: 'Beginnt mit GOCSPX-.',
    provB: 'Die Spalte „Wert“, nicht die ID des Schlüssels. Er ist nur gleich nach dem Anlegen zu sehen.',
  },
  secretExpiresOn: 'Letzter Tag des Clientschlüssels (optional)',
  secretExpiresHint: 'Die Spalte Läuft ab. Verwalter werden dreißig Tage vorher erinnert.',
  tenant: 'Mandant',
  tenantHint:
    'common (Arbeit und privat), organizations, consumers oder die Mandanten-ID einer Organisation. Er muss zu den Kontotypen der Registrierung passen.',
  topic: 'Pub/Sub-Thema (optional)',
  topicHint: 'projects/<project_id>/topics/<name>. Ohne Thema wird Post alle fünfzehn Minuten abgerufen.',
  pushToken: 'Push-Prüfzeichen (optional)',
  pushTokenHint: 'Steht in der Push-Adresse und beweist, dass eine Mitteilung aus Ihrem Thema kommt.',
  pushServiceAccount: 'Dienstkonto des Push-Abos (optional)',
  pushServiceAccountHint:
    'Wenn beim Push-Abo die Authentifizierung aktiviert ist: das Konto, mit dem es signiert. Unsignierte Benachrichtigungen werden dann abgelehnt.',
  pushAudience: 'Zielgruppe (Audience) des Push-Abos (optional)',
  pushAudienceHint: 'Nur wenn dort eine eingetragen ist. Sonst ist es die Push-Adresse.',
  makeToken: 'Prüfzeichen erzeugen',
  fromEnvironment: 'Aus der Umgebung. Was Sie hier eintragen, gilt stattdessen.',
  save: 'Speichern',
  saved: (name: string) => `Die Einstellungen für ${name} sind gespeichert`,
  remove: 'Gespeichertes entfernen',
  confirmRemove: (name: string) => `Die Einstellungen für ${name} entfernen?`,
  removeText:
    'Was hier gespeichert ist, wird vergessen. Verbundene Konten stehen still, wenn die Umgebung keine Registrierung hat.',
  removed: (name: string) => `Die Einstellungen für ${name} sind entfernt`,
  check: 'Jetzt prüfen',
  checking: 'Wird geprüft',
  outcomes: { works: 'Funktioniert', wrong: 'Falsch', unknown: 'Nicht bekannt' },
  steps: {
    client: 'Client-ID und Schlüssel',
    'redirect-uri': 'Weiterleitungs-URI',
    topic: 'Pub/Sub-Thema',
    'push-address': 'Push-Adresse',
  },
}
