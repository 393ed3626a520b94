import type { Catalogues } from '../catalogues.ts'

export const commands: Catalogues['commands'] = {
  titles: {
    archive: 'Archivieren',
    trash: 'Löschen',
    destroy: 'Endgültig löschen',
    star: 'Mit Stern markieren',
    'mark-read': 'Als gelesen markieren',
    'mark-unread': 'Als ungelesen markieren',
    move: 'In Ordner verschieben',
    select: 'Auswählen',
    open: 'Öffnen',
    close: 'Zurück zur Liste',
    next: 'Nächste Unterhaltung',
    previous: 'Vorherige Unterhaltung',
    first: 'Erste Unterhaltung',
    undo: 'Rückgängig',
    'go-inbox': 'Zum Posteingang',
    'go-accounts': 'Zu den Konten',
    'go-display': 'Zu den Anzeigeeinstellungen',
    'go-jobs': 'Zu den Aufgaben des Servers',
    palette: 'Befehl suchen',
    shortcuts: 'Tastenkürzel',
  },
  unstar: 'Stern entfernen',
}
