import type { AccountId, MessageId, ThreadId } from '@plmail/wire'
import type { Change, Changes } from '../changes/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Sql } from '../store/index.ts'
import { forgetOperations } from './actions/operations.ts'
import type { OutboxDoor } from './types.ts'

export interface PurgeParts {
  database: Sql
  changes: Changes
  clock: Clock
  outbox: OutboxDoor
}

const keptDays = 30
const messagesAtOnce = 500

/** See `Mail.purge`. Nothing a client could see goes, so no state moves; each batch holds its account's lock. */
export async function purge({ database, changes, clock, outbox }: PurgeParts): Promise<number> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
  const accounts = await database.query<{ id: AccountId }>(
    'select distinct account_id as id from message where removed_at < $1',
    [before],
  )
  let purged = 0
  for (const { id } of accounts) {
    for (let after = 0; ;) {
      const cause = { actor: { kind: 'system' as const }, verb: 'purge' }
      const { result } = await changes.write(id, cause, (change) => purgeSome(change, before, after, outbox))
      purged += result.purged
      if (result.last === undefined) break
      after = result.last
    }
  }
  await forgetOperations(database, clock.now())
  await database.query(
    `delete from label l where not exists (select from mailbox b where b.label_id = l.id)
       and not exists (select from label child where child.parent_id = l.id)`,
  )
  return purged
}

/**
 * Purges some messages. Those with changes not yet sent to the provider are kept, however old: the account may only
 * have been signed out.
 */
async function purgeSome(
  change: Change,
  before: Date,
  after: number,
  outbox: OutboxDoor,
): Promise<{ purged: number; last: MessageId | undefined }> {
  const rows = await change.tx.query<{ id: MessageId }>(
    `select id from message where account_id = $1 and removed_at < $2 and id > $3 order by id limit $4`,
    [change.accountId, before, after, messagesAtOnce],
  )
  const ids = rows.map((row) => row.id)
  const unsent = await outbox.unsent(change, ids)
  const gone = ids.filter((id) => !unsent.has(id))
  const threads = await change.tx.query<{ id: ThreadId }>(
    'delete from message where id = any ($1::bigint[]) returning thread_id as id',
    [gone],
  )
  await change.tx.query(
    `delete from thread t where t.id = any ($1::bigint[])
       and not exists (select from message m where m.thread_id = t.id)`,
    [threads.map((thread) => thread.id)],
  )
  return { purged: gone.length, last: ids.at(-1) }
}

/** Hex digests of those that some message, live or removed, an upload or a submission still needs: for the sweep of blobs. */
export async function referenced(sql: Sql, digests: readonly Buffer[]): Promise<Set<string>> {
  const rows = await sql.query<{ digest: string }>(
    `select wanted.digest from (select distinct unnest($1::text[]) as digest) as wanted
     where exists (select from message where blob_digest = decode(wanted.digest, 'hex'))
       or exists (select from submission where blob_digest = decode(wanted.digest, 'hex'))
       or exists (select from upload where digest = decode(wanted.digest, 'hex'))`,
    [digests.map((digest) => digest.toString('hex'))],
  )
  return new Set(rows.map((row) => row.digest))
}
