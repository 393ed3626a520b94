import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../../../server/src/store/sql.ts'

/** Flips a bit in the middle of what is stored of a blob, as a failing disk does. */
export async function damageBlob(sql: Sql, folder: string, digest: Buffer): Promise<void> {
  const [place] = await sql.query<{ pack: string; offset: number; length: number }>(
    'select pack, pack_offset as "offset", pack_length as "length" from blob where digest = $1',
    [digest],
  )
  if (!place) throw new Error('There is no such blob')
  const path = join(folder, place.pack)
  const bytes = await readFile(path)
  const at = place.offset + Math.floor(place.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

/** The same for the bytes of a message. */
export async function damageMessage(sql: Sql, folder: string, messageId: number): Promise<void> {
  const [row] = await sql.query<{ digest: Buffer }>(
    'select blob_digest as digest from message where id = $1',
    [messageId],
  )
  if (!row) throw new Error('There is no such message')
  await damageBlob(sql, folder, row.digest)
}
