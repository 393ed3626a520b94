import { promisify } from 'node:util'
import {
  deflateRaw,
  deflateRawSync,
  inflateRaw,
  inflateRawSync,
  type InputType,
  type ZlibOptions,
} from 'node:zlib'

/**
 * Up to here (about a millisecond of work) bytes are compressed and expanded in place: taking a message of the usual
 * size to another thread and back costs four times as much as the work itself.
 */
const smallBytes = 128 * 1024
/** Smallest chunk that zlib allows, in bytes. */
const minChunk = 64
const deflateApart = promisify<InputType, ZlibOptions, Buffer>(deflateRaw)
const inflateApart = promisify<InputType, ZlibOptions, Buffer>(inflateRaw)

/** DEFLATE (RFC 1951) at level 1; the bytes themselves where that gains nothing. */
export async function compressed(plain: Buffer): Promise<Buffer> {
  const level = { level: 1 }
  const stored = plain.length <= smallBytes ? deflateRawSync(plain, level) : await deflateApart(plain, level)
  return stored.length < plain.length ? stored : plain
}

/** The `size` bytes that were compressed; undefined when these are not what became of them. */
export async function expanded(stored: Buffer, size: number): Promise<Buffer | undefined> {
  // Compression is used only where it makes fewer bytes, so equal lengths mean plain bytes.
  if (stored.length === size) return stored
  // One byte more than there are: a buffer that is full looks as if more came.
  const bound = { maxOutputLength: size, chunkSize: Math.max(minChunk, size + 1) }
  try {
    return size <= smallBytes ? inflateRawSync(stored, bound) : await inflateApart(stored, bound)
  } catch {
    return undefined
  }
}
