import type { Catalogues } from '../catalogues.ts'

export const providers: Catalogues['providers'] = {
  intro:
    'Bei Google und Microsoft kann sich nur anmelden, wer über einen dort eingetragenen Server kommt. Tragen Sie diesen einmal ein, für alle, die ihn benutzen.',
  publicAddress:
    'Die öffentliche Adresse dieses Servers ist nicht gesetzt (APP_PUBLIC_URL). Bis dahin gibt es bei einem Anbieter nichts einzutragen.',
  ready: 'Bereit',
  notReady: 'Nicht eingerichtet',
  accounts: (count: number) => (count === 1 ? '1 Konto' : `${count} Konten`),
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
  cloud: 'Cloud',
  cloudHint: 'Wo der Mandant der Organisation liegt. Die meisten liegen in der globalen Cloud.',
  clouds: {
    global: 'Global',
    'us-government': 'US-Regierung (GCC High)',
    'us-dod': 'US-Verteidigungsministerium (DoD)',
    china: 'China (21Vianet)',
  },
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
  coach: {
    title: (name: string) => `Bei ${name} einrichten`,
    intro:
      'Gehen Sie diese Schritte der Reihe nach durch und prüfen Sie dann. Ein Schritt wird erst grün, wenn eine echte Antwort ihn bewiesen hat; verbinden Sie ein Postfach, sobald der Client funktioniert, denn die meisten Antworten brauchen eines.',
    open: (name: string) => `Bei ${name} öffnen`,
    check: 'Jetzt prüfen',
    checking: 'Wird geprüft',
    unchecked: 'Noch nicht geprüft',
    outcomes: { works: 'Funktioniert', wrong: 'Falsch', unknown: 'Nicht bekannt' },
    steps: {
      client: 'Client-ID und Schlüssel',
      'redirect-uri': 'Weiterleitungs-URI',
      cloud: 'Cloud',
      consent: 'Veröffentlichungsstatus',
      permissions: 'Berechtigungen',
      'mail-api': 'Mail-API',
      'calendar-api': 'Kalender-API',
      topic: 'Pub/Sub-Thema',
      publisher: 'Rolle des Publishers',
      'push-address': 'Push-Adresse',
      'calendar-channels': 'Mitteilungen zu Kalendern',
    },
    copies: {
      redirect: 'Weiterleitungs-URI',
      scopes: 'Berechtigungen',
      publisher: 'Publisher am Thema',
      mail: 'Push-Adresse für Post',
      lifecycle: 'Push-Adresse für Mitteilungen',
      calendars: 'Push-Adresse für Kalender',
      domain: 'Zu bestätigende Domain',
    },
    copyHints: {
      redirect:
        'Zeichen für Zeichen, als Webanwendung. Sind Konten verbunden, kann sie sich nicht mehr ändern, ohne alle neu zu verbinden.',
    },
    stages: {
      'google-project': {
        title: 'Projekt und APIs',
        text: 'Legen Sie ein Projekt an. Aktivieren Sie darin die Gmail API, die Google Calendar API und, für die sofortige Zustellung, die Cloud Pub/Sub API.',
      },
      'google-consent': {
        title: 'Zustimmungsbildschirm',
        text: 'Beschreiben Sie die App, fügen Sie unter „Datenzugriff“ diese Berechtigungen hinzu und veröffentlichen Sie die App unter „Zielgruppe“. Im Test endet jede Anmeldung nach sieben Tagen.',
      },
      'google-client': {
        title: 'OAuth-Client',
        text: 'Legen Sie einen Client vom Typ „Webanwendung“ an und fügen Sie diese Weiterleitungs-URI hinzu. Tragen Sie dann unten Client-ID und Schlüssel ein.',
      },
      'google-push': {
        title: 'Sofortige Zustellung (optional)',
        text: 'Legen Sie ein Thema an und geben Sie diesem Hauptkonto dort die Rolle „Pub/Sub-Publisher“. Tragen Sie unten Thema und Prüfzeichen ein. Legen Sie dann ein Push-Abo des Themas mit der Push-Adresse als Endpunkt an und schalten Sie die sofortige Zustellung für ein Konto ein.',
      },
      'google-domain': {
        title: 'Domain für Mitteilungen zu Kalendern (optional)',
        text: 'Bestätigen Sie die Domain in der Search Console mit einem Inhaber des Google-Cloud-Projekts. Ohne sie werden Kalender alle fünfzehn Minuten gelesen.',
      },
      'microsoft-app': {
        title: 'Anwendung',
        text: 'Registrieren Sie eine Anwendung. Fügen Sie unter „Authentifizierung“ die Plattform „Web“ mit dieser Weiterleitungs-URI hinzu; legen Sie unter „Zertifikate & Geheimnisse“ einen Schlüssel an und kopieren Sie seinen Wert, nicht seine ID. Tragen Sie beides unten ein.',
      },
      'microsoft-permissions': {
        title: 'Berechtigungen',
        text: 'Fügen Sie unter „API-Berechtigungen“ diese delegierten Berechtigungen von Microsoft Graph hinzu. In manchen Organisationen muss dort ein Administrator zustimmen.',
      },
      'microsoft-push': {
        title: 'Sofortige Zustellung',
        text: 'Hier ist nichts einzutragen: plMail nennt Microsoft diese Adressen selbst. Sie müssen über HTTPS erreichbar sein. Schalten Sie die sofortige Zustellung für ein Konto ein.',
      },
    },
  },
}
