import type { Catalogues } from '../catalogues.ts'
import { count, counted } from '../numbers.ts'

export const labels: Catalogues['labels'] = {
  create: 'Neuer Ordner',
  createYes: 'Anlegen',
  manage: (name: string) => `${name} ändern`,
  editTitle: (name: string) => `Ordner ${name}`,
  name: 'Name',
  parent: 'Liegt in',
  noParent: 'Keinem anderen Ordner',
  colour: 'Farbe',
  noColour: 'Keine',
  hues: [
    'Rosa',
    'Rot',
    'Orange',
    'Gelb',
    'Limette',
    'Grün',
    'Petrol',
    'Türkis',
    'Blau',
    'Blauviolett',
    'Violett',
    'Purpur',
  ],
  hide: 'In der Seitenleiste ausblenden',
  hideHint: 'Seine Post bleibt, und die Suche findet sie weiterhin.',
  hidden: (n: number) => `${count(n)} ausgeblendet`,
  unread: (n: number) => `${count(n)} ungelesen`,
  drafts: (n: number) => counted(n, 'Entwurf', 'Entwürfe'),
  showMore: 'Mehr',
  save: 'Speichern',
  fixed: 'Der Mailserver behält diesen Ordner, wie er ist. Sie können ihn einfärben oder ausblenden.',
  delete: 'Ordner löschen',
  deleteYes: 'Löschen',
  reach: {
    empty: 'Er ist leer.',
    total: (n: number) => `Er enthält ${counted(n, 'Nachricht', 'Nachrichten')}.`,
    stays: (n: number) =>
      n === 1
        ? 'Eine davon liegt auch in einem anderen Ordner und bleibt dort.'
        : `${count(n)} liegen auch in anderen Ordnern und bleiben dort.`,
    allStay: 'Alle liegen auch in anderen Ordnern und bleiben dort.',
    archived: (n: number) =>
      `${counted(n, 'Nachricht bleibt', 'Nachrichten bleiben')} in „Alle Nachrichten“.`,
    trashed: (n: number) => `${counted(n, 'Nachricht kommt', 'Nachrichten kommen')} in den Papierkorb.`,
    unknown: 'Wie viel Post er enthält, ist gerade nicht zu erfahren.',
  },
  refused: {
    name: 'Ein anderer Ordner hier heißt so.',
    badName: 'So kann ein Ordner nicht heißen.',
    parent: 'Er kann nicht in sich selbst liegen.',
    child: 'Er enthält Ordner. Verschieben oder löschen Sie zuerst diese.',
    forbidden: 'Der Mailserver behält diesen Ordner, wie er ist.',
    unreachable: 'Der Server ist gerade nicht zu erreichen.',
    other: (why: string | undefined) => why ?? 'Der Mailserver hat das nicht angenommen.',
  },
  pick: 'Name des Ordners',
  none: 'Kein Ordner mit diesem Namen.',
  make: (name: string) => `„${name}“ anlegen`,
  labelTitle: 'Label vergeben',
  ofConversation: 'Labels dieser Unterhaltung',
  isOn: 'ist vergeben',
  foldersOnly: 'Hier gibt es keine Labels: Die Auswahl wird verschoben.',
  otherAccount: 'Eine Unterhaltung kann nicht in einen Ordner, den ihr eigenes Konto nicht hat.',
  stayed: (n: number) =>
    n === 1
      ? 'eine blieb: Ihr Konto hat keinen solchen Ordner'
      : `${count(n)} blieben: Ihr Konto hat keinen solchen Ordner`,
}
