import type { AccountId, JournalId, UserId } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChangesForTests, changesForTests, start } from './changes-for-tests.ts'
import type { Cause, Changes } from './index.ts'

const cause: Cause = { actor: { kind: 'system' }, verb: 'arrive' }

let at: ChangesForTests
let changes: Changes
let user: UserId
let account: AccountId

beforeAll(async () => {
  at = await changesForTests()
})
afterAll(() => at[Symbol.asyncDispose]())
beforeEach(async () => {
  changes = at.process()
  user = await at.newUser()
  account = await at.open(user)
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
    expect(await changes.journal.get(await at.newUser(), id)).toBeUndefined()
  })

  test('is listed newest first, for one account only', async () => {
    const ids = [await archive(), await archive()]
    await changes.write(await at.open(user), cause, async (change) => void (await change.journalId()))
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
    const elsewhere = await at.open(await at.newUser())
    const undo = changes.write(elsewhere, cause, (change) => changes.journal.markUndone(change, id))
    expect((await undo).result).toBe(false)
  })
})
