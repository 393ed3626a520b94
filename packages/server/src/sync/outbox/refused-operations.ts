import type { AccountId, MessageId } from '@plmail/wire'
import type { Mail } from '../../mail/index.ts'
import type { Sql } from '../../store/index.ts'
import type { RefusedOperation } from '../types.ts'

const maxListed = 100
/** How long somebody may take to look; afterwards it is history. */
const keptDays = 30
const purgedAtOnce = 1000

interface Row {
  id: number
  message_id: MessageId | null
  field: string
  desired: unknown
  refused_at: Date
  last_error: string | null
}

/** See `Sync.refused.list`. */
export async function listRefused(
  sql: Sql,
  mail: Pick<Mail, 'read'>,
  accountId: AccountId,
): Promise<RefusedOperation[]> {
  const rows = await sql.query<Row>(
    `select id, message_id, field, coalesce(nullif(desired, 'null'), base) as desired, refused_at, last_error from outbox_op
     where account_id = $1 and state = 'refused' and refused_at is not null
     order by refused_at desc, id desc limit $2`,
    [accountId, maxListed],
  )
  const ids = rows.flatMap((row) => row.message_id ?? [])
  const subjects = await loadSubjects(mail, accountId, [...new Set(ids)])
  return rows.map((row) => ({
    id: row.id,
    what: getWhat(row),
    name: row.message_id === null ? folderName(row.desired) : (subjects.get(row.message_id) ?? null),
    refusedAt: row.refused_at,
    serverSaid: row.last_error ?? '',
  }))
}

async function loadSubjects(
  mail: Pick<Mail, 'read'>,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, string | null>> {
  const emails = await mail.read.emails(accountId, ids, false)
  return new Map(
    emails.map(({ id, summary }) => [id, (JSON.parse(summary) as { subject: string | null }).subject]),
  )
}

// The row's `desired` was written from an OutboxIntent.
function getWhat({ field, desired }: Row): RefusedOperation['what'] {
  if (field === 'mailboxes') return 'move'
  if (field === 'destroy') return 'delete'
  if (field === 'append') return 'store'
  if (field === 'create-mailbox') return 'create-folder'
  if (field === 'rename-mailbox') return 'rename-folder'
  if (field === 'subscribe-mailbox') return 'subscribe-folder'
  if (field === 'destroy-mailbox') return 'delete-folder'
  if (field === 'keyword:$seen') return desired === true ? 'mark-read' : 'mark-unread'
  if (field === 'keyword:$flagged') return desired === true ? 'star' : 'unstar'
  return 'mark'
}

function folderName(desired: unknown): string | null {
  return (desired as { name?: string } | null)?.name ?? null
}

/** See `Sync.refused.dismiss`. */
export async function dismissRefused(sql: Sql, accountId: AccountId, id: number): Promise<boolean> {
  const gone = await sql.query(
    `delete from outbox_op where account_id = $1 and id = $2 and state = 'refused' returning id`,
    [accountId, id],
  )
  return gone.length > 0
}

/** See `Sync.refused.purge`. A statement a batch, so that none holds rows for long. */
export async function purgeRefused(sql: Sql, now: Date): Promise<number> {
  const cut = new Date(now.getTime() - keptDays * 86_400_000)
  let purged = 0
  for (;;) {
    const gone = await sql.query(
      `delete from outbox_op where id in (
         select id from outbox_op where state = 'refused' and refused_at <= $1 order by id limit $2)
       returning id`,
      [cut, purgedAtOnce],
    )
    purged += gone.length
    if (gone.length < purgedAtOnce) return purged
  }
}
