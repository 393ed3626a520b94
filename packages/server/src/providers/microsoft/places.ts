import type { ItemState } from '../contract/index.ts'
import { type Json, objectOf, stringOf, stringsOf } from '../contract/read-json.ts'

/** Categories are mailboxes beside the one folder a message is in; their names are their ids. */
const categoryPrefix = 'category:'

export const categoryId = (name: string): string => categoryPrefix + name
export const isCategory = (remoteId: string): boolean => remoteId.startsWith(categoryPrefix)
export const categoryName = (remoteId: string): string => remoteId.slice(categoryPrefix.length)

/** What has to be known of a message to say where it is and how it is marked. */
export const stateProperties = 'parentFolderId,isRead,isDraft,flag,categories,importance'

/** Undefined when the answer holds only some of it: a delta tells no more than what changed. */
export function stateOf(message: Json): ItemState | undefined {
  const folder = stringOf(message['parentFolderId'])
  const { isRead, categories, flag, importance } = message
  const isWhole =
    folder !== '' &&
    typeof isRead === 'boolean' &&
    Array.isArray(categories) &&
    flag !== undefined &&
    importance !== undefined
  if (!isWhole) return undefined
  const keywords = [
    ...(message['isDraft'] === true ? ['$draft'] : []),
    ...(objectOf(flag)['flagStatus'] === 'flagged' ? ['$flagged'] : []),
    ...(importance === 'high' ? ['$important'] : []),
    ...(isRead ? ['$seen'] : []),
  ]
  return { mailboxes: [folder, ...stringsOf(categories).map(categoryId)], keywords }
}

/** What to change of a message so that it has or lacks a keyword; undefined where Microsoft keeps none such. */
export function keywordPatch(keyword: string, present: boolean): Json | undefined {
  switch (keyword) {
    case '$seen':
      return { isRead: present }
    case '$flagged':
      return { flag: { flagStatus: present ? 'flagged' : 'notFlagged' } }
    case '$important':
      return { importance: present ? 'high' : 'normal' }
    default:
      return undefined
  }
}
