import { readSignedToken, signedToken } from '../signed-token.ts'

/** How far a delta was read, and with what it began. It travels in the link, signed, and says nothing to clients. */
export interface DeltaCursor {
  kind: 'messages' | 'folders'
  /** The folder, for messages. */
  folder: number
  /** `$select`, `$expand`, `changeType`, the lower bound of a filter: a link carries them, so that nobody adds them again [D]. */
  select: string | null
  expand: string | null
  changeType: string | null
  since: number | null
  newestFirst: boolean
  size: number
  /** The log before this entry is covered once the round ends. */
  from: number
  /** The entry up to which this round of changes reads; absent in a first round, which lists what is there. */
  upTo: number | null
  /** In a round of changes the last entry served; in a first round the last message served. */
  at: number
  atTime: number | null
  served: number
  /** The page before was empty: the next one is not. */
  hasPaused: boolean
  /** Whether a list of folders includes hidden ones. */
  withHidden: boolean
  issuedAt: number
}

export function writeCursor(secret: string, cursor: DeltaCursor): string {
  return signedToken(secret, cursor)
}

/** `undefined` for what was not written here: made up, of another mailbox, or tampered with. */
export function readCursor(secret: string, token: string): DeltaCursor | undefined {
  return readSignedToken(secret, token) as DeltaCursor | undefined
}
