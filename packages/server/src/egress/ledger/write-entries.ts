import type { UserId } from '@plmail/wire'
import pg from 'pg'
import type { Database } from '../../store/index.ts'
import type { LedgerEntry } from './pending-entries.ts'

/**
 * Adds entries to those of their hour. A transaction whose commit went unanswered is written again by the next call, so
 * that after trouble with the database a connection may be counted twice, and never not at all.
 */
export async function writeEntries(database: Database, entries: readonly LedgerEntry[]): Promise<void> {
  try {
    await write(database, entries)
  } catch (error) {
    if (!isUserGone(error)) throw error
    // Whose account was removed meanwhile has nothing written down any more; the others' connections are.
    for (const own of byUser(entries).values())
      await write(database, own).catch((ownError: unknown) => {
        if (!isUserGone(ownError)) throw ownError
      })
  }
}

/** In the order of the keys, so that two processes that write the same ones wait for each other in turn. */
async function write(database: Database, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return
  await database.query(
    `insert into egress_entry (hour, user_id, reason, host, sender, outcome, times, bytes_out, bytes_in, last_at)
     select hour, "userId", reason, host, sender, outcome, times, "bytesOut", "bytesIn", "lastAt"
     from jsonb_to_recordset($1::jsonb) as entry (hour timestamptz, "userId" bigint, reason text, host text, sender text,
       outcome text, times bigint, "bytesOut" bigint, "bytesIn" bigint, "lastAt" timestamptz)
     order by hour, "userId", reason, host, sender, outcome
     on conflict (hour, user_id, reason, host, sender, outcome) do update
       set times = egress_entry.times + excluded.times, bytes_out = egress_entry.bytes_out + excluded.bytes_out,
         bytes_in = egress_entry.bytes_in + excluded.bytes_in,
         last_at = greatest(egress_entry.last_at, excluded.last_at)`,
    [JSON.stringify(entries)],
  )
}

const isUserGone = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '23503'

function byUser(entries: readonly LedgerEntry[]): Map<UserId | null, LedgerEntry[]> {
  const entriesByUser = new Map<UserId | null, LedgerEntry[]>()
  for (const entry of entries)
    entriesByUser.set(entry.userId, [...(entriesByUser.get(entry.userId) ?? []), entry])
  return entriesByUser
}
