import type { Catalogues } from '../catalogues.ts'

export const person: Catalogues['person'] = {
  write: 'Schreiben',
  add: 'Als Kontakt speichern',
  added: (who) => `${who} ist jetzt ein Kontakt`,
  notAdded: 'Nicht gespeichert: Der Server hat es nicht angenommen. Versuchen Sie es noch einmal.',
  contact: 'Kontakt öffnen',
  block: 'Blockieren',
  all: 'Alle Nachrichten suchen',
  latest: 'Neueste Nachrichten',
  none: 'Keine anderen Nachrichten von dieser Adresse.',
  offline: 'Die Nachrichten lassen sich gerade nicht laden.',
}
