import type { MailStore } from './store.ts'

/** Roles by system label; the others are known by their names. */
export const roles: Record<string, string> = {
  INBOX: 'inbox',
  SENT: 'sent',
  DRAFT: 'drafts',
  TRASH: 'trash',
  SPAM: 'junk',
  IMPORTANT: 'important',
}
/** Labels that are states of a message and no places. */
export const keywords: Record<string, string> = { STARRED: '$flagged', DRAFT: '$draft' }
export const noPlaces = new Set(['STARRED', 'UNREAD', 'CHAT'])

/** The label of a role or a name, made when it is not there; `undefined` for the archive, which is no label. */
export function placeLabel(store: MailStore, place: string): string | undefined {
  if (place === 'archive') return undefined
  const system = Object.keys(roles).find((id) => roles[id] === place)
  return system ?? (store.labels.named(place) ?? store.labels.create({ name: place })).id
}

/** The label behind a keyword other than `$seen`, which is the lack of one. */
export function keywordLabel(store: MailStore, keyword: string): string {
  const known = Object.keys(keywords).find((id) => keywords[id] === keyword)
  return known ?? (store.labels.named(keyword) ?? store.labels.create({ name: keyword })).id
}
