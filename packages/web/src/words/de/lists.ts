import type { Catalogues } from '../catalogues.ts'
import { count, counted } from '../numbers.ts'

export const lists: Catalogues['lists'] = {
  unreadOnly: 'Nur Ungelesenes',
  showAll: 'Alles zeigen',
  unread: (n: number) => `${count(n)} ungelesen`,
  onDevice: (n) => `${count(n)} auf diesem Gerät`,
  done: {
    inbox: (n: number) => (n === 1 ? 'In den Posteingang gelegt' : `${count(n)} in den Posteingang gelegt`),
    spam: (n: number) => (n === 1 ? 'In den Spam gelegt' : `${count(n)} in den Spam gelegt`),
    unlabel: (n: number, name: string) =>
      n === 1 ? `Nicht mehr in ${name}` : `${count(n)} nicht mehr in ${name}`,
    label: (n: number, name: string) => (n === 1 ? `Auch in ${name}` : `${count(n)} auch in ${name}`),
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
  mute: {
    done: (n) =>
      `${counted(n, 'Unterhaltung', 'Unterhaltungen')} stummgeschaltet: Antworten überspringen den Posteingang`,
    undone: (n) => `${counted(n, 'Unterhaltung', 'Unterhaltungen')} nicht mehr stummgeschaltet`,
    title: 'Unterhaltung stummschalten',
    unmute: 'Stummschaltung aufheben',
  },
}
