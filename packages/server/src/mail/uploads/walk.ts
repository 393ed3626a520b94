import type { Blobs } from '../../store/index.ts'

/** Bytes to be read, and how many they will be. */
export interface Weighed {
  digest: Buffer
  size: number
}

/** Messages of the usual size are read a few hundred at a time, large ones alone. */
const mostBytes = 4 * 1024 * 1024

/** The bytes of each in order; however many are wanted, only a few MiB of them or a single one are held at a time. */
export async function* walkBytes(
  blobs: Blobs,
  wanted: readonly Weighed[],
): AsyncGenerator<Buffer | undefined, void> {
  for (let at = 0; at < wanted.length;) {
    const group = groupFrom(wanted, at)
    at += group.length
    yield* await blobs.getAll(group.map((one) => one.digest))
  }
}

function groupFrom(wanted: readonly Weighed[], first: number): readonly Weighed[] {
  let bytes = 0
  let end = first
  for (; end < wanted.length; end++) {
    bytes += wanted[end]?.size ?? 0
    if (bytes > mostBytes && end > first) break
  }
  return wanted.slice(first, end)
}
