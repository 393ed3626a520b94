import type { Catalogues } from '../catalogues.ts'

export const identities: Catalogues['identities'] = {
  intro:
    'Die Namen und Adressen, unter denen Sie schreiben. Unter welcher ein Brief hinausgeht, wählen Sie beim Schreiben.',
  nobody: 'Verbinden Sie zuerst ein Postfach: Seine Adresse ist die erste.',
  name: 'Name',
  nameHint: 'Steht vor der Adresse. Leer: nur die Adresse.',
  replyTo: 'Antworten gehen an',
  replyToHint: 'Leer: an die Adresse selbst.',
  bcc: 'Blindkopie jedes Briefs an',
  wrongAddress: 'Das ist keine Adresse.',
  signature: 'Signatur',
  noSignature: 'Keine. Anlegen können Sie sie beim Schreiben eines Briefs, im Menü unter „Signatur“.',
  save: 'Speichern',
  saved: (email: string) => `Briefe von ${email} sind geändert`,
  notSaved: (why: string) => `Das ließ sich nicht speichern: ${why}`,
  remove: 'Entfernen',
  removeLabel: (email: string) => `${email} entfernen`,
  removed: (email: string) => `${email} ist entfernt`,
  undo: 'Rückgängig',
  add: 'Weitere Adresse',
  addOf: (account: string) => `Weitere Adresse für ${account}`,
  address: 'Adresse',
  addressHint:
    'Eine, die in dieses Postfach zugestellt wird. Ob Briefe von ihr hinausgehen, entscheidet sein Mailserver.',
  addNow: 'Hinzufügen',
  added: (email: string) => `${email} kann jetzt in Briefen gewählt werden`,
  known: (email: string) => `${email} ist schon da`,
  only: {
    provA:
      'Google ersetzt jede andere Adresse durch die des Postfachs, deshalb lässt sich hier keine hinzufügen.',
    provB:
      'Microsoft ersetzt jede andere Adresse durch die des Postfachs, deshalb lässt sich hier keine hinzufügen.',
  },
  offline: 'Der Server war nicht erreichbar. Nichts wurde geändert.',
}
