import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseMessage } from '@plmail/mail-format'
import type { AccountId, MailboxId, MessageId, ThreadId, UserId } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import { type Cause, type Change, type Changes, createChanges } from '../../../server/src/changes/index.ts'
import { type FixedClock, fixedClock } from '../../../server/src/kit/clock.ts'
import { systemRandom } from '../../../server/src/kit/random.ts'
import { createBlobPacks } from '../../../server/src/store/blob-packs.ts'
import {
  type Arrival,
  createMail,
  type Mail,
  type MailOptions,
  type OutboxIntent,
  type RemoteMailbox,
  type Role,
} from '../../../server/src/mail/index.ts'

export const start = new Date('2026-03-01T10:00:00Z')
export const ownAddress = 'me@example.test'
export const arrives: Cause = { actor: { kind: 'provider' }, verb: 'arrive' }

/** The mail room over real parts, with one user. Only the outbox, which is another room's, is a list to look at. */
export interface MailForTests extends AsyncDisposable {
  db: TestDatabase
  mail: Mail
  parts: MailOptions
  changes: Changes
  clock: FixedClock
  sent: OutboxIntent[]
  user: UserId
  /** Where the blobs are. */
  folder: string
}

export async function mailForTests(): Promise<MailForTests> {
  const db = await testDatabase()
  const blobFolder = mkdtempSync(join(tmpdir(), 'plmail-mail-'))
  const clock = fixedClock(start)
  const { database } = db
  const changes = createChanges({ database, clock, listen: async () => async () => {} })
  const blobs = createBlobPacks({ sql: database, folder: blobFolder, clock, random: systemRandom })
  const sent: OutboxIntent[] = []
  const outbox = {
    enqueue: async (_: Change, intents: readonly OutboxIntent[]) => void sent.push(...intents),
    unsent: async (): Promise<ReadonlySet<MessageId>> => new Set(),
  }
  const ownAddresses = async () => [ownAddress]
  const parts = {
    database,
    blobs,
    changes,
    outbox,
    clock,
    parse: parseMessage,
    ownAddresses,
    random: systemRandom,
  }
  return {
    db,
    mail: createMail(parts),
    parts,
    changes,
    clock,
    sent,
    folder: blobFolder,
    user: await newUser(db),
    [Symbol.asyncDispose]: async () => {
      await db[Symbol.asyncDispose]()
      rmSync(blobFolder, { recursive: true, force: true })
    },
  }
}

/** The room for the tests of a file; each of them has a user, an account of that user and an outbox to itself. */
export function mailOfEachTest(): { room: MailForTests; account: AccountForTests } {
  const [room, account] = [{} as MailForTests, {} as AccountForTests]
  beforeAll(async () => {
    Object.assign(room, await mailForTests())
  })
  beforeEach(async () => {
    room.user = await newUser(room.db)
    Object.assign(account, await newAccount(room))
    room.sent.length = 0
  })
  afterAll(() => room[Symbol.asyncDispose]())
  return { room, account }
}

export async function newUser(db: TestDatabase): Promise<UserId> {
  const [row] = await db.database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash, created_at)
     values (gen_random_uuid() || '@example.test', 'A', '', now()) returning id`,
  )
  return row!.id
}

/** An account with Inbox, Sent, Drafts, Trash and a folder Work; ids by lower-cased name. */
export interface AccountForTests {
  id: AccountId
  boxes: Record<'inbox' | 'sent' | 'drafts' | 'trash' | 'work', MailboxId>
}

export async function newAccount({ db, changes, mail, user }: MailForTests): Promise<AccountForTests> {
  const id = await db.database.transaction((tx) => changes.open(tx, user, 'mail'))
  const { result } = await changes.write(id, arrives, (change) =>
    mail.mailboxes.reconcile(change, usualFolders),
  )
  const getBox = (name: string) => result.get(name)!
  return {
    id,
    boxes: {
      inbox: getBox('INBOX'),
      sent: getBox('Sent'),
      drafts: getBox('Drafts'),
      trash: getBox('Trash'),
      work: getBox('Work'),
    },
  }
}

export function folder(
  remoteId: string,
  role: Role | null = null,
  parent: string | null = null,
): RemoteMailbox {
  const name = parent === null ? remoteId : remoteId.slice(parent.length + 1)
  return { remoteId, parentRemoteId: parent, name, role, isSelectable: true, isSubscribed: true }
}

export const usualFolders = [
  folder('INBOX', 'inbox'),
  folder('Sent', 'sent'),
  folder('Drafts', 'drafts'),
  folder('Trash', 'trash'),
  folder('Work'),
]

/** A message in few words; what is not said is left out of its header. */
export interface MessageToDeliver {
  id?: string
  inReplyTo?: string
  references?: string[]
  subject?: string
  from?: string
  to?: string
  /** More header lines, `Cc: bob@example.test` for instance. */
  headers?: string[]
  body?: string
  /** Minutes after `start`. */
  at?: number
  keywords?: string[]
  boxes: MailboxId[]
}

export function readBytes(message: MessageToDeliver): Buffer {
  const lines = [
    `From: ${message.from ?? 'ann@example.test'}`,
    `To: ${message.to ?? ownAddress}`,
    ...(message.subject === undefined ? [] : [`Subject: ${message.subject}`]),
    ...(message.id === undefined ? [] : [`Message-ID: <${message.id}>`]),
    ...(message.inReplyTo === undefined ? [] : [`In-Reply-To: <${message.inReplyTo}>`]),
    ...(message.headers ?? []),
    ...(message.references
      ? [`References: ${message.references.map((ref) => `<${ref}>`).join('\r\n ')}`]
      : []),
    '',
    message.body ?? 'Hello',
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** Brings messages into an account as one batch; their ids in order. */
export async function deliver(
  { mail, changes }: MailForTests,
  accountId: AccountId,
  messages: readonly MessageToDeliver[],
): Promise<MessageId[]> {
  const prepared = await mail.ingest.prepare(messages.map(readBytes))
  const arrivals = messages.map((message, index): Arrival => ({
    prepared: prepared[index]!,
    mailboxIds: message.boxes,
    keywords: message.keywords ?? [],
    receivedAt: new Date(start.getTime() + (message.at ?? 0) * 60_000),
  }))
  const written = await changes.write(accountId, arrives, (change) => mail.ingest.arrive(change, arrivals))
  return written.result
}

/** Which messages share a thread, by Message-ID or subject: sorted groups of sorted names. */
export async function partition({ db }: MailForTests, accountId: AccountId): Promise<string[][]> {
  const rows = await db.database.query<{ threadId: ThreadId; name: string }>(
    `select thread_id as "threadId", coalesce(summary -> 'messageId' ->> 0, subject) as name
     from message join message_body on message_id = id where account_id = $1 and removed_at is null`,
    [accountId],
  )
  const groups = new Map<ThreadId, string[]>()
  for (const row of rows) groups.set(row.threadId, [...(groups.get(row.threadId) ?? []), row.name])
  return [...groups.values()].map((names) => names.sort()).sort((a, b) => (a[0]! < b[0]! ? -1 : 1))
}

/** What list rows, counters and threads say that counting the messages again does not confirm; empty when all is well. */
export async function disagreements({ db }: MailForTests, accountId: AccountId): Promise<unknown[]> {
  return db.database.query(recount, [accountId])
}

/** RFC 8621 §2 told a second time, box by box and thread by thread, as plainly as SQL allows. */
const recount = `
  with live as (
    select m.*, not ('$seen' = any (m.keywords)) and not ('$draft' = any (m.keywords)) as unread,
      array(select mailbox_id from message_mailbox where message_id = m.id) as boxes
    from message m where m.account_id = $1 and m.removed_at is null),
  trash as (select coalesce((select id from mailbox where account_id = $1 and role = 'trash'), 0) as id),
  pair as (
    select distinct b.id as box, l.thread_id as thread
    from mailbox b join live l on b.id = any (l.boxes) where b.account_id = $1),
  expected as (
    select p.box, p.thread,
      (select count(*) from live l where l.thread_id = p.thread and p.box = any (l.boxes)) as total,
      (select count(*) from live l where l.thread_id = p.thread and p.box = any (l.boxes) and unread) as unread,
      (select id from live l where l.thread_id = p.thread and p.box = any (l.boxes)
        order by received_at desc, id desc limit 1) as newest,
      exists (select from live l where l.thread_id = p.thread and l.unread and case
        when p.box = (select id from trash) then p.box = any (l.boxes)
        else l.boxes <> array[(select id from trash)] end) as thread_unread,
      coalesce(
        (select chosen_category from live l where l.thread_id = p.thread and chosen_category is not null
          order by chosen_at desc, id desc limit 1),
        (select coalesce(
            (select case tab when 'personal' then 'primary' else tab end
              from unnest('{personal,social,promotions,updates,forums}'::text[]) as tab
              where 'category_' || tab = any (l.keywords) limit 1),
            l.category)
          from live l where l.thread_id = p.thread and l.direction = 'in' order by received_at desc, id desc limit 1),
        'primary') as category
    from pair p),
  kept as (
    select t.mailbox_id, t.thread_id, t.total, t.unread, t.newest_message_id, t.thread_unread, t.category
    from thread_mailbox t join mailbox b on b.id = t.mailbox_id where b.account_id = $1),
  counted as (
    select b.id, coalesce(sum(e.total), 0)::int as emails, coalesce(sum(e.unread), 0)::int as unread,
      count(e.thread)::int as threads, (count(*) filter (where e.thread_unread))::int as unread_threads
    from mailbox b left join expected e on e.box = b.id where b.account_id = $1 group by b.id)
  select 'list row' as what, to_jsonb(x) as row
    from ((table expected except select mailbox_id, thread_id, total, unread, newest_message_id, thread_unread, category from kept)
      ) as x (box, thread, total, unread, newest, thread_unread, category)
  union all
  select 'too many list rows', to_jsonb(k) from kept k
    where not exists (select from expected e where e.box = k.mailbox_id and e.thread = k.thread_id)
  union all
  select 'counter', to_jsonb(c) from counted c join mailbox b on b.id = c.id
    where (b.total_emails, b.unread_emails, b.total_threads, b.unread_threads)
      <> (c.emails, c.unread, c.threads, c.unread_threads)
  union all
  select 'thread', to_jsonb(t) from thread t where t.account_id = $1 and (
    t.message_count <> (select count(*) from live l where l.thread_id = t.id)
    or not exists (select from message m where m.thread_id = t.id)
    or t.newest_at <> coalesce((select max(received_at) from live l where l.thread_id = t.id), t.newest_at))`

/** The same room, noting every prepared statement so that its plan can be looked at afterwards. */
export function recording(room: MailForTests) {
  const seen: Array<{ text: string; values: readonly unknown[] }> = []
  const { database } = room.db
  const noted: typeof database = {
    ...database,
    prepared: (name, text, values = []) => {
      seen.push({ text, values })
      return database.prepared(name, text, values)
    },
  }
  const mail = createMail({ ...room.parts, database: noted })
  const plans = async (isWanted: (text: string) => boolean): Promise<string[]> => {
    const wanted = seen.filter(({ text }) => isWanted(text))
    return Promise.all(
      wanted.map(async ({ text, values }) => {
        const rows = await database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }),
    )
  }
  return { mail, plans }
}
