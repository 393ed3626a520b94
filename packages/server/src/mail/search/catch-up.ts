import type { AccountId, MessageId } from '@plmail/wire'
import type { Blobs, Database } from '../../store/index.ts'
import type { ParsedMessage } from '../door.ts'
import { searchRowOf } from './indexed.ts'

/** One run's share, so that it ends soon; the next run goes on. */
const batches = 10
const messagesInBatch = 100

/** See `Mail.search.catchUp`. Newest mail first. What one run wrote, the next does not see again. */
export async function catchUp({ database, blobs }: { database: Database; blobs: Blobs }): Promise<number> {
  let done = 0
  for (let batch = 0; batch < batches; batch += 1) {
    const waiting = await someWaiting(database)
    if (waiting.length === 0) break
    await write(database, await Promise.all(waiting.map((one) => rowOf(blobs, one))))
    done += waiting.length
  }
  return done
}

interface Waiting {
  id: MessageId
  accountId: AccountId
  digest: Buffer
  summary: ParsedMessage['summary']
  structure: unknown
}

function someWaiting(database: Database): Promise<Waiting[]> {
  return database.query<Waiting>(
    `select m.id, m.account_id as "accountId", m.blob_digest as digest, body.summary, body.structure
     from (select message_id from message_unindexed order by message_id desc limit $1) as u
     join message m on m.id = u.message_id join message_body body on body.message_id = m.id`,
    [messagesInBatch],
  )
}

async function rowOf(blobs: Blobs, { id, accountId, digest, summary, structure }: Waiting) {
  // Bytes that are lost leave what the row itself says.
  const raw = (await blobs.get(digest)) ?? Buffer.alloc(0)
  return { id, accountId, ...searchRowOf(raw, { summary, structure }) }
}

/** A message that got another id meanwhile keeps its place among the waiting under the new one. */
async function write(
  database: Database,
  rows: ReadonlyArray<Awaited<ReturnType<typeof rowOf>>>,
): Promise<void> {
  await database.query(
    `with ready as materialized (
       select x.* from jsonb_to_recordset($1::jsonb) as x (
         id bigint, "accountId" bigint, words text, "fromKey" text, "toKey" text, "subjectKey" text, headers text)
       join message m on m.id = x.id for key share of m),
     written as (
       insert into message_search (message_id, words, from_key, to_key, subject_key, headers)
       select id, ('A' || "accountId" || ' ' || words)::tsvector, "fromKey", "toKey", "subjectKey", headers
       from ready on conflict (message_id) do nothing)
     delete from message_unindexed u using ready where u.message_id = ready.id`,
    [JSON.stringify(rows)],
  )
}
