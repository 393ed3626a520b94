import type { GmailStore } from './store.ts'

/** Roles by system label; the others are known by their names. */
export const roles: Record<string, string> = {
  INBOX: 'inbox',
  SENT: 'sent',
  DRAFT: 'drafts',
  TRASH: 'trash',
  SPAM: 'junk',
}
/** Labels that are states of a message and no places. */
export const keywords: Record<string, string> = {
  STARRED: '$flagged',
  DRAFT: '$draft',
  IMPORTANT: '$important',
  CATEGORY_PERSONAL: 'category_personal',
  CATEGORY_SOCIAL: 'category_social',
  CATEGORY_PROMOTIONS: 'category_promotions',
  CATEGORY_UPDATES: 'category_updates',
  CATEGORY_FORUMS: 'category_forums',
}

export function isPlace(id: string): boolean {
  return id in roles || !(id in keywords || id === 'UNREAD' || id === 'CHAT')
}

/** The label of a role or a name, made when it is not there; `undefined` for the archive, which is no label. */
export function placeLabel(store: GmailStore, place: string): string | undefined {
  if (place === 'archive') return undefined
  const system = Object.keys(roles).find((id) => roles[id] === place)
  return system ?? (store.labels.named(place) ?? store.labels.create({ name: place })).id
}

/** The label behind a keyword other than `$seen`, which is the lack of one. */
export function keywordLabel(store: GmailStore, keyword: string): string {
  const labelId = Object.keys(keywords).find((id) => keywords[id] === keyword)
  return labelId ?? (store.labels.named(keyword) ?? store.labels.create({ name: keyword })).id
}
