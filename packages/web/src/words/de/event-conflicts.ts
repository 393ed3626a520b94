import type { Catalogues } from '../catalogues.ts'

export const eventConflicts: Catalogues['eventConflicts'] = {
  title: 'Nicht übernommene Änderungen',
  quoted: (title: string) => `„${title}“`,
  untitled: 'Ein Termin ohne Titel',
  what: {
    'changed-both': (event: string) =>
      `${event} wurde gleichzeitig an anderer Stelle geändert. Diese Änderung gilt.`,
    'removed-there': (event: string) =>
      `${event} wurde an anderer Stelle entfernt, während Sie den Termin geändert haben.`,
    'changed-there': (event: string) =>
      `${event} ist wieder da: Der Termin wurde an anderer Stelle geändert, nachdem Sie ihn entfernt hatten.`,
    refused: (event: string) => `${event} ließ sich dort nicht speichern, wo der Kalender liegt.`,
  },
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
  mine: 'Meine nehmen',
  mineLabel: (event: string) => `Meine nehmen: ${event}`,
  removeAgain: 'Wieder entfernen',
  removeAgainLabel: (event: string) => `Wieder entfernen: ${event}`,
  theirs: 'So lassen',
  theirsLabel: (event: string) => `So lassen: ${event}`,
  done: (event: string) => `${event} ist wieder, wie Sie es wollten, und wird noch einmal gesendet`,
  unreadable: 'Termine, die sich nicht zeigen lassen',
}
