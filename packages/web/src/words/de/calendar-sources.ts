import type { Catalogues } from '../catalogues.ts'
import { count, counted } from '../numbers.ts'

export const calendarSources: Catalogues['calendarSources'] = {
  intro:
    'Ihre eigenen Kalender liegen hier. Andere kommen aus verbundenen Konten, von CalDAV-Servern wie Nextcloud oder Fastmail und von Adressen, die Sie abonnieren.',
  own: 'Eigene Kalender',
  add: 'Neuer Kalender',
  connect: 'CalDAV-Server verbinden',
  subscribe: 'Adresse abonnieren',
  offline: 'Das ließ sich nicht ausführen. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  saved: 'Gespeichert',
  save: 'Speichern',
  edit: 'Bearbeiten',
  editLabel: (name: string) => `${name} bearbeiten`,
  name: 'Name',
  color: 'Farbe',
  colorNames: [
    'Rosa',
    'Rot',
    'Orange',
    'Gelb',
    'Limette',
    'Grün',
    'Petrol',
    'Türkis',
    'Himmelblau',
    'Blau',
    'Violett',
    'Purpur',
  ],
  presentColor: 'Die jetzige Farbe',
  shown: (name: string) => `${name} anzeigen`,
  standard: 'für neue Termine',
  makeStandard: 'Neue Termine hier anlegen',
  readOnly: 'nur lesbar',
  availability: 'Macht Sie beschäftigt',
  availabilities: { all: 'Mit allen Terminen', attending: 'Mit denen, an denen ich teilnehme', none: 'Nie' },
  remove: 'Löschen',
  confirmDelete: (name: string) => `Den Kalender ${name} löschen?`,
  deleteText:
    'Alle seine Termine werden mit ihm gelöscht, hier und auf jedem Gerät, das ihn zeigt. Das lässt sich nicht rückgängig machen.',
  importFile: 'Importieren …',
  importInto: (name) => `Eine Kalenderdatei in ${name} importieren`,
  exportFile: 'Exportieren',
  exportOf: (name) => `${name} als Kalenderdatei exportieren`,
  notImported: 'Die Datei konnte nicht importiert werden. Versuchen Sie es noch einmal.',
  imported: ({ added, updated, skipped, unreadable, tasks, journals, unreadRules }) =>
    [
      `${counted(added, 'Termin', 'Termine')} hinzugefügt`,
      ...(updated > 0 ? [`${count(updated)} aktualisiert`] : []),
      ...(skipped > 0 ? [`${count(skipped)} übersprungen`] : []),
      ...(unreadable > 0
        ? [counted(unreadable, 'Termin war nicht lesbar', 'Termine waren nicht lesbar')]
        : []),
      ...(tasks > 0
        ? [counted(tasks, 'Aufgabe wurde nicht importiert', 'Aufgaben wurden nicht importiert')]
        : []),
      ...(journals > 0
        ? [
            counted(
              journals,
              'Journaleintrag wurde nicht importiert',
              'Journaleinträge wurden nicht importiert',
            ),
          ]
        : []),
      ...(unreadRules > 0
        ? [
            counted(
              unreadRules,
              'Termin wiederholt sich nach Regeln, die nicht unterstützt werden, und fehlt womöglich an manchen Tagen',
              'Termine wiederholen sich nach Regeln, die nicht unterstützt werden, und fehlen womöglich an manchen Tagen',
            ),
          ]
        : []),
    ].join('. '),
  deleted: (name: string) => `${name} wurde gelöscht`,
  lastCalendar: 'Der letzte Kalender bleibt: Neue Termine brauchen einen Platz.',
  kinds: { provA: 'Google', provB: 'Microsoft', caldav: 'CalDAV', feed: 'Abonnement' },
  needsAttention: 'Braucht Aufmerksamkeit',
  ok: 'Aktuell',
  waiting: 'Wartet auf den ersten Abruf',
  lastSynced: (when: string) => `Zuletzt abgerufen ${when}`,
  none: 'Hier wurde noch kein Kalender gefunden.',
  announced: {
    push: 'Änderungen kommen sofort',
    polled: 'wird alle 15 Minuten abgerufen',
    never: 'sein Anbieter kündigt nichts an, deshalb wird er alle 15 Minuten abgerufen',
  },
  unsent: (n: number) =>
    counted(n, 'Änderung ist noch nicht gesendet', 'Änderungen sind noch nicht gesendet'),
  unreadable: (n: number) => counted(n, 'Termin lässt sich nicht zeigen', 'Termine lassen sich nicht zeigen'),
  syncNow: 'Jetzt abrufen',
  syncStarted: (name: string) => `${name} wird abgerufen`,
  reconnect: (host: string) => `Wieder bei ${host} anmelden`,
  disconnect: 'Entfernen',
  disconnectLabel: (name: string) => `${name} entfernen`,
  confirmDisconnect: (name: string) => `${name} aus plMail entfernen?`,
  disconnectText:
    'Seine Kalender und ihre Termine werden hier entfernt. Dort, wo sie herkommen, ändert sich nichts.',
  unsentText: (n: number) =>
    `${counted(n, 'hier gemachte Änderung ist', 'hier gemachte Änderungen sind')} noch nicht gesendet und ginge verloren. Senden Sie zuerst, und entfernen Sie danach.`,
  sendFirst: 'Zuerst senden',
  removeAnyway: 'Trotzdem entfernen',
  disconnected: (name: string) => `${name} wurde entfernt`,
  caldavIntro:
    'Geben Sie die Adresse des Servers ein oder nur seine Domain. Viele Server verlangen ein App-Passwort statt des üblichen.',
  address: 'Adresse',
  addressHint: 'Zum Beispiel kalender.example.org',
  username: 'Benutzername',
  password: 'Passwort oder App-Passwort',
  keptPassword: 'Leer lassen, um das jetzige zu behalten.',
  nameHint: 'Leer lassen, um den Namen des Servers zu verwenden.',
  connectNow: 'Verbinden',
  connected: (name: string) => `${name} ist verbunden`,
  feedIntro:
    'Geben Sie die Adresse einer Kalenderdatei ein (webcal oder iCalendar). Sie ist nur lesbar, und ihre Adresse wird nicht wieder gezeigt.',
  feedAddress: 'Adresse des Kalenders',
  feedAddressHint: 'Sie beginnt mit https:// oder webcal://',
  feedNameHint: 'Leer lassen, um den Namen aus der Datei zu verwenden.',
  subscribeNow: 'Abonnieren',
  subscribed: (name: string) => `Sie haben ${name} abonniert`,
}
