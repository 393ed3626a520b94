/** Folders that every mailbox has, or may have, by the name that paths accept in place of an id [D]. */
export type WellKnown =
  | 'msgfolderroot'
  | 'inbox'
  | 'drafts'
  | 'sentitems'
  | 'deleteditems'
  | 'junkemail'
  | 'archive'
  | 'outbox'
  | 'conversationhistory'

/** Display names are in the language of the mailbox [D]; only the well-known names tell what a folder is for. */
export type FolderLanguage = 'en' | 'de'

export const folderNames: Record<FolderLanguage, Record<WellKnown, string>> = {
  en: {
    msgfolderroot: 'Top of Information Store',
    inbox: 'Inbox',
    drafts: 'Drafts',
    sentitems: 'Sent Items',
    deleteditems: 'Deleted Items',
    junkemail: 'Junk Email',
    archive: 'Archive',
    outbox: 'Outbox',
    conversationhistory: 'Conversation History',
  },
  de: {
    msgfolderroot: 'Oberste Ebene des Informationsspeichers',
    inbox: 'Posteingang',
    drafts: 'Entwürfe',
    sentitems: 'Gesendete Elemente',
    deleteditems: 'Gelöschte Elemente',
    junkemail: 'Junk-E-Mail',
    archive: 'Archiv',
    outbox: 'Postausgang',
    conversationhistory: 'Aufgezeichnete Unterhaltungen',
  },
}

/** Prefixes that Outlook puts before the subject of a reply or forward [K]. */
export const answerPrefixes: Record<FolderLanguage, { reply: string; forward: string }> = {
  en: { reply: 'RE: ', forward: 'FW: ' },
  de: { reply: 'AW: ', forward: 'WG: ' },
}

/** The roles in which control, truth and generator speak. */
export const roles: ReadonlyArray<readonly [role: string, name: WellKnown]> = [
  ['inbox', 'inbox'],
  ['drafts', 'drafts'],
  ['sent', 'sentitems'],
  ['trash', 'deleteditems'],
  ['junk', 'junkemail'],
  ['archive', 'archive'],
]

export function isWellKnown(name: string): name is WellKnown {
  return Object.hasOwn(folderNames.en, name)
}
