import { describe, expect, test } from 'vitest'
import { createSelection } from './selection.ts'

const ref = (n: number) => ({ accountId: 'A1', threadId: `T${String(n)}` })

/** A selection of the first conversations of a list, as many as are asked for. */
function selectionOf(count: number) {
  const selection = createSelection()
  selection.replace(Array.from({ length: count }, (_, index) => ref(index + 1)))
  return selection
}

describe('a selection', () => {
  test('has each conversation once, and lets go of it when it is chosen again', () => {
    const selection = selectionOf(0)
    selection.toggle(ref(1))
    selection.add(ref(1))
    selection.add(undefined)
    expect([selection.count, selection.has('A1/T1')]).toEqual([1, true])
    selection.toggle(ref(1))
    expect([selection.count, selection.has('A1/T1')]).toEqual([0, false])
  })

  test('of a whole list has what is not here too', () => {
    const selection = selectionOf(2)
    selection.selectWhole()
    expect([selection.isWhole, selection.has('A1/T99'), selection.count]).toEqual([true, true, 2])
  })

  test('of a whole list is no longer whole without one of it, whether that one is here or not', () => {
    for (const taken of [ref(2), ref(99)]) {
      const selection = selectionOf(2)
      selection.selectWhole()
      selection.toggle(taken)
      expect([selection.isWhole, selection.has('A1/T99')]).toEqual([false, false])
      expect(selection.refs()).toEqual([ref(1), ref(2)].filter(({ threadId }) => threadId !== taken.threadId))
    }
  })

  test('is not a whole list with one conversation alone', () => {
    const selection = selectionOf(1)
    selection.selectWhole()
    expect(selection.isWhole).toBe(false)
  })

  test('is nothing after it was cleared, and only what it was replaced with', () => {
    const selection = selectionOf(3)
    selection.selectWhole()
    selection.replace([ref(7)])
    expect([selection.isWhole, selection.refs()]).toEqual([false, [ref(7)]])
    selection.clear()
    expect([selection.count, selection.refs()]).toEqual([0, []])
  })
})
