import type { AccountId, IdentityId, MessageId, SubmissionId, ThreadId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { Envelope, RecipientStatus, SubmissionState, SubmissionView, UndoStatus } from './types.ts'

/** A row as the steps of sending need it. */
export interface SubmissionRow {
  id: SubmissionId
  accountId: AccountId
  identityId: IdentityId
  messageId: MessageId
  threadId: ThreadId
  digest: Buffer | null
  subject: string
  header: string
  /** Header fields that the stored bytes lack and what is sent must have. */
  added: string[]
  ref: Buffer
  envelope: Envelope
  recipients: RecipientStatus[]
  sendAt: Date
  undoStatus: UndoStatus
  state: SubmissionState
  attempts: number
  handed: string[] | null
  handedAt: Date | null
  createdState: number
  dsnBlobs: Buffer[]
  mdnBlobs: Buffer[]
  /** A receipt about the message, which is no submission to clients (RFC 9007 §2.1). */
  isReceipt: boolean
  /** Clients see it: neither a receipt nor one that a client has forgotten. */
  isVisible: boolean
  /** The provider has taken it and has not said that it went out. */
  isTaken: boolean
  /** When the copy that the provider files in Sent was seen. */
  copySeenAt: Date | null
  /** The name that its client has given to it. */
  operation: string | null
}

const columns = `s.id, s.account_id as "accountId", s.identity_id as "identityId",
  coalesce(s.message_id, s.email_id) as "messageId", coalesce(m.thread_id, s.thread_id) as "threadId",
  s.blob_digest as digest, s.subject, s.message_id_header as header, s.added_fields as added, s.message_id_ref as ref, s.envelope,
  s.recipients, s.send_at as "sendAt", s.undo_status as "undoStatus", s.state, s.attempts, s.handed,
  s.handed_at as "handedAt", s.created_state as "createdState", s.dsn_blobs as "dsnBlobs", s.mdn_blobs as "mdnBlobs",
  s.is_receipt as "isReceipt", s.destroyed_at is null and not s.is_receipt as "isVisible",
  s.is_taken as "isTaken", s.copy_seen_at as "copySeenAt", s.operation`

const source = 'submission s left join message m on m.id = s.message_id'

/** Lists the submissions that clients may see; all of them when `ids` is null. */
export function visible(
  sql: Sql,
  accountId: AccountId,
  ids: readonly SubmissionId[] | null,
): Promise<SubmissionRow[]> {
  return sql.query<SubmissionRow>(
    `select ${columns} from ${source}
     where s.account_id = $1 and s.destroyed_at is null and not s.is_receipt and ($2::bigint[] is null or s.id = any ($2))
     order by s.id`,
    [accountId, ids],
  )
}

export async function selectSubmission(sql: Sql, id: SubmissionId): Promise<SubmissionRow | undefined> {
  const [row] = await sql.query<SubmissionRow>(`select ${columns} from ${source} where s.id = $1`, [id])
  return row
}

/** Finds submissions of the account by the key of their Message-ID, forgotten ones excluded; newest first. */
export function byMessageId(sql: Sql, accountId: AccountId, ref: Buffer): Promise<SubmissionRow[]> {
  return sql.query<SubmissionRow>(
    `select ${columns} from ${source} where s.account_id = $1 and s.message_id_ref = $2 and s.destroyed_at is null and not s.is_receipt
     order by s.id desc`,
    [accountId, ref],
  )
}

/**
 * A submission of the account by the name that its client has given to it, even one that clients may not see any more.
 */
export async function byOperation(
  sql: Sql,
  accountId: AccountId,
  operation: string,
): Promise<SubmissionRow | undefined> {
  const [row] = await sql.query<SubmissionRow>(
    `select ${columns} from ${source} where s.account_id = $1 and s.operation = $2`,
    [accountId, operation],
  )
  return row
}

/** See `Submissions.named`. */
export async function selectByMessageId(
  sql: Sql,
  accountId: AccountId,
  ref: Buffer,
): Promise<SubmissionRow | undefined> {
  const [row] = await sql.query<SubmissionRow>(
    `select ${columns} from ${source} where s.account_id = $1 and s.message_id_ref = $2 and not s.is_receipt
     order by s.id desc limit 1`,
    [accountId, ref],
  )
  return row
}

export const toView = (row: SubmissionRow): SubmissionView => row
