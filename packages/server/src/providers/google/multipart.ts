/** A part as large as the largest message Gmail keeps, encoded, with room for its headers. */
const maxPartLength = 100 * 1024 * 1024

/**
 * The parts of a multipart body (RFC 2046 §5.1.1) as they come in, so that only the largest is held in memory. Ends
 * where the stream ends: parts that are missing are for the caller to notice.
 */
export async function* parts(
  body: AsyncIterable<Uint8Array> | null,
  boundary: string,
): AsyncGenerator<Buffer> {
  const delimiter = Buffer.from(`--${boundary}`)
  let pending: Buffer[] = []
  let size = 0
  let isInside = false
  for await (const chunk of body ?? []) {
    pending.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    size += chunk.length
    if (size > maxPartLength) throw new Error('A part of the answer is too long')
    if (!mayEnd(pending, delimiter)) continue
    let rest = Buffer.concat(pending)
    for (let at = rest.indexOf(delimiter); at >= 0; at = rest.indexOf(delimiter)) {
      if (isInside) yield rest.subarray(0, at)
      isInside = true
      rest = rest.subarray(at + delimiter.length)
    }
    pending = [rest]
    size = rest.length
  }
}

/** Whether the delimiter may lie in what came last; looking there only keeps long parts linear. */
function mayEnd(pending: readonly Buffer[], delimiter: Buffer): boolean {
  const last = pending.at(-1) ?? Buffer.alloc(0)
  const before = pending.at(-2) ?? Buffer.alloc(0)
  if (last.length < delimiter.length) return true
  const seam = before.subarray(Math.max(0, before.length - delimiter.length + 1))
  return Buffer.concat([seam, last]).includes(delimiter)
}
