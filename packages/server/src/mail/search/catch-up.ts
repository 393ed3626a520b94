import type { ParsedMessage } from '@plmail/mail-format'
import type { AccountId, MessageId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Blobs, Database } from '../../store/index.ts'
import { buildSearchRow } from './index-message.ts'
import { bytesUnlessLost } from '../lost-bytes.ts'
import { keepWords } from './word-parts.ts'

/** One run's share, so that it ends soon; the next run goes on. */
const maxRunMs = 20_000
const messagesInBatch = 100

export interface CatchUpParts {
  database: Database
  blobs: Blobs
  clock: Clock
}

/** See `Mail.search.catchUp`. Newest mail first. What one run wrote, the next does not see again. */
export async function catchUp({ database, blobs, clock }: CatchUpParts): Promise<number> {
  const end = clock.now().getTime() + maxRunMs
  let done = 0
  while (clock.now().getTime() < end) {
    const some =
      (await writeSome(database, blobs, unindexed)) ||
      (await keepSome(database)) ||
      (await writeSome(database, blobs, unplaced))
    if (some === 0) break
    done += some
  }
  return done
}

/** Some that wait to be written, and which rows of the index are written over. */
interface Batch {
  which: string
  replaces: Replaced
}
type Replaced = 'any' | 'unplaced' | 'none'

const unindexed: Batch = {
  which: 'select message_id from message_unindexed order by message_id desc limit $1',
  replaces: 'any',
}
/** They are found by nearly everything that they can be, so they come last. */
const unplaced: Batch = {
  which: 'select message_id from message_search where not is_placed order by message_id desc limit $1',
  // One that was placed meanwhile may have the words of attachments that were not read when the batch was.
  replaces: 'unplaced',
}

async function writeSome(database: Database, blobs: Blobs, batch: Batch): Promise<number> {
  const waiting = await someWaiting(database, batch)
  const rows = await Promise.all(waiting.map((message) => toRow(blobs, message)))
  const [read, lost] = [rows.filter(({ isLost }) => !isLost), rows.filter(({ isLost }) => isLost)]
  if (read.length > 0) await write(database, batch.replaces, read)
  // What was read of them when there was something to read is more than can be read now.
  if (lost.length > 0) await write(database, 'none', lost)
  return waiting.length
}

interface Waiting {
  id: MessageId
  accountId: AccountId
  digest: Buffer
  summary: ParsedMessage['summary']
  structure: unknown
  attached: string | null
}

function someWaiting(database: Database, { which }: Batch): Promise<Waiting[]> {
  return database.query<Waiting>(
    `select m.id, m.account_id as "accountId", m.blob_digest as digest, body.summary, body.structure,
       a.text as attached
     from (${which}) as u
     join message m on m.id = u.message_id join message_body body on body.message_id = m.id
     left join attachment_text a on a.message_id = m.id`,
    [messagesInBatch],
  )
}

async function toRow(blobs: Blobs, { id, accountId, digest, summary, structure, attached }: Waiting) {
  const raw = await bytesUnlessLost(blobs, digest)
  // Bytes that are lost leave what the row itself says.
  const row = buildSearchRow(raw ?? Buffer.alloc(0), { summary, structure }, attached ?? '')
  return { id, accountId, isLost: raw === undefined, ...row }
}

/** A message that got another id meanwhile keeps its place among the waiting under the new one. */
async function write(
  database: Database,
  replaces: Replaced,
  rows: ReadonlyArray<Awaited<ReturnType<typeof toRow>>>,
): Promise<void> {
  await database.query(
    `with ready as materialized (
       select x.*, ('A' || x."accountId" || ' ' || x.words)::tsvector as vector
       from jsonb_to_recordset($1::jsonb) as x (
         id bigint, "accountId" bigint, words text, "fromKey" text, "toKey" text, "subjectKey" text, headers text,
         "hasReadable" boolean, "subjectWords" text)
       join message m on m.id = x.id for key share of m),
     written as (
       insert into message_search (message_id, words, subject_words, from_key, to_key, subject_key, headers)
       select id, vector, "subjectWords"::tsvector, "fromKey", "toKey", "subjectKey", headers from ready
       on conflict (message_id) do update set ${replaces === 'none' ? '' : `${everyColumn}, `}is_placed = true
       ${replaces === 'any' ? '' : 'where not message_search.is_placed'}),
     worded as (select "accountId" as account_id, vector as words from ready),
     kept as (${keepWords('worded', 'fields', 'worded.account_id')}),
     ${replaces === 'unplaced' ? '' : `${unparted},`}
     readable as (
       insert into attachment_text (message_id, account_id) select id, "accountId" from ready where "hasReadable"
       on conflict do nothing)
     delete from message_unindexed u using ready where u.message_id = ready.id`,
    [JSON.stringify(rows)],
  )
}

const everyColumn = `words = excluded.words, subject_words = excluded.subject_words, from_key = excluded.from_key,
  to_key = excluded.to_key, subject_key = excluded.subject_key, headers = excluded.headers`

/** Not for what was in the index: its words are kept already, or it waits for that already. */
const unparted = `unparted as (
  insert into message_unparted (message_id, account_id) select id, "accountId" from ready on conflict do nothing)`

/** Keeps the words of some bodies, so that parts of them are found; returns how many messages those were. */
async function keepSome(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `with taken as materialized (
       select message_id, account_id from message_unparted order by message_id desc limit $1 for update skip locked),
     worded as (select taken.account_id, s.words from taken join message_search s using (message_id)),
     kept as (${keepWords('worded', 'bodies', 'worded.account_id')}),
     done as (
       delete from message_unparted u using taken where u.message_id = taken.message_id returning u.message_id)
     select count(*)::int as count from done`,
    [messagesInBatch],
  )
  return row?.count ?? 0
}
