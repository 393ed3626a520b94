/** Limits of one request; announced in the session and enforced (RFC 8620 §2). */
export const limits = {
  maxSizeUpload: 50 * 1024 * 1024,
  maxConcurrentUpload: 8,
  maxSizeRequest: 10 * 1024 * 1024,
  maxConcurrentRequests: 8,
  maxCallsInRequest: 64,
  maxObjectsInGet: 1000,
  maxObjectsInSet: 1000,
  /** Most changes one /changes call answers; more come with the next call. */
  maxChanges: 5000,
  /** Most ids one /query answers. */
  maxQuery: 5000,
} as const

/** A client holds one or two; a user with more than this has one gone wrong. */
export const maxStreamsOfUser = 256
