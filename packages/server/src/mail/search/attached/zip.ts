import { inflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  method: number
  start: number
  packedSize: number
}

/** Signatures and fixed lengths of the records (APPNOTE.TXT §4.3). */
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endLength = 22
const entryLength = 46
const localLength = 30
const maxCommentLength = 65_535

const maxEntries = 10_000
const stored = 0
const deflated = 8

/** The files of a ZIP archive, as its directory lists them; empty for anything else. Never throws. */
export function zipEntries(bytes: Buffer): ZipEntry[] {
  const end = endOfDirectory(bytes)
  if (end < 0) return []
  const count = Math.min(maxEntries, bytes.readUInt16LE(end + 10))
  const entries: ZipEntry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > bytes.length || bytes.readUInt32LE(at) !== entrySignature) break
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + entryLength, at + entryLength + nameLength),
      method: bytes.readUInt16LE(at + 10),
      start: bytes.readUInt32LE(at + 42),
      packedSize: bytes.readUInt32LE(at + 20),
    })
    at += entryLength + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function endOfDirectory(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endLength - maxCommentLength)
  for (let at = bytes.length - endLength; at >= first; at -= 1)
    if (bytes.readUInt32LE(at) === endSignature) return at
  return -1
}

/** Unpacks a file of the archive; empty when it is broken, encrypted or unpacks to more than `mostBytes`. */
export function unpacked(bytes: Buffer, entry: ZipEntry, maxBytes: number): Buffer {
  const { start, method, packedSize } = entry
  const nothing = Buffer.alloc(0)
  if (start + localLength > bytes.length || bytes.readUInt32LE(start) !== localSignature) return nothing
  const from = start + localLength + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
  const packed = bytes.subarray(from, from + packedSize)
  if (method === stored) return packed.length > maxBytes ? nothing : packed
  if (method !== deflated) return nothing
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes })
  } catch {
    // zlib's only way to say that the bytes are no stream of its kind, or a longer one than allowed
    return nothing
  }
}
