import { createHash } from 'node:crypto'

/** Numbers in [0, 1) that are the same for the same seed, on every machine (sfc32 over a SHA-256 of the seed). */
export function seeded(seed: string | number): () => number {
  const state = createHash('sha256').update(String(seed)).digest()
  let a = state.readInt32LE(0)
  let b = state.readInt32LE(4)
  let c = state.readInt32LE(8)
  let count = 1
  return () => {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
}

/** One number in [0, 1) that depends on nothing but these words: asking for others in between does not change it. */
export function chance(...words: Array<string | number | undefined>): number {
  const hash = createHash('sha256').update(JSON.stringify(words)).digest()
  return hash.readUInt32LE(0) / 2 ** 32
}
