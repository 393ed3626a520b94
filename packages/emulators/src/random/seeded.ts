/** Numbers in [0, 1) that are the same for the same seed, on every machine (sfc32). Not for secrets. */
export function seeded(seed: string | number): () => number {
  let [a, b, c] = scattered(String(seed))
  let count = 1
  const next = (): number => {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  // Its first numbers still show the seed.
  for (let round = 0; round < 12; round++) next()
  return next
}

/** One number in [0, 1) that depends on nothing but these words: asking for others in between does not change it. */
export function chance(...words: Array<string | number | undefined>): number {
  return seeded(JSON.stringify(words))()
}

/** Three words of 32 bits in which every character of the text counts. Quick, because a mailbox takes a million of them. */
function scattered(text: string): [number, number, number] {
  let a = 0x9e3779b9
  let b = 0x85ebca6b
  let c = 0xc2b2ae35
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul((b << 13) ^ (b >>> 19) ^ (code + a), 0x85ebca77)
    c = Math.imul(c + code + (b >>> 7), 0x27d4eb2f)
  }
  return [a ^ (b >>> 15), b ^ (c >>> 13), c ^ (a >>> 16)]
}
