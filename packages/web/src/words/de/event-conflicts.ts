import type { Catalogues } from '../catalogues.ts'

export const eventConflicts: Catalogues['eventConflicts'] = {
  title: 'Nicht gespeicherte Änderungen',
  review: 'Prüfen',
  quoted: (title: string) => `„${title}“`,
  untitled: 'Ein Termin ohne Titel',
  what: {
    'changed-both': (event: string) =>
      `${event} wurde gleichzeitig an anderer Stelle geändert. Diese Änderung gilt.`,
    'removed-there': (event: string) =>
      `${event} wurde an anderer Stelle gelöscht, während Sie den Termin geändert haben.`,
    'changed-there': (event: string) =>
      `${event} ist wieder da: Der Termin wurde an anderer Stelle geändert, nachdem Sie ihn gelöscht hatten.`,
    refused: (event: string) => `Der Kalenderanbieter hat Ihre Änderung an ${event} nicht angenommen.`,
  },
  refusedBy: {
    google: (event: string) => `Google hat Ihre Änderung an ${event} nicht angenommen.`,
    microsoft: (event: string) => `Microsoft hat Ihre Änderung an ${event} nicht angenommen.`,
    server: (event: string) => `Der Kalenderserver hat Ihre Änderung an ${event} nicht angenommen.`,
  },
  moreToReview: (n: number) =>
    n === 1 ? 'Noch 1 weitere Änderung zu prüfen.' : `Noch ${n} weitere Änderungen zu prüfen.`,
  about: (fields: string) => `Unterschiede: ${fields}.`,
  fields: {
    title: 'Titel',
    description: 'Beschreibung',
    start: 'Zeit',
    timeZone: 'Zeit',
    endTimeZone: 'Zeit',
    showWithoutTime: 'Zeit',
    duration: 'Dauer',
    locations: 'Ort',
    virtualLocations: 'Einwahl',
    participants: 'Gäste',
    alerts: 'Erinnerungen',
    recurrenceRule: 'Wiederholung',
    recurrenceOverrides: 'einzelne Tage',
    privacy: 'Sichtbarkeit',
    freeBusyStatus: 'frei oder belegt',
    status: 'Stand',
    color: 'Farbe',
    keywords: 'Kategorien',
    categories: 'Kategorien',
  },
  otherField: 'weitere Angaben',
  said: (words: string) => `Der Server meldet: ${words}`,
  mine: 'Meine behalten',
  mineLabel: (event: string) => `Meine behalten: ${event}`,
  removeAgain: 'Wieder löschen',
  removeAgainLabel: (event: string) => `Wieder löschen: ${event}`,
  theirs: 'Verwerfen',
  theirsLabel: (event: string) => `Verwerfen: ${event}`,
  done: (event: string) => `Ihre Fassung von ${event} wird noch einmal gespeichert`,
  unreadable: 'Termine, die sich nicht zeigen lassen',
}
