import type { Category, Thread } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { createChosenCategories } from './chosen-categories.ts'
import type { Pending } from './emails.ts'

const threads: Record<string, string> = { M1: 'T1', M2: 'T1', M3: 'T3' }
const ref = { accountId: 'A1', threadId: 'T1' }
const choosing = (choices: Record<string, Category | undefined>): Pending =>
  ({
    accountId: 'A1',
    changes: new Map(
      Object.entries(choices).map(([id, category]) => [
        id,
        category ? { categoryByHand: category } : 'destroy',
      ]),
    ),
  }) as unknown as Pending
const reported = (name: Category): Thread => ({
  id: 'T1',
  emailIds: ['M1', 'M2'],
  category: { name } as never,
})
const setting = () => createChosenCategories((_accountId, id) => threads[id])

describe('a category that the user chose', () => {
  test('is that of the whole conversation until the server has applied it', () => {
    const chosen = setting()
    const pending = choosing({ M2: 'social' })
    chosen.apply(pending)
    expect([chosen.of(ref), chosen.refs()]).toEqual(['social', [ref]])
    expect([...chosen.confirm(pending, ['M2'], 7).values()]).toEqual(['social'])
    expect([chosen.of(ref), chosen.refs()]).toEqual([undefined, []])
  })

  test('is the last of several on their way', () => {
    const chosen = setting()
    const [first, second] = [choosing({ M1: 'social' }), choosing({ M2: 'updates' })]
    chosen.apply(first)
    chosen.apply(second)
    expect(chosen.of(ref)).toBe('updates')
    chosen.drop(second, ['M2'])
    expect(chosen.of(ref)).toBe('social')
  })

  test('is nothing where a message is only removed, and of an account that has no such conversation', () => {
    const chosen = setting()
    chosen.apply(choosing({ M1: undefined }))
    expect(chosen.refs()).toEqual([])
    chosen.apply(choosing({ M1: 'forums' }))
    expect(chosen.of({ accountId: 'A2', threadId: 'T1' })).toBeUndefined()
  })
})

describe('what the server reports of a conversation', () => {
  test('counts when it is as new as the choice, and not when it is older', () => {
    const chosen = setting()
    const pending = choosing({ M1: 'social' })
    chosen.apply(pending)
    chosen.confirm(pending, ['M1'], 7)
    const stored = reported('social')
    expect(chosen.merge(ref, reported('primary'), stored, 6).category).toEqual({ name: 'social' })
    expect(chosen.merge(ref, reported('updates'), stored, 8).category).toEqual({ name: 'updates' })
    expect(chosen.merge(ref, reported('primary'), stored, 6).category).toEqual({ name: 'primary' })
  })

  test('keeps the category that is stored when it says none', () => {
    const { category: _, ...bare } = reported('primary')
    expect(setting().merge(ref, bare, reported('forums'), 3).category).toEqual({ name: 'forums' })
    expect(setting().merge(ref, bare, undefined, 3).category).toBeUndefined()
  })

  test('and already knows of the choice settles nothing a second time', () => {
    const chosen = setting()
    const pending = choosing({ M1: 'social' })
    chosen.apply(pending)
    chosen.merge(ref, reported('social'), undefined, 9)
    expect([...chosen.confirm(pending, ['M1'], 7)]).toEqual([])
  })
})
