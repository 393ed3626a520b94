import { createHash } from 'node:crypto'
import type { ParsedMessage } from '@plmail/mail-format'
import type { AccountId, MessageId } from '@plmail/wire'
import { AccountGone, type Change, type Changes } from '../../changes/index.ts'
import type { Blobs, Database } from '../../store/index.ts'
import { cleanText } from '../clean-text.ts'
import { maxSubjectLength } from '../ingest/insert-messages.ts'
import { hashMessageId } from '../threading/thread-input.ts'
import type { Restored } from './types.ts'

export interface RestoreParts {
  database: Database
  blobs: Pick<Blobs, 'putAll'>
  changes: Changes
  parse: (raw: Buffer) => ParsedMessage
}

interface StoredMessage {
  digest: Buffer
  ref: Buffer | null
}

/** See `Damage.restore`. */
export async function restore(
  { database, blobs, changes, parse }: RestoreParts,
  accountId: AccountId,
  id: MessageId,
  raw: Buffer,
): Promise<Restored> {
  const [message] = await database.query<StoredMessage>(
    'select blob_digest as digest, message_id_ref as ref from message where id = $1 and account_id = $2',
    [id, accountId],
  )
  if (!message) return 'gone'
  if (createHash('sha256').update(raw).digest().equals(message.digest)) {
    await blobs.putAll([raw])
    await database.query(countRestored, [accountId, id])
    return 'restored'
  }
  const parsed = parse(raw)
  if (!isSameMessage(message, parsed)) return 'other-message'
  const [digest] = await blobs.putAll([raw])
  if (!digest) throw new Error('the blob store returned no digest')
  const cause = { actor: { kind: 'system' as const }, verb: 'restore' }
  try {
    await changes.write(accountId, cause, (change) =>
      describeAnew(change, { id, digest, size: raw.length, parsed }),
    )
  } catch (error) {
    if (error instanceof AccountGone) return 'gone'
    throw error
  }
  return 'restored'
}

/** A provider that writes a message anew may fold its header otherwise, but its Message-ID is the message's own. */
function isSameMessage({ ref }: StoredMessage, { messageId }: ParsedMessage): boolean {
  if (ref === null || messageId === null) return ref === null && messageId === null
  return hashMessageId(messageId).equals(ref)
}

interface RestoredMessage {
  id: MessageId
  digest: Buffer
  size: number
  parsed: ParsedMessage
}

async function describeAnew(change: Change, { id, digest, size, parsed }: RestoredMessage): Promise<void> {
  await change.tx.query(
    `with described as (
       update message set blob_digest = $3, size = $4, has_attachment = $5, subject = $6
       where id = $1 and account_id = $2 returning id),
     body as (
       update message_body set summary = $7::json, structure = $8::json
       where message_id in (select id from described))
     insert into message_unindexed (message_id, account_id) select id, $2 from described on conflict do nothing`,
    [
      id,
      change.accountId,
      digest,
      size,
      parsed.hasAttachment,
      cleanText(parsed.subject, maxSubjectLength),
      JSON.stringify(parsed.summary),
      JSON.stringify(parsed.structure ?? null),
    ],
  )
  await change.tx.query(countRestored, [change.accountId, id])
  change.updated('Email', [id])
}

const countRestored = `
  with restored as (delete from damaged_message where message_id = $2 and account_id = $1 returning 1)
  insert into byte_check (account_id, restored) select $1, count(*) from restored having count(*) > 0
  on conflict (account_id) do update set restored = byte_check.restored + excluded.restored`
