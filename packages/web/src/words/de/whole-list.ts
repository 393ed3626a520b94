import type { Catalogues } from '../catalogues.ts'
import { count, counted } from '../numbers.ts'

const conversations = (n: number): string => counted(n, 'Unterhaltung', 'Unterhaltungen')
const messages = (n: number): string => counted(n, 'Nachricht', 'Nachrichten')

export const wholeList: Catalogues['wholeList'] = {
  atHand: (n: number) => `Die ersten ${count(n)} sind ausgewählt.`,
  takeWhole: (n: number) => `Alle ${conversations(n)} auswählen`,
  isWhole: (n: number) => `Alle ${conversations(n)} dieser Liste sind ausgewählt.`,
  clear: 'Auswahl aufheben',
  unreachable: 'Der Server ist nicht erreichbar, es ist nichts geschehen.',
  stop: 'Anhalten und zurücknehmen',
  undo: 'Rückgängig',
  dismiss: 'Schließen',
  begun: {
    archive: (n: number) => `${conversations(n)}: wird archiviert`,
    trash: (n: number) => `${conversations(n)}: kommt in den Papierkorb`,
    junk: (n: number) => `${conversations(n)}: kommt in den Spam`,
    inbox: (n: number) => `${conversations(n)}: kommt in den Posteingang`,
    moveTo: (n: number) => `${conversations(n)}: wird verschoben`,
    addTo: (n: number) => `${conversations(n)}: bekommt das Label`,
    removeFrom: (n: number) => `${conversations(n)}: verliert das Label`,
    markRead: (n: number) => `${conversations(n)}: wird als gelesen markiert`,
    markUnread: (n: number) => `${conversations(n)}: wird als ungelesen markiert`,
    star: (n: number) => `${conversations(n)}: bekommt einen Stern`,
    unstar: (n: number) => `${conversations(n)}: verliert den Stern`,
    categorise: (n: number, tab: string) => `${conversations(n)}: kommt in „${tab}“`,
  },
  doing: {
    archive: 'Archivieren',
    trash: 'In den Papierkorb legen',
    junk: 'In den Spam legen',
    inbox: 'In den Posteingang legen',
    moveTo: 'Verschieben',
    addTo: 'Label vergeben',
    removeFrom: 'Label entfernen',
    markRead: 'Als gelesen markieren',
    markUnread: 'Als ungelesen markieren',
    star: 'Sterne vergeben',
    unstar: 'Sterne entfernen',
    categorise: (tab: string) => `In „${tab}“ legen`,
  },
  states: {
    running: (doing: string, done: number, total: number) =>
      `${doing}: ${count(done)} von ${messages(total)}`,
    done: (doing: string, _done: number, total: number) => `${doing}: ${messages(total)} erledigt`,
    failed: (doing: string, done: number, total: number) =>
      `${doing}: nach ${count(done)} von ${messages(total)} zu Ende, der Ordner ist nicht zu haben.`,
    undoing: (doing: string, done: number) => `${doing}: noch ${messages(done)} zurückzunehmen`,
    undone: (doing: string, _done: number, _total: number, skipped: number) =>
      skipped === 0
        ? `${doing}: zurückgenommen`
        : `${doing}: zurückgenommen, außer ${messages(skipped)}, seither wieder geändert`,
  },
}
