import type { Catalogues } from '../catalogues.ts'

export const keyboard: Catalogues['keyboard'] = {
  singleKeys: 'Kürzel aus einer einzelnen Taste',
  singleKeysText:
    'Buchstaben wie e und j wirken sofort. Schalten Sie das aus, wenn Sie diktieren oder Tasten versehentlich treffen.',
  showAll: 'Alle Tastenkürzel zeigen',
  find: 'Tastenkürzel suchen',
  noneFound: 'Keine Tastenkürzel gefunden.',
  intro: 'Wählen Sie andere Tasten für einen Befehl. Sie gelten in jedem Browser, in dem Sie sich anmelden.',
  change: (title: string) => `Tasten ändern: ${title}`,
  changeShort: 'Ändern',
  press: 'Drücken Sie die neuen Tasten; Escape lässt alles, wie es ist',
  none: 'Keine Tasten',
  remove: 'Entfernen',
  removeLabel: (title: string) => `Tasten entfernen: ${title}`,
  reset: 'Übliche Tasten',
  resetLabel: (title: string) => `Übliche Tasten: ${title}`,
  resetAll: 'Überall die üblichen Tasten nehmen',
  conflict: (titles: string) => `Auch die Tasten von: ${titles}`,
  sheet: {
    title: 'Tastenkürzel',
    off: 'Kürzel aus einer einzelnen Taste sind in den Einstellungen ausgeschaltet.',
    groups: {
      go: 'Gehen zu',
      calendar: 'Kalender',
      move: 'Sich bewegen',
      act: 'Mit Unterhaltungen',
      write: 'Schreiben',
      app: 'Überall',
    },
  },
}
