import type { MessageId, ThreadId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Decided } from '../categories/decide.ts'
import { cleanText, cleanTime } from '../clean-text.ts'
import { keepWords } from '../search/word-parts.ts'
import type { NewThread } from '../threading/assign-threads.ts'
import { type ThreadInput, hashMessageId } from '../threading/thread-input.ts'
import type { Accepted } from './accept-arrival.ts'

/** A batch with a thread for every message; the arrays are parallel. */
export interface PlacedBatch {
  accepted: readonly Accepted[]
  batch: readonly ThreadInput[]
  threadIds: readonly ThreadId[]
  fresh: readonly NewThread[]
  /** Null of what was not received. */
  categories: ReadonlyArray<Decided | null>
}

/** Subjects of messages as a column serve order and search; the whole one is in the summary. */
export const maxSubjectLength = 1000

/** Writes threads, references, messages, bodies, search rows and memberships in one statement; the new ids in order. */
export async function insertMessages(change: Change, placed: PlacedBatch): Promise<MessageId[]> {
  const ids = await reserveMessages(change, placed.accepted.length)
  await change.tx.prepared('mail-insert', insertText, [
    change.accountId,
    change.state,
    JSON.stringify(placed.fresh),
    JSON.stringify(refRows(placed)),
    JSON.stringify(
      placed.accepted.map((message, index) => ({
        ...messageRow(message, ids[index], placed.threadIds[index]),
        ...getCategory(placed.categories[index]),
      })),
    ),
  ])
  return ids
}

async function reserveMessages(change: Change, count: number): Promise<MessageId[]> {
  const rows = await change.tx.prepared<{ id: MessageId }>(
    'mail-reserve-messages',
    `select nextval('message_id_seq') as id from generate_series(1, $1::int)`,
    [count],
  )
  return rows.map((row) => row.id)
}

function refRows({ batch, threadIds }: PlacedBatch): Array<{ ref: string; threadId: ThreadId | undefined }> {
  return batch.flatMap(({ refs }, index) => refs.map((ref) => ({ ref, threadId: threadIds[index] })))
}

function messageRow(accepted: Accepted, id: MessageId | undefined, threadId: ThreadId | undefined) {
  const { digest, size, parsed } = accepted.arrival.prepared
  return {
    id,
    threadId,
    digest: digest.toString('hex'),
    size,
    receivedAt: accepted.receivedAt,
    sentAt: cleanTime(parsed.sentAt),
    ref: parsed.messageId ? hashMessageId(parsed.messageId).toString('hex') : null,
    direction: accepted.direction,
    keywords: accepted.keywords,
    hasAttachment: parsed.hasAttachment,
    subject: cleanText(parsed.subject, maxSubjectLength),
    // as text, so that what goes on the wire is byte for byte what was made here
    summary: JSON.stringify(parsed.summary),
    structure: JSON.stringify(parsed.structure ?? null),
    unreadable: parsed.unreadable === null ? null : cleanText(parsed.unreadable, maxSubjectLength),
    mailboxes: accepted.mailboxIds,
    ...accepted.arrival.prepared.search,
  }
}

function getCategory(decided: Decided | null | undefined) {
  if (!decided) return {}
  const { name: category, ...reason } = decided
  return { category, categoryReason: JSON.stringify(reason) }
}

const insertText = `
  with arriving as materialized (
    select * from jsonb_to_recordset($5::jsonb) as x (
      id bigint, "threadId" bigint, digest text, size integer, "receivedAt" timestamptz, "sentAt" timestamptz,
      ref text, direction text, keywords text[], "hasAttachment" boolean, subject text, summary text,
      structure text, unreadable text, mailboxes bigint[], words text, "fromKey" text, "toKey" text,
      "subjectKey" text, headers text, "hasReadable" boolean, "subjectWords" text, category text,
      "categoryReason" text)),
  worded as materialized (
    select id, ('A' || $1::bigint || ' ' || words)::tsvector as words from arriving),
  threads as (
    insert into thread (id, account_id, base_subject, newest_at, awaits_parent)
    select id, $1, "baseSubject", "newestAt", "awaitsParent"
    from jsonb_to_recordset($3::jsonb) as x (id bigint, "baseSubject" text, "newestAt" timestamptz, "awaitsParent" boolean)),
  refs as (
    insert into thread_ref (account_id, ref, thread_id)
    select distinct $1::bigint, decode(ref, 'hex'), "threadId"
    from jsonb_to_recordset($4::jsonb) as x (ref text, "threadId" bigint)
    on conflict (account_id, ref) do nothing),
  messages as (
    insert into message (id, account_id, thread_id, blob_digest, size, received_at, sent_at, message_id_ref,
      direction, keywords, has_attachment, subject, unreadable, category, created_state)
    select id, $1, "threadId", decode(digest, 'hex'), size, "receivedAt", "sentAt", decode(ref, 'hex'),
      direction, keywords, "hasAttachment", subject, unreadable, category, $2
    from arriving),
  bodies as (
    insert into message_body (message_id, summary, structure, category_reason)
    select id, summary::json, structure::json, "categoryReason"::json from arriving),
  searchable as (
    insert into message_search (message_id, words, subject_words, from_key, to_key, subject_key, headers)
    select id, worded.words, "subjectWords"::tsvector, "fromKey", "toKey", "subjectKey", headers
    from arriving join worded using (id)),
  kept as (${keepWords('worded', 'fields', '$1::bigint')}),
  unparted as (
    insert into message_unparted (message_id, account_id) select id, $1 from arriving),
  readable as (
    insert into attachment_text (message_id, account_id) select id, $1 from arriving where "hasReadable")
  insert into message_mailbox (message_id, mailbox_id, received_at)
  select id, unnest(mailboxes), "receivedAt" from arriving`
