import type { AccountId, MailboxId, MessageId, UserId } from '@plmail/wire'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { type Cause, type Change, createChanges } from '../../changes/index.ts'
import { fixedClock } from '../../kit/clock.ts'
import type { OutboxIntent } from '../../mail/index.ts'
import type { Tx } from '../../store/index.ts'
import { createOutbox } from './enqueue.ts'
import { claimDue } from './operations.ts'

const cause: Cause = { actor: { kind: 'system' }, verb: 'change' }
const waiting = 5_000

let db: TestDatabase
let account: AccountId
const clock = fixedClock(new Date('2026-03-01T10:00:00Z'))
const outbox = createOutbox({ jobs: { enqueue: async () => {} } })

beforeAll(async () => {
  db = await testDatabase()
  const changes = createChanges({ database: db.database, listen: async () => async () => {}, clock })
  const [user] = await db.database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash, created_at) values ('a@example.test', 'A', '', now())
     returning id`,
  )
  account = await db.database.transaction((tx) => changes.open(tx, user!.id, 'mail'))
  await db.database.query(
    `insert into outbox_op (account_id, message_id, field, base, desired, due_at, created_at)
     select $1, n, 'keyword:$seen', 'false', 'true', now(), now() from generate_series(1, $2::int) as n`,
    [account, waiting],
  )
  await db.database.query('analyze outbox_op')
})
afterAll(() => db[Symbol.asyncDispose]())

const writing = <T>(work: (change: Change) => Promise<T>) => {
  const changes = createChanges({ database: db.database, listen: async () => async () => {}, clock })
  return changes.write(account, cause, work)
}

const seen = (messageId: number, base: boolean) =>
  ({ field: 'keyword:$seen', messageId: messageId as MessageId, base, desired: !base }) as const

const ofMessage = (id: number) =>
  db.database.query<{ base: unknown; desired: unknown }>(
    'select base, desired from outbox_op where account_id = $1 and message_id = $2',
    [account, id],
  )

test('of many decisions each replaces or cancels the one that waits for the same field, or is added', async () => {
  await writing((change) => outbox.enqueue(change, [seen(1, true), seen(2, false), seen(waiting + 1, false)]))
  expect(await ofMessage(1)).toEqual([])
  expect(await ofMessage(2)).toEqual([{ base: false, desired: true }])
  expect(await ofMessage(waiting + 1)).toEqual([{ base: false, desired: true }])
})

test('what is sent while it is taken back is not forgotten: taking it back is sent as well', async () => {
  await writing((change) => outbox.enqueue(change, [seen(waiting + 2, false)]))
  const claim = await openTransaction()
  const claimed = await claimDue(claim.tx, account, clock.now(), 2 * waiting)
  const back = writing((change) => outbox.enqueue(change, [seen(waiting + 2, true)]))
  await vi.waitUntil(isWaitingForALock, { timeout: 30_000 })
  await claim.commit()
  await back
  expect(claimed.map((operation) => operation.desired)).toContain(true)
  const rows = await db.database.query(
    'select state, base, desired from outbox_op where account_id = $1 and message_id = $2 order by id',
    [account, waiting + 2],
  )
  expect(rows).toEqual([
    { state: 'sending', base: false, desired: true },
    { state: 'pending', base: true, desired: false },
  ])
})

/** The append of a message that was made here, as it waits in the outbox. */
const append = (messageId: number): OutboxIntent => ({
  field: 'append',
  messageId: messageId as MessageId,
  base: null,
  desired: [1 as MailboxId],
})

test('a mark that is taken back before its message is stored costs nothing', async () => {
  const id = waiting + 3
  await writing((change) => outbox.enqueue(change, [append(id), seen(id, false)]))
  await writing((change) => outbox.enqueue(change, [seen(id, true)]))
  expect(await ofMessage(id)).toEqual([{ base: null, desired: [1] }])
})

test('a mark that is taken back while its message is being stored with it is taken off afterwards', async () => {
  const id = waiting + 4
  await writing((change) => outbox.enqueue(change, [append(id), seen(id, false)]))
  await db.database.transaction((tx) => claimDue(tx, account, clock.now(), 2 * waiting))
  await writing((change) => outbox.enqueue(change, [seen(id, true)]))
  expect(await ofMessage(id)).toContainEqual({ base: false, desired: false })
})

test('nor is it forgotten when storing the message begins at the same moment', async () => {
  const id = waiting + 5
  await writing((change) => outbox.enqueue(change, [append(id), seen(id, false)]))
  const claim = await openTransaction()
  await claimDue(claim.tx, account, clock.now(), 2 * waiting)
  const back = writing((change) => outbox.enqueue(change, [seen(id, true)]))
  try {
    await vi.waitUntil(isWaitingForALock, { timeout: 30_000 })
  } finally {
    await claim.commit()
  }
  await back
  expect(await ofMessage(id)).toContainEqual({ base: false, desired: false })
})

/** A transaction that stays open until it is told to commit. */
async function openTransaction() {
  let commit = () => {}
  let done: Promise<unknown> = Promise.resolve()
  const tx = await new Promise<Tx>((opened, failed) => {
    done = db.database
      .transaction(async (open) => {
        opened(open)
        await new Promise<void>((resolve) => (commit = resolve))
      })
      .catch(failed)
  })
  return { tx, commit: async () => (commit(), await done) }
}

const isWaitingForALock = async () => {
  const [row] = await db.database.query<{ waits: boolean }>(
    `select exists (select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock') as waits`,
  )
  return row?.waits ?? false
}

test('decisions go with their account, and the account needs no look at each', async () => {
  const [{ count } = { count: -1 }] = await db.database.query<{ count: number }>(
    `select count(*) as count from pg_constraint where conrelid = 'outbox_op'::regclass and contype = 'f'
       and confrelid in ('jmap_account'::regclass, 'message'::regclass)`,
  )
  expect(count).toBe(0)
})

test('however many decisions wait, the one for a field is found by its index', async () => {
  const plan = await writing(async (change) => {
    const texts: string[] = []
    const tx = { ...change.tx, send: (_name: string, text: string) => void texts.push(text) }
    await outbox.enqueue({ ...change, tx }, [seen(3, false)])
    await change.tx.query(`set local plan_cache_mode = force_generic_plan`)
    await change.tx.query(`prepare probe (bigint, bigint, timestamptz, text) as ${texts[0]}`)
    return change.tx.query<{ 'QUERY PLAN': string }>(
      `explain execute probe (${account}, 1, now(), '[{"message_id": 3, "field": "keyword:$seen"}]')`,
    )
  })
  const text = plan.result.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toContain('Index Scan using outbox_op_pending')
  expect(text).not.toContain('Seq Scan')
})
