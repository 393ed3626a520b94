import type { BlobPlace, Blobs, StoredBytes } from '../../store/index.ts'

/** Bytes to be read, and how many they will be. */
export interface Weighed {
  digest: Buffer
  size: number
  /** Location of the bytes, when known. */
  place?: BlobPlace | null
}

/** Messages of the usual size are read a few hundred at a time, large ones alone. */
const maxBytes = 4 * 1024 * 1024

/**
 * Each in order with its bytes; however many are wanted, only a few MiB or a single one are held at a time. A message
 * whose bytes are lost harms itself alone.
 */
export async function* withBytes<Row extends Weighed>(
  blobs: Blobs,
  rows: readonly Row[],
): AsyncGenerator<{ row: Row; raw: StoredBytes }, void> {
  for (let at = 0; at < rows.length;) {
    const group = groupFrom(rows, at)
    at += group.length
    const all = await blobs.getAll(
      group.map((row) => row.digest),
      group.map((row) => row.place),
    )
    for (const [index, row] of group.entries()) yield { row, raw: all[index] }
  }
}

function groupFrom<Row extends Weighed>(rows: readonly Row[], first: number): readonly Row[] {
  let bytes = 0
  let end = first
  for (; end < rows.length; end++) {
    bytes += rows[end]?.size ?? 0
    if (bytes > maxBytes && end > first) break
  }
  return rows.slice(first, end)
}
