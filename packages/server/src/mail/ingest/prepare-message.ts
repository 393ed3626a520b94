import type { ParsedMessage } from '@plmail/mail-format'
import type { Blobs } from '../../store/index.ts'
import type { PreparedMessage } from '../types.ts'
import { buildSearchRow } from '../search/index-message.ts'

/** See `Mail.ingest.prepare`. Preparing twice is harmless: equal bytes are one blob. */
export async function prepare(
  blobs: Blobs,
  parse: (raw: Buffer) => ParsedMessage,
  raw: readonly Buffer[],
): Promise<PreparedMessage[]> {
  const digests = await blobs.putAll(raw)
  return raw.map((bytes, index) => {
    const digest = digests[index]
    if (!digest) throw new Error('the blob store returned fewer digests than it was given contents')
    const parsed = parse(bytes)
    return { digest, size: bytes.length, parsed, search: buildSearchRow(bytes, parsed) }
  })
}
