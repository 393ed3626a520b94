/** The position at which a read of a collection ended. */
export type CalDavCursor =
  | { kind: 'token'; token: string }
  /** For servers that only tell that something changed: what each object was then. */
  | { kind: 'etags'; ctag: string | undefined; etags: Readonly<Record<string, string>> }

export function writeCursor(cursor: CalDavCursor): string {
  return cursor.kind === 'token'
    ? JSON.stringify({ token: cursor.token })
    : JSON.stringify({ ctag: cursor.ctag, etags: cursor.etags })
}

/** Undefined for what this cannot have written. */
export function readCursor(text: string): CalDavCursor | undefined {
  const read = parsed(text)
  if (typeof read !== 'object' || read === null) return undefined
  if ('token' in read && typeof read.token === 'string') return { kind: 'token', token: read.token }
  if (!('etags' in read) || typeof read.etags !== 'object' || read.etags === null) return undefined
  const ctag = 'ctag' in read && typeof read.ctag === 'string' ? read.ctag : undefined
  return { kind: 'etags', ctag, etags: read.etags as Record<string, string> }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
