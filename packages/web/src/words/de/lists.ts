import type { Catalogues } from '../catalogues.ts'
import { count, counted } from '../numbers.ts'

export const lists: Catalogues['lists'] = {
  unreadOnly: 'Nur Ungelesenes',
  showAll: 'Alles zeigen',
  isUnreadOnly: 'Nur ungelesene Post wird gezeigt.',
  unread: (n: number) => `${count(n)} ungelesen`,
  new: 'Neu',
  newSince: (n: number) => counted(n, 'neue Unterhaltung', 'neue Unterhaltungen'),
  restOf: (name: string) => `Alles in ${name}`,
  done: {
    inbox: (n: number) => (n === 1 ? 'In den Posteingang gelegt' : `${count(n)} in den Posteingang gelegt`),
    spam: (n: number) => (n === 1 ? 'In den Spam gelegt' : `${count(n)} in den Spam gelegt`),
    unlabel: (n: number, name: string) =>
      n === 1 ? `Nicht mehr in ${name}` : `${count(n)} nicht mehr in ${name}`,
    label: (n: number, name: string) => (n === 1 ? `Auch in ${name}` : `${count(n)} auch in ${name}`),
  },
  select: {
    loaded: (n: number) => `${counted(n, 'Unterhaltung', 'Unterhaltungen')} ausgewählt.`,
    everything: (n: number) => `Alle ${count(n)} in dieser Liste auswählen`,
    all: (n: number) => `Alle ${count(n)} Unterhaltungen dieser Liste sind ausgewählt.`,
    undo: 'Nur diese auswählen',
  },
  bulk: {
    running: (done: number, total: number) => `${count(done)} von ${count(total)} erledigt`,
    label: 'Die Liste wird abgearbeitet',
    done: (n: number) => `${counted(n, 'Unterhaltung', 'Unterhaltungen')} erledigt`,
    undone: 'Alles wird zurückgenommen',
    failed: 'Das ging nicht für die ganze Liste.',
    stopped: 'Dieses Fenster sieht es nicht mehr; der Server macht weiter.',
  },
  empty: {
    unread: 'Hier ist nichts ungelesen.',
    inbox: 'Im Posteingang ist nichts.',
    flagged: 'Nichts ist markiert. Ein Stern hält fest, was Sie wiederfinden möchten.',
    snoozed: 'Nichts ist zurückgestellt. Was Sie zurückstellen, wartet hier auf seine Zeit.',
    sent: 'Noch nichts gesendet.',
    drafts: 'Keine Entwürfe.',
    archive: 'Das Archiv ist leer.',
    all: 'Es gibt noch keine Post.',
    junk: 'Kein Spam.',
    trash: 'Der Papierkorb ist leer.',
    important: 'Nichts Wichtiges.',
  },
}
