/** Prefix of messages that wait on this device while the server cannot be reached: `plmail-letter/<user>/<letter>`. */
const prefix = 'plmail-letter/'
/** And those thrown away meanwhile, which can be taken back until the server has heard of it. */
const discardedPrefix = 'plmail-discarded/'

export const keptLetterKey = (userId: string, name: string): string => `${prefix}${userId}/${name}`

/** Keys of the letters this user left here. */
export const keptLetters = (shelf: Storage, userId: string): string[] =>
  keysUnder(shelf, keptLetterKey(userId, ''))

/** Converts the key of a stored message to its key once discarded, and back. */
export const discardedKeyOf = (key: string): string => key.replace(prefix, discardedPrefix)
export const keptKeyOf = (key: string): string => key.replace(discardedPrefix, prefix)

/** Keys of those this user threw away. */
export const discardedLetters = (shelf: Storage, userId: string): string[] =>
  keysUnder(shelf, discardedKeyOf(keptLetterKey(userId, '')))

/** Takes all of them off this device. */
export function dropKeptLetters(shelf: Storage, userId: string): void {
  for (const key of [...keptLetters(shelf, userId), ...discardedLetters(shelf, userId)]) shelf.removeItem(key)
}

const keysUnder = (shelf: Storage, start: string): string[] =>
  Object.keys(shelf).filter((key) => key.startsWith(start))
