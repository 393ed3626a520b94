import type { ItemState } from '../contract/index.ts'
import { type ReadonlyJson, readObject, readString, readStrings } from '../contract/read-json.ts'

/** Categories are mailboxes beside the one folder a message is in; their names are their ids. */
const categoryPrefix = 'category:'

export const categoryId = (name: string): string => categoryPrefix + name
export const isCategory = (remoteId: string): boolean => remoteId.startsWith(categoryPrefix)
export const categoryName = (remoteId: string): string => remoteId.slice(categoryPrefix.length)

/** Properties of a message from which its mailboxes and keywords are read. */
export const stateProperties = 'parentFolderId,isRead,isDraft,flag,categories,importance'

/** Undefined when the answer holds only some of it: a delta tells no more than what changed. */
export function getState(message: ReadonlyJson): ItemState | undefined {
  const folder = readString(message['parentFolderId'])
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
    ...(readObject(flag)['flagStatus'] === 'flagged' ? ['$flagged'] : []),
    ...(importance === 'high' ? ['$important'] : []),
    ...(isRead ? ['$seen'] : []),
  ]
  return { mailboxes: [folder, ...readStrings(categories).map(categoryId)], keywords }
}

/**
 * Returns the patch that sets or removes a keyword of a message; undefined where Microsoft cannot store the keyword.
 */
export function keywordPatch(keyword: string, present: boolean): ReadonlyJson | undefined {
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
