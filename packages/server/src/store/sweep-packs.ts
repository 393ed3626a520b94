import type { PackFolder } from './pack-folder.ts'
import type { Sql } from './sql.ts'

/** See `Blobs.sweep`. */
export async function sweepPacks(
  sql: Sql,
  packs: PackFolder,
  isReferenced: (digests: Buffer[]) => Promise<Set<string>>,
  olderThan: Date,
): Promise<number> {
  const candidates = await sql.query<{ pack: string; digests: Buffer[] }>(
    `select pack, array_agg(digest) as digests from blob group by pack having max(created_at) < $1`,
    [olderThan],
  )
  let removed = 0
  for (const { pack, digests } of candidates) {
    const referenced = await isReferenced(digests)
    if (digests.some((digest) => referenced.has(digest.toString('hex')))) continue
    removed += (await forgetPack(sql, packs, pack, olderThan)) ? 1 : 0
  }
  return removed + (await removeStrays(sql, packs, olderThan))
}

// Rows first: a file without rows is a stray that the next sweep finds, rows without a file would be a hole.
// The date is asked again because somebody may have touched a blob since it was read.
async function forgetPack(sql: Sql, packs: PackFolder, pack: string, olderThan: Date): Promise<boolean> {
  const left = await sql.query<{ isEmpty: boolean }>(
    `with gone as (delete from blob where pack = $1 and created_at < $2 returning digest)
     select count(*) filter (where digest not in (select digest from gone)) = 0 as "isEmpty"
     from blob where pack = $1`,
    [pack, olderThan],
  )
  if (!left[0]?.isEmpty) return false
  await packs.remove(pack)
  return true
}

// What a crash between writing a pack and inserting its rows left behind.
async function removeStrays(sql: Sql, packs: PackFolder, olderThan: Date): Promise<number> {
  const files = await packs.olderThan(olderThan)
  if (files.length === 0) return 0
  const rows = await sql.query<{ pack: string }>('select distinct pack from blob where pack = any($1)', [
    files,
  ])
  const usedPacks = new Set(rows.map((row) => row.pack))
  const strays = files.filter((file) => !usedPacks.has(file))
  for (const stray of strays) await packs.remove(stray)
  return strays.length
}
