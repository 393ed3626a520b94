import type { Catalogues } from '../catalogues.ts'

export const eventNews: Catalogues['eventNews'] = {
  title: 'Was andere geändert haben',
  open: (n: string) => `Änderungen anderer (${n})`,
  none: 'Nichts Neues.',
  what: {
    created: 'Neu',
    updated: 'Geändert',
    destroyed: 'Entfernt',
  },
  by: {
    booking: (who: string) => `gebucht von ${who}`,
    mail: (who: string) => `durch eine Nachricht von ${who}`,
  },
  elsewhere: (account: string) => `in einem anderen Programm, ${account}`,
  comment: (text: string) => `„${text}“`,
  was: 'Vorher:',
  show: 'Anzeigen',
  showLabel: (event: string) => `${event} anzeigen`,
  undo: 'Rückgängig',
  undoLabel: (event: string) => `Rückgängig: ${event}`,
  undone: (event: string) => `${event} ist wieder wie vorher`,
  notUndone: 'Der Termin wurde seitdem noch einmal geändert oder lässt sich nicht mehr zurückholen.',
  read: 'Als gelesen markieren',
  readLabel: (event: string) => `Als gelesen markieren: ${event}`,
  readAll: 'Alle als gelesen markieren',
}
