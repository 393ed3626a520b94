import type { JournalId } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { start, Workbench } from '../../../server-testing/src/changes/workbench.ts'
import type { Cause } from './index.ts'

const cause: Cause = { actor: { kind: 'system' }, verb: 'arrive' }

const at = new Workbench()

describe('the journal', () => {
  const byUser = (): Cause => ({
    actor: { kind: 'user', userId: at.user },
    verb: 'archive',
    undoableUntil: new Date('2026-03-02T10:00:00Z'),
  })
  const archive = async () => {
    const written = await at.changes.write(at.account, byUser(), async (change) => {
      change.updated('Email', [5])
      change.journal([{ type: 'Email', id: 5, before: { mailboxIds: [1] }, after: { mailboxIds: [2] } }])
    })
    return written.journalId as JournalId
  }

  test('tells what changed, by whom, and until when it can be taken back', async () => {
    const id = await archive()
    expect(await at.changes.journal.get(at.user, id)).toEqual({
      id,
      accountId: at.account,
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
    expect(await at.changes.journal.get(await at.newUser(), id)).toBeUndefined()
  })

  test('is listed newest first, for one account only', async () => {
    const ids = [await archive(), await archive()]
    await at.changes.write(await at.open(at.user), cause, async (change) => void (await change.journalId()))
    const listed = await at.changes.journal.list(at.account, 10)
    expect(listed.map((entry) => entry.id)).toEqual(ids.toReversed())
    expect(await at.changes.journal.list(at.account, 1)).toHaveLength(1)
  })

  test('tells what was touched since by anybody but the provider, what was touched last in front', async () => {
    const touch = (actor: Cause['actor'], ...ids: number[]) =>
      at.changes.write(at.account, { actor, verb: 'mark' }, async (change) => {
        change.journal(ids.map((id) => ({ type: 'Email', id, before: { a: 1 }, after: { a: 2 } })))
      })
    await touch({ kind: 'user', userId: at.user }, 3)
    await touch({ kind: 'rule' }, 2, 1)
    await touch({ kind: 'provider' }, 4)
    const { touched } = at.changes.journal
    expect(await touched(at.account, 'Email', start, 10)).toEqual([1, 2, 3])
    expect(await touched(at.account, 'Email', start, 1)).toEqual([1])
    expect(await touched(at.account, 'Email', new Date(start.getTime() + 1), 10)).toEqual([])
    expect(await touched(at.account, 'Thread', start, 10)).toEqual([])
    expect(await touched(await at.open(at.user), 'Email', start, 10)).toEqual([])
  })

  test('joins two changes of one object: the first before, the last after', async () => {
    const { journalId } = await at.changes.write(at.account, cause, async (change) => {
      change.journal([{ type: 'Email', id: 5, before: { a: 1 }, after: { a: 2 } }])
      change.journal([{ type: 'Email', id: 5, before: { a: 2, b: 1 }, after: { a: 3, b: 2 } }])
      change.journal([{ type: 'Email', id: 6, before: null, after: { a: 1 } }])
      change.journal([{ type: 'Email', id: 6, before: { a: 1 }, after: null }])
    })
    expect((await at.changes.journal.get(at.user, journalId as JournalId))?.items).toEqual([
      { type: 'Email', id: 5, before: { a: 1, b: 1 }, after: { a: 3, b: 2 } },
      { type: 'Email', id: 6, before: null, after: null },
    ])
  })

  test('an entry is taken back once, however many try', async () => {
    const id = await archive()
    const undo = () =>
      at.changes.write(at.account, { ...byUser(), verb: 'undo', undoOf: id }, (change) =>
        at.changes.journal.markUndone(change, id),
      )
    const outcomes = await Promise.all([undo(), undo(), undo()])
    const won = outcomes.filter((outcome) => outcome.result)
    expect(won).toHaveLength(1)
    expect((await at.changes.journal.get(at.user, id))?.undoneBy).toBe(won[0]?.journalId)
    expect(await at.changes.journal.list(at.account, 10)).toHaveLength(2)
  })

  test('an entry of another account cannot be taken back', async () => {
    const id = await archive()
    const elsewhere = await at.open(await at.newUser())
    const undo = at.changes.write(elsewhere, cause, (change) => at.changes.journal.markUndone(change, id))
    expect((await undo).result).toBe(false)
  })
})
