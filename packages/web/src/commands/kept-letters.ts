/** Where letters wait on this device while the server is away: `plmail-letter/<user>/<letter>`. */
const prefix = 'plmail-letter/'

export const keptLetterKey = (userId: string, name: string): string => `${prefix}${userId}/${name}`

/** Keys of the letters this user left here. */
export function keptLetters(shelf: Storage, userId: string): string[] {
  return Object.keys(shelf).filter((key) => key.startsWith(keptLetterKey(userId, '')))
}

/** Takes them off this device. */
export function dropKeptLetters(shelf: Storage, userId: string): void {
  for (const key of keptLetters(shelf, userId)) shelf.removeItem(key)
}
