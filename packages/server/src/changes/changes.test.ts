import type { AccountId, JournalId, UserId } from '@plmail/wire'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/fixtures/database.ts'
import { fixedClock } from '../kit/clock.ts'
import type { Tx } from '../store/index.ts'
import { AccountGone, type Cause, type Changes, createChanges, type Listen, type LiveEvent } from './index.ts'

const cause: Cause = { actor: { kind: 'system' }, verb: 'arrive' }
const start = new Date('2026-03-01T10:00:00Z')

let db: TestDatabase
let changes: Changes
let clock = fixedClock(start)
let user: UserId
let account: AccountId

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())

beforeEach(async () => {
  clock = fixedClock(start)
  changes = createChanges({ database: db.database, listen: listenOn(db.connectionString), clock })
  user = await newUser()
  account = await open(user)
})

describe('a write', () => {
  test('moves the state by one and lists what it did', async () => {
    const written = await changes.write(account, cause, async (change) => {
      expect(change.state).toBe(1)
      change.created('Email', [10, 11])
      change.updated('Mailbox', [3], ['totalEmails'])
      return 'done'
    })
    expect(written).toEqual({ result: 'done', state: 1 })
    expect(await changes.since(account, 'Email', 0, 50)).toEqual({
      oldState: 0,
      newState: 1,
      hasMore: false,
      created: [10, 11],
      updated: [],
      destroyed: [],
      updatedProperties: null,
      onlyNamed: [],
    })
    expect(await changes.since(account, 'Mailbox', 0, 50)).toMatchObject({ updated: [3] })
  })

  test('after reading sees what the lock protects, however many write at once', async () => {
    const read = async (tx: Tx) =>
      (await tx.query<{ state: number }>('select state from jmap_account where id = $1', [account]))[0]?.state
    const seen = await Promise.all(
      Array.from({ length: 10 }, (_, id) =>
        changes.writeAfter(account, cause, read, async (change, state) => {
          change.created('Email', [id + 1])
          return [state, change.state]
        }),
      ),
    )
    const inOrder = seen.sort((a, b) => a.state - b.state).map(({ result }) => result)
    expect(inOrder).toEqual(Array.from({ length: 10 }, (_, state) => [state, state + 1]))
  })

  test('that records nothing leaves the state where it was', async () => {
    expect(await changes.write(account, cause, async () => 1)).toEqual({ result: 1, state: 0 })
    expect(await changes.state(account)).toBe(0)
  })

  test('that fails leaves nothing behind', async () => {
    const failing = changes.write(account, cause, async (change) => {
      change.created('Email', [1])
      change.journal([{ type: 'Email', id: 1, before: null, after: {} }])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await changes.state(account)).toBe(0)
    expect(await changes.journal.list(account, 10)).toEqual([])
  })

  test('to an account that does not exist says so', async () => {
    const nowhere = 999_999 as AccountId
    await expect(changes.write(nowhere, cause, async () => 1)).rejects.toThrow(AccountGone)
    await expect(changes.state(nowhere)).rejects.toThrow(AccountGone)
  })

  test('waits for the one before it, so states follow the order of commits', async () => {
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 8 }, (_, id) =>
        changes.write(account, cause, async (change) => {
          order.push(change.state)
          await change.tx.query('select pg_sleep(0.005)')
          change.created('Email', [id + 1])
        }),
      ),
    )
    expect(order).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('does not keep rows that only refer to the account waiting', async () => {
    await changes.write(account, cause, async (change) => {
      change.created('Email', [1])
      await db.database.query('insert into state_mark values ($1, now(), 0)', [account])
    })
    expect(await changes.state(account)).toBe(1)
  })

  test('of many objects takes several states, none shared by more than 32', async () => {
    const ids = Array.from({ length: 100 }, (_, i) => i + 1)
    const written = await changes.write(account, cause, async (change) => {
      change.created('Email', ids)
      change.updated('Mailbox', [1])
    })
    expect(written.state).toBe(4)
    expect(await changes.since(account, 'Email', 0, 50)).toMatchObject({ newState: 1, hasMore: true })
    expect(await changes.since(account, 'Email', 0, 1000)).toMatchObject({ newState: 4, created: ids })
  })
})

describe('several changes of one object in one write become one', () => {
  const result = async (work: (change: Parameters<Parameters<Changes['write']>[2]>[0]) => void) => {
    await changes.write(account, cause, async (change) => work(change))
    return changes.since(account, 'Email', 0, 50)
  }

  test('created and updated is created', async () => {
    const since = await result((change) => {
      change.created('Email', [1])
      change.updated('Email', [1])
    })
    expect(since).toMatchObject({ created: [1], updated: [], destroyed: [] })
  })

  test('created and destroyed is nothing, and does not move the state', async () => {
    const since = await result((change) => {
      change.created('Email', [1])
      change.destroyed('Email', [1])
    })
    expect(since).toMatchObject({ newState: 0, created: [], updated: [], destroyed: [] })
  })

  test('updated and destroyed is destroyed', async () => {
    const since = await result((change) => {
      change.updated('Email', [1])
      change.destroyed('Email', [1])
    })
    expect(since).toMatchObject({ updated: [], destroyed: [1] })
  })

  test('destroyed and created again is updated', async () => {
    const since = await result((change) => {
      change.destroyed('Email', [1])
      change.created('Email', [1])
    })
    expect(since).toMatchObject({ created: [], updated: [1], destroyed: [] })
  })
})

describe('the properties of an update', () => {
  const update = (ids: number[], properties?: string[]) =>
    changes.write(account, cause, async (change) => change.updated('Mailbox', ids, properties))

  test('are told when every update named some', async () => {
    await update([1], ['totalEmails'])
    await update([1, 2], ['unreadEmails'])
    expect(await changes.since(account, 'Mailbox', 0, 50)).toMatchObject({
      updated: [1, 2],
      updatedProperties: ['totalEmails', 'unreadEmails'],
    })
  })

  test('are withheld when one update named none', async () => {
    await update([1], ['totalEmails'])
    await update([2])
    expect(await changes.since(account, 'Mailbox', 0, 50)).toMatchObject({ updatedProperties: null })
    expect(await changes.since(account, 'Mailbox', 2, 50)).toMatchObject({ updatedProperties: null })
  })

  test('are withheld when one write names them once and once not', async () => {
    await changes.write(account, cause, async (change) => {
      change.updated('Mailbox', [1], ['totalEmails'])
      change.updated('Mailbox', [1])
    })
    expect(await changes.since(account, 'Mailbox', 0, 50)).toMatchObject({ updatedProperties: null })
  })
})

describe('asking what changed since', () => {
  test.each([[1], [-1], [0.5], [Number.NaN], [Number.MAX_VALUE]])(
    'a state that never was (%s) cannot be answered',
    async (state) => {
      expect(await changes.since(account, 'Email', state, 10)).toBe('cannot-calculate')
    },
  )

  test('the current state answers with nothing', async () => {
    expect(await changes.since(account, 'Email', 0, 10)).toMatchObject({ newState: 0, hasMore: false })
  })

  test('another type only moves the state', async () => {
    await changes.write(account, cause, async (change) => change.created('Thread', [1]))
    expect(await changes.since(account, 'Email', 0, 10)).toMatchObject({ newState: 1, created: [] })
  })

  test('a state followed by more objects than may be told cannot be answered', async () => {
    await changes.write(account, cause, async (change) => change.created('Email', [1, 2, 3]))
    expect(await changes.since(account, 'Email', 0, 2)).toBe('cannot-calculate')
  })

  test('an object changed more often than one answer reads is still told completely', async () => {
    await db.database.query(
      `insert into change_log select $1, 'Mailbox', s, 1 + s % 2, 'updated' from generate_series(1, 25000) s`,
      [account],
    )
    await db.database.query('update jmap_account set state = 25000 where id = $1', [account])
    let state = 0
    for (let pages = 1; ; pages++) {
      const page = await changes.since(account, 'Mailbox', state, 10)
      if (page === 'cannot-calculate') throw new Error('expected a page')
      expect(page.newState).toBeGreaterThan(state)
      expect(page.updated.toSorted()).toEqual([1, 2])
      state = page.newState
      if (page.hasMore) continue
      expect([state, pages]).toEqual([25_000, 3])
      return
    }
  })
})

test('a removed account takes its log and its journal along, and leaves those of others', async () => {
  const other = await open(user)
  for (const id of [account, other]) {
    await changes.write(id, cause, async (change) => {
      change.updated('Email', [1])
      change.journal([{ type: 'Email', id: 1, before: {}, after: {} }])
    })
  }
  await db.database.transaction((tx) => changes.close(tx, account))
  const left = async (text: string) => (await db.database.query(text)).length
  expect(await left(`select from change_log where account_id in (${account}, ${other})`)).toBe(1)
  expect(await left(`select from journal where account_id in (${account}, ${other})`)).toBe(1)
  expect(await changes.journal.list(other, 1)).toMatchObject([{ items: [{ id: 1 }] }])
})

describe('the journal', () => {
  const byUser = (): Cause => ({
    actor: { kind: 'user', userId: user },
    verb: 'archive',
    undoableUntil: new Date('2026-03-02T10:00:00Z'),
  })
  const archive = async () => {
    const written = await changes.write(account, byUser(), async (change) => {
      change.updated('Email', [5])
      change.journal([{ type: 'Email', id: 5, before: { mailboxIds: [1] }, after: { mailboxIds: [2] } }])
    })
    return written.journalId as JournalId
  }

  test('tells what changed, by whom, and until when it can be taken back', async () => {
    const id = await archive()
    expect(await changes.journal.get(user, id)).toEqual({
      id,
      accountId: account,
      at: start,
      verb: 'archive',
      actor: 'user',
      undoableUntil: new Date('2026-03-02T10:00:00Z'),
      undoneBy: null,
      items: [{ type: 'Email', id: 5, before: { mailboxIds: [1] }, after: { mailboxIds: [2] } }],
    })
  })

  test('is closed to another user', async () => {
    const id = await archive()
    expect(await changes.journal.get(await newUser(), id)).toBeUndefined()
  })

  test('is listed newest first, for one account only', async () => {
    const ids = [await archive(), await archive()]
    await changes.write(await open(user), cause, async (change) => void (await change.journalId()))
    const listed = await changes.journal.list(account, 10)
    expect(listed.map((entry) => entry.id)).toEqual(ids.toReversed())
    expect(await changes.journal.list(account, 1)).toHaveLength(1)
  })

  test('joins two changes of one object: the first before, the last after', async () => {
    const { journalId } = await changes.write(account, cause, async (change) => {
      change.journal([{ type: 'Email', id: 5, before: { a: 1 }, after: { a: 2 } }])
      change.journal([{ type: 'Email', id: 5, before: { a: 2, b: 1 }, after: { a: 3, b: 2 } }])
      change.journal([{ type: 'Email', id: 6, before: null, after: { a: 1 } }])
      change.journal([{ type: 'Email', id: 6, before: { a: 1 }, after: null }])
    })
    expect((await changes.journal.get(user, journalId as JournalId))?.items).toEqual([
      { type: 'Email', id: 5, before: { a: 1, b: 1 }, after: { a: 3, b: 2 } },
      { type: 'Email', id: 6, before: null, after: null },
    ])
  })

  test('an entry is taken back once, however many try', async () => {
    const id = await archive()
    const undo = () =>
      changes.write(account, { ...byUser(), verb: 'undo', undoOf: id }, (change) =>
        changes.journal.markUndone(change, id),
      )
    const outcomes = await Promise.all([undo(), undo(), undo()])
    const won = outcomes.filter((outcome) => outcome.result)
    expect(won).toHaveLength(1)
    expect((await changes.journal.get(user, id))?.undoneBy).toBe(won[0]?.journalId)
    expect(await changes.journal.list(account, 10)).toHaveLength(2)
  })

  test('an entry of another account cannot be taken back', async () => {
    const id = await archive()
    const elsewhere = await open(await newUser())
    const undo = changes.write(elsewhere, cause, (change) => changes.journal.markUndone(change, id))
    expect((await undo).result).toBe(false)
  })
})

describe('live events', () => {
  test('a write tells every process the new state once it is committed', async () => {
    const heard = await hearing()
    await changes.write(account, cause, async (change) => {
      change.created('Email', [1, 2])
      change.updated('Mailbox', [1])
    })
    expect(await heard.next()).toEqual([
      user,
      { kind: 'state', accountId: account, state: 1, types: ['Email', 'Mailbox'], delivered: true },
    ])
    await heard.stop()
  })

  test('a write that is rolled back tells nothing', async () => {
    const heard = await hearing()
    const failing = changes.write(account, cause, async (change) => {
      change.created('Email', [1])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await changes.announce(user, { kind: 'notice', level: 'info', text: 'after' })
    expect(await heard.next()).toEqual([user, { kind: 'notice', level: 'info', text: 'after' }])
    await heard.stop()
  })

  test('a text too long for a notification is cut, whatever it is made of', async () => {
    const heard = await hearing()
    await changes.announce(user, { kind: 'notice', level: 'error', text: '\u0001'.repeat(20_000) })
    expect(await heard.next()).toMatchObject([user, { text: '\u0001'.repeat(1000) }])
    await heard.stop()
  })
})

test('the states of all accounts of a user, and of nobody else, are told together', async () => {
  const second = await open(user)
  await open(await newUser())
  await changes.write(second, cause, async (change) => change.created('Email', [1]))
  expect(await changes.states(user)).toEqual([
    { accountId: account, state: 0 },
    { accountId: second, state: 1 },
  ])
})

async function newUser(): Promise<UserId> {
  const [row] = await db.database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash, created_at)
     values (gen_random_uuid() || '@example.test', 'A', '', now()) returning id`,
  )
  return row!.id
}

function open(userId: UserId): Promise<AccountId> {
  return db.database.transaction((tx) => changes.open(tx, userId, 'mail'))
}

/** Events as another process hears them. */
async function hearing() {
  const events: Array<[UserId, LiveEvent]> = []
  let wake = () => {}
  const stop = await changes.listen({
    event: (userId, event) => {
      events.push([userId, event])
      wake()
    },
    missed: () => {},
  })
  const next = async () => {
    while (events.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return events.shift()
  }
  return { next, stop }
}

function listenOn(connectionString: string): Listen {
  return async (channel, on) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    client.on('notification', (message) => on.notify(message.payload ?? ''))
    await client.query(`listen ${channel}`)
    return () => client.end()
  }
}
