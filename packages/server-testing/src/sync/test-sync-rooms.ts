import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseMessage } from '@plmail/mail-format'
import type { AccountId, MailboxId, MessageId, UserId } from '@plmail/wire'
import { createEvents } from '../../../server/src/events/index.ts'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import { type Changes, createChanges, type LiveEvent } from '../../../server/src/changes/index.ts'
import { createJobs, type Jobs } from '../../../server/src/jobs/index.ts'
import { type Clock, systemClock } from '../../../server/src/kit/clock.ts'
import { createLog, silentLog } from '../../../server/src/kit/log.ts'
import { systemRandom } from '../../../server/src/kit/random.ts'
import {
  createIdentities,
  createMail,
  createSubmissions,
  type EmailRow,
  type Identities,
  type Mail,
  type Role,
  type Submissions,
} from '../../../server/src/mail/index.ts'
import { sendBy } from '../../../server/src/main/provider-sessions.ts'
import { createBlobPacks } from '../../../server/src/store/blob-packs.ts'
import { createListener } from '../../../server/src/store/listen.ts'
import { createLocks, type Locks } from '../../../server/src/store/locks.ts'
import { createOutbox, createSync, type OpenMailSession, type Sync } from '../../../server/src/sync/index.ts'
import type { SyncOptions } from '../../../server/src/sync/sync.ts'

/** One account, kept in step by the real rooms. */
export interface RoomsForTests extends AsyncDisposable {
  db: TestDatabase
  /** Of the blobs. */
  folder: string
  mail: Mail
  changes: Changes
  identities: Identities
  submissions: Submissions
  jobs: Jobs
  sync: Sync
  user: UserId
  account: AccountId
  /** What was recorded about the account, newest last. */
  conditions: string[]
  events: LiveEvent[]
  /** A look now, to its end. */
  syncNow(): Promise<void>
  /** Messages of one mailbox, newest first. */
  inRole(role: Role): Promise<EmailRow[]>
  getMailbox(role: Role): Promise<MailboxId>
  subjects(role: Role): Promise<string[]>
  /** The same rooms for a fresh account, which takes the place of this one: nothing looks at the old one any more. */
  another(open: OpenMailSession, address: string): Promise<RoomsForTests>
}

export interface RoomsOptions extends Pick<SyncOptions, 'halfMoveMilliseconds'> {
  /** False when another process shall do what is due. */
  isUsable?: boolean
  /** Of the account. */
  address?: string
  /** What the rooms take for the time; jobs are due by the database's own. */
  clock?: Clock
}

/** `open` gives a session to the account's provider, whichever it is. */
export async function roomsForTests(
  open: OpenMailSession,
  beforeStart: (
    parts: Pick<RoomsForTests, 'db' | 'jobs' | 'user' | 'account'> & { locks: Locks },
  ) => void = () => {},
  { isUsable = true, address = 'ann@example.test', clock = systemClock, ...more }: RoomsOptions = {},
): Promise<RoomsForTests> {
  const db = await testDatabase()
  const { database } = db
  const folder = mkdtempSync(join(tmpdir(), 'plmail-sync-'))
  const listener = createListener({ connectionString: db.connectionString, log: silentLog })
  const locks = createLocks(db.connectionString)
  const changes = createChanges({ database, clock, listen: listener.listen })
  const jobs = createJobs({ database, clock, log: createLog({ level: 'warn' }) })
  const blobs = createBlobPacks({ sql: database, folder, clock, random: systemRandom })
  const outbox = createOutbox({ jobs })
  const mail = createMail({
    database,
    blobs,
    changes,
    outbox,
    clock,
    random: systemRandom,
    parse: parseMessage,
  })
  const user = await newUser(db)
  const current = {
    account: await database.transaction((tx) => changes.open(tx, user, 'mail')),
    open,
    address,
  }
  const conditions: string[] = []
  const sync = createSync({
    events: createEvents(),
    database,
    changes,
    jobs,
    mail,
    clock,
    log: silentLog,
    accounts: {
      activeIds: async () => [current.account],
      getOwner: async () => user,
      setCondition: async (_id, condition) => void conditions.push(condition),
    },
    open: (id, purpose) => current.open(id, purpose),
    locks,
    listen: listener.listen,
    ...more,
  })
  const getHolder = async () => ({ address: current.address, name: 'Ann', hasAliases: false })
  const identities = createIdentities({ database, changes, getHolder })
  const submissions = createSubmissions({
    database,
    changes,
    blobs,
    jobs,
    mail,
    identities,
    outbox,
    getHolder,
    getLanguage: async () => 'en',
    relay: async (id, message, beforeEnd) => {
      const session = await current.open(id, 'live')
      if (session.names !== 'in-account') throw new Error('Its mail is sent by SMTP')
      return sendBy(session, message, beforeEnd)
    },
    refreshAccount: (id) => sync.refresh(id),
    clock,
    random: systemRandom,
  })
  const events: LiveEvent[] = []
  const stopListening = await changes.listen({
    event: (_user, event) => events.push(event),
    missed: () => {},
  })
  beforeStart({ db, jobs, user, account: current.account, locks })
  if (isUsable) await jobs.start()
  const close = async () => {
    await sync.stop()
    if (isUsable) await jobs.stop(2_000)
    await stopListening()
    await listener.close()
    await locks.close()
    await db[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  }
  const createRooms = (account: AccountId): RoomsForTests => ({
    db,
    folder,
    mail,
    changes,
    identities,
    submissions,
    jobs,
    sync,
    user,
    account,
    conditions,
    events,
    syncNow: async () => {
      await sync.refresh(account)
      await eventually(() => idle(db, 1))
    },
    inRole: (role) => inRole(mail, account, role),
    getMailbox: (role) => getMailbox(mail, account, role),
    subjects: async (role) => (await inRole(mail, account, role)).map(getSubject),
    another: async (openNext, addressNext) => {
      current.account = await database.transaction((tx) => changes.open(tx, user, 'mail'))
      current.open = openNext
      current.address = addressNext
      conditions.length = 0
      events.length = 0
      return createRooms(current.account)
    },
    [Symbol.asyncDispose]: close,
  })
  return createRooms(current.account)
}

/** No job is running or due within so many seconds; those put off to later do not count. */
export async function idle(db: TestDatabase, seconds: number): Promise<boolean> {
  const rows = await db.database.query<{ busy: boolean }>(
    `select exists (
       select 1 from job
       where run_at <= now() + make_interval(secs => $1) and attempts < max_attempts) as busy`,
    [seconds],
  )
  return rows[0]?.busy === false
}

async function newUser(db: TestDatabase): Promise<UserId> {
  const rows = await db.database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash) values ('ann@example.test', 'Ann', 'x') returning id`,
  )
  return rows[0]!.id
}

async function getMailbox(mail: Mail, account: AccountId, role: Role): Promise<MailboxId> {
  const found = (await mail.mailboxes.list(account)).find((mailbox) => mailbox.role === role)
  if (!found) throw new Error(`The account has no mailbox with role ${role}`)
  return found.id
}

async function inRole(mail: Mail, account: AccountId, role: Role): Promise<EmailRow[]> {
  const all = await mail.mailboxes.list(account)
  const id = all.find((mailbox) => mailbox.role === role)?.id
  if (id === undefined) return []
  const filter = { kind: 'in-mailbox' as const, mailboxIds: [id] }
  const { found } = await mail.read.query(account, {
    filter,
    sort: [],
    collapseThreads: false,
    calculateTotal: false,
    position: 0,
    limit: 5000,
  })
  const ids = found === 'anchor-not-found' ? [] : found.ids
  const rows = await mail.read.emails(account, ids, false)
  const order = new Map<MessageId, number>(ids.map((messageId, index) => [messageId, index]))
  return rows.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
}

export const getSubject = (row: EmailRow): string => (JSON.parse(row.summary) as { subject: string }).subject

/** Waits until the claim holds; fails after a minute, which a loaded machine may need. */
export async function eventually(claim: () => Promise<boolean>, milliseconds = 60_000): Promise<void> {
  const until = Date.now() + milliseconds
  while (!(await claim())) {
    if (Date.now() > until) throw new Error(`Did not come true in ${milliseconds} ms: ${claim.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A look now and all that comes of it, putting forward what was put off: time passes here by saying so. */
export async function settled({
  db,
  sync,
  account,
}: Pick<RoomsForTests, 'db' | 'sync' | 'account'>): Promise<void> {
  const { database } = db
  await sync.refresh(account)
  for (let tries = 0; tries < 40; tries++) {
    await eventually(() => idle(db, 0))
    await database.query(`update sync_item set due_at = now() where due_at > now()`)
    await database.query(`update outbox_op set due_at = now() where state = 'pending' and due_at > now()`)
    await database.query(
      `update submission set due_at = now(), handed_at = handed_at - interval '5 minutes' where due_at > now()`,
    )
    const late = await database.query(
      `update job set run_at = now() where run_at > now() and taken_by is null returning id`,
    )
    if (late.length === 0) return
    await database.query(`select pg_notify('plmail_jobs', '*')`)
  }
}
