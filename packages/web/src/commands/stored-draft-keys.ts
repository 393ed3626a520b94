/** Prefix of messages that wait on this device while the server cannot be reached: `plmail-letter/<user>/<draft>`. */
const prefix = 'plmail-letter/'
/** And those thrown away meanwhile, which can be taken back until the server has heard of it. */
const discardedPrefix = 'plmail-discarded/'

export const deviceDraftKey = (userId: string, name: string): string => `${prefix}${userId}/${name}`

/** Keys of the messages this user left here. */
export const deviceDraftKeys = (storage: Storage, userId: string): string[] =>
  keysUnder(storage, deviceDraftKey(userId, ''))

/** Converts the key of a stored message to its key once discarded, and back. */
export const discardedKeyOf = (key: string): string => key.replace(prefix, discardedPrefix)
export const keptKeyOf = (key: string): string => key.replace(discardedPrefix, prefix)

/** Keys of those this user threw away. */
export const discardedDraftKeys = (storage: Storage, userId: string): string[] =>
  keysUnder(storage, discardedKeyOf(deviceDraftKey(userId, '')))

/** Takes all of them off this device. */
export function dropDeviceDrafts(storage: Storage, userId: string): void {
  for (const key of [...deviceDraftKeys(storage, userId), ...discardedDraftKeys(storage, userId)])
    storage.removeItem(key)
}

const keysUnder = (storage: Storage, start: string): string[] =>
  Object.keys(storage).filter((key) => key.startsWith(start))
