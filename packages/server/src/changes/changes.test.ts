import type { AccountId } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import type { Tx } from '../store/index.ts'
import { Workbench } from '../../../server-testing/src/changes/workbench.ts'
import { AccountGone, type Cause, type Changes } from './index.ts'

const cause: Cause = { actor: { kind: 'system' }, verb: 'arrive' }

const at = new Workbench()

describe('a write', () => {
  test('moves the state by one and lists what it did', async () => {
    const written = await at.changes.write(at.account, cause, async (change) => {
      expect(change.state).toBe(1)
      change.created('Email', [10, 11])
      change.updated('Mailbox', [3], ['totalEmails'])
      return 'done'
    })
    expect(written).toEqual({ result: 'done', state: 1 })
    expect(await at.changes.since(at.account, 'Email', 0, 50)).toEqual({
      oldState: 0,
      newState: 1,
      hasMore: false,
      created: [10, 11],
      updated: [],
      destroyed: [],
      updatedProperties: null,
      onlyNamed: [],
    })
    expect(await at.changes.since(at.account, 'Mailbox', 0, 50)).toMatchObject({ updated: [3] })
  })

  test('after reading sees what the lock protects, however many write at once', async () => {
    const read = async (tx: Tx) =>
      (await tx.query<{ state: number }>('select state from jmap_account where id = $1', [at.account]))[0]
        ?.state
    const seen = await Promise.all(
      Array.from({ length: 10 }, (_, id) =>
        at.changes.writeAfter(at.account, cause, read, async (change, state) => {
          change.created('Email', [id + 1])
          return [state, change.state]
        }),
      ),
    )
    const inOrder = seen.sort((a, b) => a.state - b.state).map(({ result }) => result)
    expect(inOrder).toEqual(Array.from({ length: 10 }, (_, state) => [state, state + 1]))
  })

  test('that records nothing leaves the state where it was', async () => {
    expect(await at.changes.write(at.account, cause, async () => 1)).toEqual({ result: 1, state: 0 })
    expect(await at.changes.state(at.account)).toBe(0)
  })

  test('that fails leaves nothing behind', async () => {
    const failing = at.changes.write(at.account, cause, async (change) => {
      change.created('Email', [1])
      change.journal([{ type: 'Email', id: 1, before: null, after: {} }])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await at.changes.state(at.account)).toBe(0)
    expect(await at.changes.journal.list(at.account, 10)).toEqual([])
  })

  test('to an account that does not exist says so', async () => {
    const nowhere = 999_999 as AccountId
    await expect(at.changes.write(nowhere, cause, async () => 1)).rejects.toThrow(AccountGone)
    await expect(at.changes.state(nowhere)).rejects.toThrow(AccountGone)
  })

  test('waits for the one before it, so states follow the order of commits', async () => {
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 8 }, (_, id) =>
        at.changes.write(at.account, cause, async (change) => {
          order.push(change.state)
          await change.tx.query('select pg_sleep(0.005)')
          change.created('Email', [id + 1])
        }),
      ),
    )
    expect(order).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('of another process is waited for as well: no state is seen before all below it can be read', async () => {
    const elsewhere = at.process()
    let goOn: () => void = () => undefined
    const held = new Promise<void>((resolve) => (goOn = resolve))
    let hasBegun: () => void = () => undefined
    const begun = new Promise<void>((resolve) => (hasBegun = resolve))
    const first = at.changes.write(at.account, cause, async (change) => {
      hasBegun()
      await held
      change.created('Email', [1])
      return change.state
    })
    await begun
    const second = elsewhere.write(at.account, cause, async (change) => {
      change.created('Email', [2])
      return change.state
    })
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => at.db.database.query(waits)).toHaveLength(1)
    // The later one is ready to commit, and a reader comes by.
    expect(await at.changes.since(at.account, 'Email', 0, 50)).toMatchObject({ newState: 0, created: [] })
    goOn()
    expect((await Promise.all([first, second])).map(({ result, state }) => [result, state])).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect(await at.changes.since(at.account, 'Email', 0, 50)).toMatchObject({ newState: 2, created: [1, 2] })
    expect(await at.changes.since(at.account, 'Email', 1, 50)).toMatchObject({ newState: 2, created: [2] })
  })

  test('does not keep rows that only refer to the account waiting', async () => {
    await at.changes.write(at.account, cause, async (change) => {
      change.created('Email', [1])
      await at.db.database.query('insert into state_mark values ($1, now(), 0)', [at.account])
    })
    expect(await at.changes.state(at.account)).toBe(1)
  })

  test('of many objects takes several states, none shared by more than 32', async () => {
    const ids = Array.from({ length: 100 }, (_, i) => i + 1)
    const written = await at.changes.write(at.account, cause, async (change) => {
      change.created('Email', ids)
      change.updated('Mailbox', [1])
    })
    expect(written.state).toBe(4)
    expect(await at.changes.since(at.account, 'Email', 0, 50)).toMatchObject({ newState: 1, hasMore: true })
    expect(await at.changes.since(at.account, 'Email', 0, 1000)).toMatchObject({ newState: 4, created: ids })
  })
})

describe('several changes of one object in one write become one', () => {
  const result = async (work: (change: Parameters<Parameters<Changes['write']>[2]>[0]) => void) => {
    await at.changes.write(at.account, cause, async (change) => work(change))
    return at.changes.since(at.account, 'Email', 0, 50)
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
    at.changes.write(at.account, cause, async (change) => change.updated('Mailbox', ids, properties))

  test('are told when every update named some', async () => {
    await update([1], ['totalEmails'])
    await update([1, 2], ['unreadEmails'])
    expect(await at.changes.since(at.account, 'Mailbox', 0, 50)).toMatchObject({
      updated: [1, 2],
      updatedProperties: ['totalEmails', 'unreadEmails'],
    })
  })

  test('are withheld when one update named none', async () => {
    await update([1], ['totalEmails'])
    await update([2])
    expect(await at.changes.since(at.account, 'Mailbox', 0, 50)).toMatchObject({ updatedProperties: null })
    expect(await at.changes.since(at.account, 'Mailbox', 2, 50)).toMatchObject({ updatedProperties: null })
  })

  test('are withheld when one write names them once and once not', async () => {
    await at.changes.write(at.account, cause, async (change) => {
      change.updated('Mailbox', [1], ['totalEmails'])
      change.updated('Mailbox', [1])
    })
    expect(await at.changes.since(at.account, 'Mailbox', 0, 50)).toMatchObject({ updatedProperties: null })
  })
})

describe('asking what changed since', () => {
  test.each([[1], [-1], [0.5], [Number.NaN], [Number.MAX_VALUE]])(
    'a state that never was (%s) cannot be answered',
    async (state) => {
      expect(await at.changes.since(at.account, 'Email', state, 10)).toBe('cannot-calculate')
    },
  )

  test('the current state answers with nothing', async () => {
    expect(await at.changes.since(at.account, 'Email', 0, 10)).toMatchObject({ newState: 0, hasMore: false })
  })

  test('another type only moves the state', async () => {
    await at.changes.write(at.account, cause, async (change) => change.created('Thread', [1]))
    expect(await at.changes.since(at.account, 'Email', 0, 10)).toMatchObject({ newState: 1, created: [] })
  })

  test('a state followed by more objects than may be told cannot be answered', async () => {
    await at.changes.write(at.account, cause, async (change) => change.created('Email', [1, 2, 3]))
    expect(await at.changes.since(at.account, 'Email', 0, 2)).toBe('cannot-calculate')
  })

  test('an object changed more often than one answer reads is still told completely', async () => {
    await at.db.database.query(
      `insert into change_log select $1, 'Mailbox', s, 1 + s % 2, 'updated' from generate_series(1, 25000) s`,
      [at.account],
    )
    await at.db.database.query('update jmap_account set state = 25000 where id = $1', [at.account])
    let state = 0
    for (let pages = 1; ; pages++) {
      const page = await at.changes.since(at.account, 'Mailbox', state, 10)
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
  const otherAccountId = await at.open(at.user)
  for (const id of [at.account, otherAccountId]) {
    await at.changes.write(id, cause, async (change) => {
      change.updated('Email', [1])
      change.journal([{ type: 'Email', id: 1, before: {}, after: {} }])
    })
  }
  await at.db.database.transaction((tx) => at.changes.close(tx, at.account))
  const left = async (text: string) => (await at.db.database.query(text)).length
  expect(await left(`select from change_log where account_id in (${at.account}, ${otherAccountId})`)).toBe(1)
  expect(await left(`select from journal where account_id in (${at.account}, ${otherAccountId})`)).toBe(1)
  expect(await at.changes.journal.list(otherAccountId, 1)).toMatchObject([{ items: [{ id: 1 }] }])
})

test('the states of all accounts of a user, and of nobody else, are told together', async () => {
  const second = await at.open(at.user)
  await at.open(await at.newUser())
  await at.changes.write(second, cause, async (change) => change.created('Email', [1]))
  expect(await at.changes.states(at.user)).toEqual([
    { accountId: at.account, state: 0 },
    { accountId: second, state: 1 },
  ])
})
