/** The database of a user's queued messages. */
export const queueNameOf = (userId: string): string => `plmail-queue-${userId}`
