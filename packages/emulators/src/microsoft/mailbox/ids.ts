import { createHash } from 'node:crypto'

/**
 * The ids of one mailbox. They bite as the real ones do [D, F]: a rest id changes with each move and an immutable id
 * does not; messages come in pairs whose ids differ in the case of one letter only; and `/`, `+` and `=` occur.
 * An id can be read back, so that no table of 100,000 ids is kept.
 */
export interface Ids {
  message(n: number, moves: number, immutable: boolean): string
  attachment(n: number, key: number, moves: number, immutable: boolean): string
  folder(n: number): string
  /** `undefined` for a string that this mailbox never gave out. */
  read(id: string): ReadId | undefined
}

type ReadId =
  | { kind: 'folder'; n: number }
  /** `moves` is undefined in an immutable id. */
  | { kind: 'message'; n: number; moves: number | undefined }
  | { kind: 'attachment'; n: number; moves: number | undefined; key: number }

const rest = 'AAMkAD'
const immutable = 'AAkALg'
const folders = 'AQMkAD'
/** Size of an id's body in bytes: 8 of the mailbox, 4 each of the pair, the moves, the attachment, and a check. */
const bodySize = 24

export function createIds(mailbox: string): Ids {
  const stamp = sha256(`ids of ${mailbox}`).subarray(0, 8)

  function write(prefix: string, n: number, moves: number, key: number): string {
    const body = Buffer.alloc(bodySize)
    stamp.copy(body)
    body.writeUInt32BE(n >>> 1, 8)
    body.writeUInt32BE(moves, 12)
    body.writeUInt32BE(key, 16)
    sha256(Buffer.concat([Buffer.from(prefix), body.subarray(0, 20)])).copy(body, 20, 0, 4)
    // Spread, so that neighbours do not look alike and the whole alphabet of base64 occurs.
    const spread = sha256(body.subarray(20))
    for (let at = 0; at < 20; at++) body[at] = (body[at] ?? 0) ^ (spread[at] ?? 0)
    return `${prefix}${body.toString('base64')}${n % 2 === 0 ? 'B' : 'b'}AAA=`
  }

  function read(id: string): ReadId | undefined {
    const prefix = id.slice(0, 6)
    const body = Buffer.from(id.slice(6, 6 + 32), 'base64')
    if (body.length !== bodySize) return undefined
    const spread = sha256(body.subarray(20))
    for (let at = 0; at < 20; at++) body[at] = (body[at] ?? 0) ^ (spread[at] ?? 0)
    const n = body.readUInt32BE(8) * 2 + (id[38] === 'B' ? 0 : 1)
    const moves = body.readUInt32BE(12)
    const key = body.readUInt32BE(16)
    if (write(prefix, n, moves, key) !== id) return undefined
    if (prefix === folders) return { kind: 'folder', n }
    const moveCount = prefix === immutable ? undefined : moves
    return key === 0
      ? { kind: 'message', n, moves: moveCount }
      : { kind: 'attachment', n, moves: moveCount, key }
  }

  return {
    message: (n, moves, isImmutable) => write(isImmutable ? immutable : rest, n, isImmutable ? 0 : moves, 0),
    attachment: (n, key, moves, isImmutable) =>
      write(isImmutable ? immutable : rest, n, isImmutable ? 0 : moves, key),
    folder: (n) => write(folders, n, 0, 0),
    read,
  }
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest()
}
