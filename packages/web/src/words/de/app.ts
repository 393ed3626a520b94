import type { MailboxRole, SenderWarning } from '@plmail/wire'
import type { Catalogues } from '../catalogues.ts'
import { count, counted } from '../numbers.ts'

const roleName: Partial<Record<MailboxRole, string>> = {
  inbox: 'Posteingang',
  archive: 'Archiv',
  drafts: 'Entwürfe',
  sent: 'Gesendet',
  trash: 'Papierkorb',
  junk: 'Spam',
  flagged: 'Markiert',
  snoozed: 'Zurückgestellt',
  important: 'Wichtig',
  all: 'Alle Nachrichten',
}

export const app: Catalogues['app'] = {
  product: 'plMail',
  roleName,
  pages: {
    accounts: 'Konten',
    'add-account': 'Konto hinzufügen',
    security: 'Sicherheit',
    'app-passwords': 'App-Passwörter',
    rules: 'Regeln',
    blocked: 'Blockierte Absender',
    display: 'Anzeige',
    language: 'Sprache und Zeit',
    keyboard: 'Tastatur',
    reading: 'Lesen',
    device: 'Dieses Gerät',
    jobs: 'Aufgaben',
    providers: 'Anbieter',
    webhooks: 'Webhooks',
  },
  skipToMain: 'Zur Post springen',
  inbox: 'Posteingang',
  folders: 'Ordner',
  settings: 'Einstellungen',
  accounts: 'Konten',
  close: 'Schließen',
  cancel: 'Abbrechen',
  back: 'Zurück',
  more: 'Weitere Aktionen',
  noSubject: '(kein Betreff)',
  demo: {
    label: 'Vorführung',
    text: 'Eine Vorführung mit erfundener Post. Nichts verlässt diesen Rechner.',
  },
  noSender: '(kein Absender)',
  me: { alone: 'Ich', among: 'ich' },
  retry: 'Noch einmal versuchen',
  waitingForServer: 'Warten auf den Server',

  done: {
    archive: (n: number) => (n === 1 ? 'Archiviert' : `${count(n)} archiviert`),
    trash: (n: number) => (n === 1 ? 'In den Papierkorb gelegt' : `${count(n)} in den Papierkorb gelegt`),
    destroy: (n: number) => (n === 1 ? 'Endgültig gelöscht' : `${count(n)} endgültig gelöscht`),
    move: (n: number, folder: string) =>
      n === 1 ? `Nach ${folder} verschoben` : `${count(n)} nach ${folder} verschoben`,
    read: (n: number) => (n === 1 ? 'Als gelesen markiert' : `${count(n)} als gelesen markiert`),
    unread: (n: number) => (n === 1 ? 'Als ungelesen markiert' : `${count(n)} als ungelesen markiert`),
  },
  undo: 'Rückgängig',
  undone: 'Zurückgenommen',
  nothingToUndo: 'Nichts, was sich zurücknehmen ließe',
  notUndone: (why: string | undefined) => why ?? 'Das lässt sich nicht mehr zurücknehmen.',
  refused: (verb: string, why: string | null | undefined) =>
    `${refusedVerb[verb] ?? 'Das'} ging nicht${why ? `: ${why}` : '. Es ist wieder wie vorher.'}`,
  noMailbox: (role: MailboxRole) =>
    `In diesem Konto gibt es keinen Ordner „${roleName[role] ?? role}“, und er ließ sich nicht anlegen.`,

  list: {
    label: 'Unterhaltungen',
    total: (n: number) => counted(n, 'Unterhaltung', 'Unterhaltungen'),
    selected: (n: number) => `${count(n)} ausgewählt`,
    clearSelection: 'Auswahl aufheben',
    unreachable: 'Ihre Post ist im Moment nicht erreichbar.',
    arrived: (n: number) => counted(n, 'neue Nachricht', 'neue Nachrichten'),
    rowState: (isUnread: boolean, isStarred: boolean) =>
      [isUnread ? 'Ungelesen' : '', isStarred ? 'mit Stern' : ''].filter((part) => part !== '').join(', '),
    star: 'Mit Stern markieren',
    unstar: 'Stern entfernen',
    select: 'Auswählen',
    attachment: 'Mit Anhängen',
  },
  empty: {
    inbox: 'Ihr Posteingang ist leer.',
    folder: 'Dieser Ordner ist leer.',
    gone: 'Diesen Ordner gibt es nicht mehr.',
    importing: 'Ihre Post ist unterwegs.',
    lastSync: (at: string) => `Zuletzt nachgesehen: ${at}.`,
    neverSynced: 'Zum ersten Mal wird gerade nachgesehen.',
    syncNow: 'Jetzt nachsehen',
    addAccount: 'Konto hinzufügen',
    pane: 'Keine Unterhaltung geöffnet',
    paneHint: 'Wählen Sie eine aus der Liste oder nehmen Sie die Tastatur.',
    keys: { move: 'Nächste, vorherige', open: 'Öffnen', archive: 'Archivieren', all: 'Alle Tastenkürzel' },
  },
  thread: {
    label: 'Unterhaltung',
    gone: 'Diese Unterhaltung gibt es nicht mehr.',
    messages: (n: number) => counted(n, 'Nachricht', 'Nachrichten'),
    expandAll: 'Alle aufklappen',
    to: 'an',
    cc: 'Kopie',
    bcc: 'Blindkopie',
    nobody: 'niemanden',
    frame: (who: string, when: string) => `Nachricht von ${who}, ${when}`,
    showImages: (n: number) => `${counted(n, 'Bild', 'Bilder')} anzeigen`,
    imagesBlocked: 'Bilder aus dem Internet werden nicht geladen.',
    notLoaded: 'Diese Unterhaltung lässt sich im Moment nicht anzeigen.',
    notRendered: 'Diese Nachricht lässt sich im Moment nicht anzeigen.',
    attachments: (n: number) => counted(n, 'Anhang', 'Anhänge'),
    download: 'Herunterladen',
    downloadFailed: (name: string) => `${name} ließ sich nicht herunterladen.`,
    unnamed: 'Datei ohne Namen',
    details: 'Einzelheiten',
    warning: ({ kind, claimed, actual }: SenderWarning) =>
      kind === 'domainInName'
        ? `Im Namen steht ${claimed}, gekommen ist das aber von ${actual}.`
        : `Im Namen steht „${claimed}“, gekommen ist das aber von ${actual}, was damit nichts zu tun haben muss.`,
  },
  live: {
    offline: 'Offline: Der Server ist nicht erreichbar',
    waiting: (n: number) => (n === 0 ? '' : ` · ${counted(n, 'Änderung wartet', 'Änderungen warten')}`),
    importing: (done: number, total: number) => `${count(done)} von ${count(total)}`,
    importingLabel: (name: string) => `${name} wird eingelesen`,
  },
  confirmDestroy: {
    title: (n: number) =>
      n === 1 ? 'Diese Unterhaltung endgültig löschen?' : `${count(n)} Unterhaltungen endgültig löschen?`,
    text: 'Auch bei Ihrem Anbieter wird gelöscht. Das lässt sich nicht zurücknehmen.',
    yes: 'Endgültig löschen',
  },
  move: {
    title: 'Verschieben nach',
    filter: 'Name des Ordners',
    none: 'Kein Ordner dieses Namens.',
  },
  shortcuts: {
    title: 'Tastenkürzel',
    off: 'Kürzel aus einer einzelnen Taste sind in den Einstellungen ausgeschaltet.',
    groups: {
      go: 'Gehen zu',
      move: 'Sich bewegen',
      act: 'Mit Unterhaltungen',
      write: 'Schreiben',
      app: 'Überall',
    },
  },
  palette: {
    title: 'Befehle',
    placeholder: 'Was möchten Sie tun?',
    none: 'Kein Befehl dieses Namens.',
  },
  firstRun: {
    title: (name: string) => `Willkommen, ${name}`,
    text: 'Verbinden Sie zuerst ein Postfach. plMail hält hier eine Kopie, und jede Änderung geht zurück an Ihren Anbieter.',
  },
}

const refusedVerb: Record<string, string> = {
  archive: 'Archivieren',
  trash: 'In den Papierkorb legen',
  destroy: 'Löschen',
  move: 'Verschieben',
  star: 'Mit Stern markieren',
  unstar: 'Den Stern entfernen',
  'mark-read': 'Als gelesen markieren',
  'mark-unread': 'Als ungelesen markieren',
  snooze: 'Zurückstellen',
  unsnooze: 'Zurückholen',
  remind: 'Die Erinnerung stellen',
  label: 'Das Label vergeben',
  unlabel: 'Das Label abnehmen',
}
