import type { AccountId, MessageId, ThreadId } from '@plmail/wire'
import { AccountGone, stateInSql } from '../../changes/index.ts'
import { blobPlaceInSql, type Sql } from '../../store/index.ts'
import type { EmailRow, WithState } from '../types.ts'

/** See `Mail.read.emails`. */
export async function emails(
  sql: Sql,
  accountId: AccountId,
  ids: readonly MessageId[],
  withStructure: boolean,
): Promise<EmailRow[]> {
  return toRows(await readEmails(sql, accountId, ids, withStructure))
}

/** See `Mail.read.emailsWithState`. */
export async function emailsWithState(
  sql: Sql,
  accountId: AccountId,
  ids: readonly MessageId[],
  withStructure: boolean,
): Promise<WithState<EmailRow[]>> {
  const rows = await readEmails(sql, accountId, ids, withStructure)
  return { state: getState(rows, accountId), found: toRows(rows) }
}

/** One of these there always is: with the state and nothing else when nothing was found. */
type Stated<Row> = { state: number | null } & (Row | { id: null })

/**
 * One statement, in the order asked for, unknown and removed ids left out. The JSON columns stay text, so nothing is
 * parsed and printed again on the way to the wire.
 */
function readEmails(
  sql: Sql,
  accountId: AccountId,
  ids: readonly MessageId[],
  withStructure: boolean,
): Promise<Array<Stated<EmailRow & { position: number }>>> {
  // Who asks for the structure asks for the bytes next.
  const [name, columns] = withStructure ? ['mail-emails-whole', wholeColumns] : ['mail-emails', listColumns]
  return sql.prepared(
    name,
    `select a.state, found.* from (select ${stateInSql('$1')} as state) as a left join lateral (
       select ${columns}, wanted.position
       from unnest($2::bigint[]) with ordinality as wanted (id, position)
       join message m on m.id = wanted.id and m.account_id = $1 and m.removed_at is null
       join message_body body on body.message_id = m.id
     ) as found on true order by found.position`,
    [accountId, ids],
  )
}

const columnsWith = (structure: string, place: string): string => `
  m.id, m.thread_id as "threadId", m.blob_digest as digest, m.size, m.received_at as "receivedAt",
  m.keywords, m.unreadable, body.summary::text as summary, ${structure} as structure, ${place} as place,
  array(select mailbox_id from message_mailbox where message_id = m.id order by mailbox_id) as "mailboxIds"`

const listColumns = columnsWith('null::text', 'null::jsonb')
const wholeColumns = columnsWith('body.structure::text', blobPlaceInSql('m.blob_digest'))

function toRows<Row extends { id: number }>(rows: ReadonlyArray<Stated<Row>>): Row[] {
  return rows.filter((row): row is Row & { state: number | null } => row.id !== null)
}

function getState(rows: ReadonlyArray<{ state: number | null }>, accountId: AccountId): number {
  const state = rows[0]?.state ?? null
  if (state === null) throw new AccountGone(accountId)
  return state
}

/** See `Mail.read.ids`. */
export async function newestMessageIds(sql: Sql, accountId: AccountId, limit: number): Promise<MessageId[]> {
  const rows = await sql.prepared<{ id: MessageId }>(
    'mail-ids',
    `select id from message where account_id = $1 and removed_at is null
     order by received_at desc, id desc limit $2`,
    [accountId, limit],
  )
  return rows.map((row) => row.id)
}

/** See `Mail.read.threadIds`. */
export async function threadIds(sql: Sql, accountId: AccountId, limit: number): Promise<ThreadId[]> {
  const rows = await sql.prepared<{ id: ThreadId }>(
    'mail-thread-ids',
    `select id from thread where account_id = $1 and message_count > 0 limit $2`,
    [accountId, limit],
  )
  return rows.map((row) => row.id)
}

interface ThreadRow {
  id: ThreadId
  messages: MessageId[]
}

/** See `Mail.read.threads`; a thread without messages is left out. */
export async function threads(
  sql: Sql,
  accountId: AccountId,
  ids: readonly ThreadId[],
): Promise<WithState<Map<ThreadId, MessageId[]>>> {
  const rows = await sql.prepared<Stated<ThreadRow>>(
    'mail-threads',
    `select a.state, found.* from (select ${stateInSql('$1')} as state) as a left join lateral (
       select m.thread_id as id, array_agg(m.id order by m.received_at, m.id) as messages
       from message m
       where m.thread_id = any ($2::bigint[]) and m.account_id = $1 and m.removed_at is null
       group by m.thread_id
     ) as found on true`,
    [accountId, ids],
  )
  return {
    state: getState(rows, accountId),
    found: new Map(toRows<ThreadRow>(rows).map(({ id, messages }) => [id, messages])),
  }
}

/** See `Mail.read.wholeThreads`. */
export async function wholeThreads(
  sql: Sql,
  accountId: AccountId,
  ids: readonly ThreadId[],
  max: number,
): Promise<WithState<EmailRow[]> | 'too-many'> {
  const rows = await sql.prepared<Stated<EmailRow>>(
    'mail-whole-threads',
    `select a.state, found.* from (select ${stateInSql('$1')} as state) as a left join lateral (
       select ${wholeColumns}
       from message m join message_body body on body.message_id = m.id
       where m.thread_id = any ($2::bigint[]) and m.account_id = $1 and m.removed_at is null
       limit $3
     ) as found on true order by found."threadId", found."receivedAt", found.id`,
    [accountId, ids, max + 1],
  )
  return rows.length > max ? 'too-many' : { state: getState(rows, accountId), found: toRows<EmailRow>(rows) }
}
