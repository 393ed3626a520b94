import type { ParsedMessage } from '@plmail/mail-format'
import type { AccountId, MessageId } from '@plmail/wire'
import type { Clock } from '../../../kit/clock.ts'
import type { Blobs, Database } from '../../../store/index.ts'
import { buildSearchRow } from '../index-message.ts'
import { bytesUnlessLost } from '../../lost-bytes.ts'
import type { AttachmentReader } from './attachment-reader.ts'

/** One run's share, so that it ends soon; the next run goes on. */
const maxRunMs = 20_000
/** Number of times that reading a message may end the process before it is given up. */
const maxTries = 3

export interface ReadAttachmentsParts {
  database: Database
  blobs: Blobs
  clock: Clock
  reader: AttachmentReader
}

/**
 * See `Mail.search.readAttachments`. Newest mail first, one message in memory at a time. What one run wrote, the next
 * does not see again; interrupted anywhere, it goes on with the same message.
 */
export async function readAttachments({
  database,
  blobs,
  clock,
  reader,
}: ReadAttachmentsParts): Promise<number> {
  const end = clock.now().getTime() + maxRunMs
  let done = 0
  try {
    while (clock.now().getTime() < end) {
      const next = await nextUnread(database)
      if (!next) break
      // Bytes that are lost and attachments that cannot be read say nothing.
      const raw = (await bytesUnlessLost(blobs, next.digest)) ?? Buffer.alloc(0)
      const text = next.tries > maxTries ? null : await reader.read(raw)
      await write(database, next, raw, text ?? '')
      done += 1
    }
  } finally {
    await reader.rest()
  }
  return done
}

interface Unread {
  id: MessageId
  accountId: AccountId
  tries: number
  digest: Buffer
  summary: ParsedMessage['summary']
  structure: unknown
}

async function nextUnread(database: Database): Promise<Unread | undefined> {
  const rows = await database.query<Unread>(
    `with next as (
       update attachment_text a set tries = tries + 1
       where message_id = (select message_id from attachment_text where text is null order by message_id desc limit 1)
       returning message_id, tries)
     select m.id, m.account_id as "accountId", next.tries, m.blob_digest as digest, body.summary, body.structure
     from next join message m on m.id = next.message_id join message_body body on body.message_id = m.id`,
  )
  return rows[0]
}

/** A message that got another id meanwhile keeps its place among the unread under the new one. */
async function write(database: Database, message: Unread, raw: Buffer, text: string): Promise<void> {
  const { id, summary, structure } = message
  const words = text === '' ? null : buildSearchRow(raw, { summary, structure }, text).words
  await database.query(
    `with kept as (
       update attachment_text set text = $2 where message_id = $1 returning message_id, account_id),
     found as (
       update message_search s set words = ('A' || account_id || ' ' || $3)::tsvector, is_placed = true
       from kept where s.message_id = kept.message_id and $3::text is not null)
     insert into message_unparted (message_id, account_id)
     select message_id, account_id from kept where $3::text is not null on conflict do nothing`,
    [id, text, words],
  )
}
