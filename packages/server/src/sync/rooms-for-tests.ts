import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountId, MailboxId, MessageId, UserId } from '@plmail/wire'
import { type TestDatabase, testDatabase } from '../../../../test/fixtures/database.ts'
import { type Changes, createChanges, type LiveEvent } from '../changes/index.ts'
import { createJobs, type Jobs } from '../jobs/index.ts'
import { systemClock } from '../kit/clock.ts'
import { createLog, silentLog } from '../kit/log.ts'
import { systemRandom } from '../kit/random.ts'
import { createMail, type EmailRow, type Mail, parseMessage, type Role } from '../mail/index.ts'
import { createBlobPacks } from '../store/blob-packs.ts'
import { createListener } from '../store/listen.ts'
import { createLocks, type Locks } from '../store/locks.ts'
import { createOutbox, createSync, type OpenSession, type Sync } from './index.ts'
import type { SyncOptions } from './sync.ts'

/** One account, kept in step by the real rooms. */
export interface RoomsForTests extends AsyncDisposable {
  db: TestDatabase
  /** Of the blobs. */
  folder: string
  mail: Mail
  changes: Changes
  jobs: Jobs
  sync: Sync
  user: UserId
  account: AccountId
  /** What was recorded about the account, newest last. */
  conditions: string[]
  events: LiveEvent[]
  /** A look now, to its end. */
  look(): Promise<void>
  /** Messages of one mailbox, newest first. */
  inRole(role: Role): Promise<EmailRow[]>
  mailboxOf(role: Role): Promise<MailboxId>
  subjects(role: Role): Promise<string[]>
}

export interface RoomsOptions extends Pick<SyncOptions, 'halfMoveMilliseconds'> {
  /** False when another process shall do what is due. */
  worksHere?: boolean
}

/** `open` gives a session to the account's provider, whichever it is. */
export async function roomsForTests(
  open: OpenSession,
  beforeStart: (
    parts: Pick<RoomsForTests, 'db' | 'jobs' | 'user' | 'account'> & { locks: Locks },
  ) => void = () => {},
  { worksHere = true, ...more }: RoomsOptions = {},
): Promise<RoomsForTests> {
  const db = await testDatabase()
  const { database } = db
  const folder = mkdtempSync(join(tmpdir(), 'plmail-sync-'))
  const listener = createListener({ connectionString: db.connectionString, log: silentLog })
  const locks = createLocks(db.connectionString)
  const changes = createChanges({ database, clock: systemClock, listen: listener.listen })
  const jobs = createJobs({ database, clock: systemClock, log: createLog({ level: 'warn' }) })
  const blobs = createBlobPacks({ sql: database, folder, clock: systemClock, random: systemRandom })
  const outbox = createOutbox({ jobs })
  const mail = createMail({
    ...{ database, blobs, changes, outbox, clock: systemClock, random: systemRandom, parse: parseMessage },
  })
  const user = await newUser(db)
  const account = await database.transaction((tx) => changes.open(tx, user, 'mail'))
  const conditions: string[] = []
  const sync = createSync({
    ...{ database, changes, jobs, mail, clock: systemClock, log: silentLog },
    accounts: {
      activeIds: async () => [account],
      ownerOf: async () => user,
      setCondition: async (_id, condition) => void conditions.push(condition),
    },
    open,
    locks,
    listen: listener.listen,
    ...more,
  })
  const events: LiveEvent[] = []
  const stopListening = await changes.listen({
    event: (_user, event) => events.push(event),
    missed: () => {},
  })
  beforeStart({ db, jobs, user, account, locks })
  if (worksHere) await jobs.start()
  return {
    ...{ db, folder, mail, changes, jobs, sync, user, account, conditions, events },
    look: async () => {
      await sync.refresh(account)
      await eventually(() => idle(db))
    },
    inRole: (role) => inRole(mail, account, role),
    mailboxOf: (role) => mailboxOf(mail, account, role),
    subjects: async (role) => (await inRole(mail, account, role)).map(subjectOf),
    [Symbol.asyncDispose]: async () => {
      await sync.stop()
      if (worksHere) await jobs.stop(2_000)
      await stopListening()
      await listener.close()
      await locks.close()
      await db[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** No job is waiting or running; those put off to later do not count. */
async function idle(db: TestDatabase): Promise<boolean> {
  const rows = await db.database.query<{ busy: boolean }>(
    `select exists (
       select 1 from graphile_worker.jobs
       where run_at <= now() + interval '1 second' and attempts < max_attempts) as busy`,
  )
  return rows[0]?.busy === false
}

async function newUser(db: TestDatabase): Promise<UserId> {
  const rows = await db.database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash) values ('ann@example.test', 'Ann', 'x') returning id`,
  )
  return rows[0]!.id
}

async function mailboxOf(mail: Mail, account: AccountId, role: Role): Promise<MailboxId> {
  const found = (await mail.mailboxes.list(account)).find((mailbox) => mailbox.role === role)
  if (!found) throw new Error(`The account has no mailbox with role ${role}`)
  return found.id
}

async function inRole(mail: Mail, account: AccountId, role: Role): Promise<EmailRow[]> {
  const all = await mail.mailboxes.list(account)
  const id = all.find((mailbox) => mailbox.role === role)?.id
  if (id === undefined) return []
  const filter = { kind: 'in-mailbox' as const, mailboxIds: [id] }
  const found = await mail.read.query(account, {
    ...{ filter, sort: [], collapseThreads: false, calculateTotal: false, position: 0, limit: 5000 },
  })
  const ids = found === 'anchor-not-found' ? [] : found.ids
  const rows = await mail.read.emails(account, ids, false)
  const order = new Map<MessageId, number>(ids.map((one, index) => [one, index]))
  return rows.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
}

export const subjectOf = (row: EmailRow): string => (JSON.parse(row.summary) as { subject: string }).subject

/** Waits until the claim holds; fails after a minute, which a loaded machine may need. */
export async function eventually(claim: () => Promise<boolean>, milliseconds = 60_000): Promise<void> {
  const until = Date.now() + milliseconds
  while (!(await claim())) {
    if (Date.now() > until) throw new Error(`Did not come true in ${milliseconds} ms: ${claim.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Waits until no job is due, putting forward what was put off: time passes here by saying so. */
export async function settled(rooms: Pick<RoomsForTests, 'db' | 'look'>): Promise<void> {
  const { database } = rooms.db
  for (let tries = 0; tries < 40; tries++) {
    await rooms.look()
    await database.query(`update sync_item set due_at = now() where due_at > now()`)
    await database.query(`update outbox_op set due_at = now() where state = 'pending' and due_at > now()`)
    const late = await database.query(
      `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null returning id`,
    )
    if (late.length === 0) return
    await database.query(`select pg_notify('jobs:insert', '{"r":"x","count":1}')`)
  }
}
