/** A message's id as sync sees it: `<UIDVALIDITY>:<UID>`, so that an id of another epoch can never hit a message. */
export const messageId = (uidValidity: bigint, uid: number): string => `${uidValidity}:${uid}`

/** The UIDs of those ids that belong to the mailbox's present UIDVALIDITY; the others are gone for good. */
export function parseUids(ids: readonly string[], uidValidity: bigint): number[] {
  const prefix = `${uidValidity}:`
  return ids.flatMap((id) => {
    if (!id.startsWith(prefix)) return []
    const uid = Number(id.slice(prefix.length))
    return Number.isSafeInteger(uid) && uid > 0 ? [uid] : []
  })
}

/**
 * UIDs as sequence sets (`3:7,9`), ascending, split where a command line would grow too long:
 * RFC 7162 §4 asks clients to keep a line within 8,192 octets.
 */
export function uidSets(uids: readonly number[], maxLength = 7500): string[] {
  const sets: string[] = []
  let current = ''
  for (const range of ranges([...new Set(uids)].sort((a, b) => a - b))) {
    if (current.length + range.length + 1 > maxLength) {
      sets.push(current)
      current = ''
    }
    current = current === '' ? range : `${current},${range}`
  }
  if (current !== '') sets.push(current)
  return sets
}

function* ranges(ascending: readonly number[]): Generator<string> {
  let [first] = ascending
  if (first === undefined) return
  let last = first
  for (const uid of ascending.slice(1)) {
    if (uid === last + 1) {
      last = uid
      continue
    }
    yield first === last ? `${first}` : `${first}:${last}`
    first = last = uid
  }
  yield first === last ? `${first}` : `${first}:${last}`
}

/** A sequence set spelled out, ascending. */
export function uidsInSet(set: string): number[] {
  return set.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split(':').map(Number)
    // the empty set of an empty mailbox reads as 0
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 1) return []
    const [low, high] = first <= last ? [first, last] : [last, first]
    return Array.from({ length: Math.min(high - low + 1, maxListed) }, (_, index) => low + index)
  })
}

// A server that answers a search with `1:4294967295` is not believed.
const maxListed = 10_000_000

export function inWindows<T>(items: readonly T[], size: number): T[][] {
  const windows: T[][] = []
  for (let start = 0; start < items.length; start += size) windows.push(items.slice(start, start + size))
  return windows
}
