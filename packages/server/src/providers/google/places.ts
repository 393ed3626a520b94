import type { ItemState } from '../contract/index.ts'

/**
 * Gmail has labels and no folders: what is in no mailbox is archived. This mailbox is ours alone; it holds what carries
 * no label that is a mailbox.
 */
export const archive = 'ARCHIVE'

/** System labels that are mailboxes, with their roles. Their ids equal their names. */
export const systemMailboxes = {
  INBOX: 'inbox',
  SENT: 'sent',
  DRAFT: 'drafts',
  SPAM: 'junk',
  TRASH: 'trash',
} as const

/** Keywords that Gmail keeps, and the label behind each. `$seen` is the absence of one. */
const keywordLabels = new Map([
  ['$flagged', 'STARRED'],
  ['$important', 'IMPORTANT'],
  ['category_personal', 'CATEGORY_PERSONAL'],
  ['category_social', 'CATEGORY_SOCIAL'],
  ['category_promotions', 'CATEGORY_PROMOTIONS'],
  ['category_updates', 'CATEGORY_UPDATES'],
  ['category_forums', 'CATEGORY_FORUMS'],
])

/** Labels besides those of mailboxes that say something about a message. */
export const markingLabels = ['UNREAD', ...keywordLabels.values()]

export const keepsKeyword = (keyword: string): boolean => keyword === '$seen' || keywordLabels.has(keyword)

const isUserLabel = (label: string): boolean => label.startsWith('Label_')

/** Trash and spam hide the other labels, which come back when a message leaves them. */
export function getState(labelIds: readonly string[]): ItemState {
  const has = (label: string) => labelIds.includes(label)
  const keywords = [...keywordLabels].flatMap(([keyword, label]) => (has(label) ? [keyword] : []))
  if (!has('UNREAD')) keywords.push('$seen')
  if (has('DRAFT')) keywords.push('$draft')
  return { mailboxes: getMailboxes(labelIds), keywords: keywords.sort() }
}

function getMailboxes(labelIds: readonly string[]): string[] {
  for (const hiding of ['TRASH', 'SPAM']) if (labelIds.includes(hiding)) return [hiding]
  const mailboxes = labelIds.filter((label) => isUserLabel(label) || label in systemMailboxes)
  return mailboxes.length > 0 ? mailboxes : [archive]
}

export interface LabelChange {
  addLabelIds: string[]
  removeLabelIds: string[]
}

/** The labels that set or clear a keyword. */
export function keywordChange(keyword: string, present: boolean): LabelChange | undefined {
  const isSeen = keyword === '$seen'
  const label = isSeen ? 'UNREAD' : keywordLabels.get(keyword)
  if (label === undefined) return undefined
  return present !== isSeen
    ? { addLabelIds: [label], removeLabelIds: [] }
    : { addLabelIds: [], removeLabelIds: [label] }
}

/** Labels that nobody can take away from a message or give to it. */
const fixed = ['SENT', 'DRAFT']

/** The labels that put a message into mailboxes and take it out of others; the fixed ones that stand in the way. */
export function placeChange(
  add: readonly string[],
  remove: readonly string[],
): { change: LabelChange; impossible: string[] } {
  const isHidden = add.some((label) => label === 'TRASH' || label === 'SPAM')
  // What is fixed stays below the trash, and is seen again when the message leaves it.
  const removed = remove.filter((label) => label !== archive && !(isHidden && fixed.includes(label)))
  const added = add.filter((label) => label !== archive)
  const impossible = [...added, ...removed].filter((label) => fixed.includes(label))
  return { change: { addLabelIds: added, removeLabelIds: removed }, impossible }
}
