import type { MessageId } from '@plmail/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AccountForTests,
  deliver,
  type MailForTests,
  mailForTests,
  newAccount,
} from '../../../../server-testing/src/mail/test-mail.ts'

let room: MailForTests
let account: AccountForTests
let ids: MessageId[]

beforeAll(async () => {
  room = await mailForTests()
  account = await newAccount(room)
  const messages = Array.from({ length: 20 }, (_, n) => ({
    id: `letter.${n}`,
    at: n,
    subject: `letter ${n}`,
    keywords: ['$seen'],
    boxes: [account.boxes.inbox],
  }))
  ids = await deliver(room, account.id, messages)
})
afterAll(() => room[Symbol.asyncDispose]())

/** Rows of message written so far, and those of them written in place, which touches no index. */
async function writes(): Promise<{ all: number; inPlace: number }> {
  await room.db.database.query('select pg_stat_force_next_flush()')
  const [row] = await room.db.database.query<{ all: number; inPlace: number }>(
    `select n_tup_upd as all, n_tup_hot_upd as "inPlace" from pg_stat_user_tables where relname = 'message'`,
  )
  return row!
}

const flag = (id: MessageId, keyword: string) =>
  room.mail.actions.update(
    { kind: 'user', userId: room.user },
    account.id,
    'change',
    new Map([[id, { keywords: new Map([[keyword, true]]) }]]),
  )

test('a keyword that no list is made by is written in place, whatever the indexes of message are', async () => {
  const before = await writes()
  for (const id of ids) await flag(id, '$answered')
  const count = ids.length
  await expect.poll(async () => (await writes()).all - before.all).toBe(count)
  expect((await writes()).inPlace - before.inPlace).toBe(count)
})

test('starred and unread mail is found by columns that follow the keywords', async () => {
  const [first, second] = ids
  await flag(first!, '$flagged')
  await flag(second!, '$Flagged')
  const rows = await room.db.database.query<{ id: MessageId }>(
    'select id from message where account_id = $1 and is_flagged and is_seen order by id',
    [account.id],
  )
  expect(rows.map((row) => row.id)).toEqual([first, second])
})
