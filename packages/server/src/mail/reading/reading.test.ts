import type { AccountId, MessageId, ThreadId } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AccountGone } from '../../changes/index.ts'
import {
  type AccountForTests,
  arrives,
  readBytes,
  deliver,
  type MailForTests,
  mailForTests,
  newAccount,
} from '../../../../server-testing/src/mail/test-mail.ts'

let room: MailForTests
let account: AccountForTests
let otherAccount: AccountForTests

beforeAll(async () => {
  room = await mailForTests()
})
afterAll(() => room[Symbol.asyncDispose]())
beforeEach(async () => {
  ;[account, otherAccount] = [await newAccount(room), await newAccount(room)]
})

describe('emails', () => {
  test('come in the order asked for, without what the account does not have', async () => {
    const [a, b] = await deliver(room, account.id, [
      { boxes: [account.boxes.inbox] },
      { boxes: [account.boxes.work] },
    ])
    const [foreign] = await deliver(room, otherAccount.id, [{ boxes: [otherAccount.boxes.inbox] }])
    const rows = await room.mail.read.emails(account.id, [b!, foreign!, 999_999_999 as MessageId, a!], false)
    expect(rows.map((row) => row.id)).toEqual([b, a])
    expect(rows.map((row) => row.structure)).toEqual([null, null])
    expect(await room.mail.read.emails(account.id, [], true)).toEqual([])
  })

  test('come with the state they belong to, even when there are none', async () => {
    const [id] = await deliver(room, account.id, [{ boxes: [account.boxes.inbox] }])
    const state = await room.changes.state(account.id)
    const rows = await room.mail.read.emails(account.id, [id!], true)
    expect(await room.mail.read.emailsWithState(account.id, [id!], true)).toEqual({ state, found: rows })
    expect(await room.mail.read.emailsWithState(account.id, [], false)).toEqual({ state, found: [] })
    const nobodys = 999_999_999 as AccountId
    await expect(room.mail.read.emailsWithState(nobodys, [id!], false)).rejects.toThrow(AccountGone)
  })
})

describe('threads', () => {
  test('list their messages oldest first, whenever those arrived', async () => {
    const boxes = [account.boxes.inbox]
    const [late] = await deliver(room, account.id, [{ id: 'a', boxes, at: 9 }])
    const [early] = await deliver(room, account.id, [{ id: 'b', inReplyTo: 'a', boxes, at: 3 }])
    const [row] = await room.mail.read.emails(account.id, [late!], false)
    const threads = await room.mail.read.threads(account.id, [row!.threadId, 999_999_999 as ThreadId])
    expect(threads.found).toEqual(new Map([[row!.threadId, [early, late]]]))
    expect(threads.state).toBe(await room.changes.state(account.id))
    expect((await room.mail.read.threads(otherAccount.id, [row!.threadId])).found).toEqual(new Map())
  })

  test('are read with their messages as they and those are read one after the other', async () => {
    const boxes = [account.boxes.inbox]
    const [late, alone] = await deliver(room, account.id, [
      { id: 'a', boxes, at: 9 },
      { id: 'c', boxes },
    ])
    const [early] = await deliver(room, account.id, [{ id: 'b', inReplyTo: 'a', boxes, at: 3 }])
    const rows = await room.mail.read.emails(account.id, [late!, alone!], true)
    const ids = [...new Set(rows.map((row) => row.threadId))]
    const apart = await room.mail.read.threads(account.id, ids)
    const members = ids.flatMap((id) => apart.found.get(id) ?? [])
    expect(members).toEqual([early, late, alone])
    const whole = await room.mail.read.wholeThreads(account.id, ids, 3)
    expect(await room.mail.read.emailsWithState(account.id, members, true)).toMatchObject(whole as object)
    expect(await room.mail.read.wholeThreads(account.id, ids, 2)).toBe('too-many')
    expect(await room.mail.read.wholeThreads(otherAccount.id, ids, 3)).toMatchObject({ found: [] })
  })
})

describe('raw bytes', () => {
  test('are given to accounts that have the message, and to no other that knows the digest', async () => {
    const message = { id: 'secret', boxes: [account.boxes.inbox] }
    const [id] = await deliver(room, account.id, [message])
    const [row] = await room.mail.read.emails(account.id, [id!], false)
    expect(await room.mail.read.raw(account.id, row!.digest)).toEqual(readBytes(message))
    expect(await room.mail.read.raw(otherAccount.id, row!.digest)).toBeUndefined()
    expect(await room.mail.read.raw(account.id, Buffer.alloc(32))).toBeUndefined()
  })
})

describe('the purge', () => {
  const remove = (ids: MessageId[]) =>
    room.changes.write(account.id, arrives, (change) => room.mail.provided.remove(change, ids))
  const kept = async (ids: MessageId[]) => {
    const rows = await room.db.database.query<{ id: MessageId }>(
      'select id from message where id = any ($1::bigint[]) order by id',
      [ids],
    )
    return rows.map((row) => row.id)
  }

  test('forgets what was removed more than 30 days ago, and nothing else', async () => {
    const boxes = [account.boxes.inbox]
    const ids = await deliver(room, account.id, [
      { id: 'old', boxes },
      { id: 'recent', boxes },
      { id: 'live', boxes },
    ])
    const rows = await room.mail.read.emails(account.id, ids, false)
    await remove([ids[0]!])
    room.clock.advance(29 * 86_400_000)
    await remove([ids[1]!])
    room.clock.advance(2 * 86_400_000)
    const state = await room.changes.state(account.id)
    expect(await room.mail.purge()).toBe(1)
    expect(await kept(ids)).toEqual([ids[1], ids[2]])
    expect(await room.changes.state(account.id)).toBe(state)
    const threads = await room.db.database.query('select 1 from thread where account_id = $1', [account.id])
    expect(threads).toHaveLength(2)
    const needed = await room.mail.isReferenced(rows.map((row) => row.digest))
    expect(needed).toEqual(new Set([rows[1]!, rows[2]!].map((row) => row.digest.toString('hex'))))
    expect(await room.mail.purge()).toBe(0)
  })

  test('spares what the provider has still to be told', async () => {
    const [id] = await deliver(room, account.id, [{ id: 'unsent', boxes: [account.boxes.inbox] }])
    await remove([id!])
    room.clock.advance(31 * 86_400_000)
    const { outbox } = room.parts
    outbox.unsent = async () => new Set([id!])
    await room.mail.purge()
    expect(await kept([id!])).toEqual([id])
    outbox.unsent = async () => new Set()
    await room.mail.purge()
    expect(await kept([id!])).toEqual([])
  })
})

test('an account can be removed with all its mail, and its user after it', async () => {
  const [mine] = await deliver(room, account.id, [{ id: 'a', boxes: [account.boxes.inbox] }])
  await deliver(room, account.id, [
    { id: 'b', inReplyTo: 'a', boxes: [account.boxes.inbox, account.boxes.work] },
  ])
  const [theirs] = await deliver(room, otherAccount.id, [{ boxes: [otherAccount.boxes.inbox] }])
  await room.db.database.query('delete from jmap_account where id = $1', [account.id])
  expect(await room.mail.read.emails(account.id, [mine!], false)).toEqual([])
  expect(await room.mail.read.emails(otherAccount.id, [theirs!], false)).toHaveLength(1)
  await room.db.database.query('delete from app_user where id = $1', [room.user])
  expect(await room.db.database.query('select 1 from message union select 1 from label')).toEqual([])
})
