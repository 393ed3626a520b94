import { describe, expect, test } from 'vitest'
import { createToasts } from './toasts.ts'
import { createUndoStack } from './undo-stack.ts'

/** A stack with toasts that end by hand, and deeds that write down that they were taken back. */
function stage() {
  const undone: string[] = []
  const pending: Array<() => void> = []
  const toasts = createToasts((_ms, task) => {
    pending.push(task)
    return () => void pending.splice(pending.indexOf(task), 1)
  })
  const stack = createUndoStack()
  const deed = (name: string) => ({ undo: () => void undone.push(name) })
  return { undone, toasts, stack, deed, endToast: () => pending.splice(0).forEach((task) => task()) }
}

describe('z', () => {
  test('takes back the newest, then the one before', () => {
    const { undone, toasts, stack, deed, endToast } = stage()
    for (const name of ['first', 'second']) stack.push(deed(name), toasts, name)
    endToast()
    stack.undo(toasts)
    stack.undo(toasts)
    expect(undone).toEqual(['second', 'first'])
  })

  test('takes back what the toast is about before what came quietly after it', () => {
    const { undone, toasts, stack, deed } = stage()
    stack.push(deed('archived'), toasts, 'Archived')
    stack.pushQuietly(deed('read'))
    stack.undo(toasts)
    expect(undone).toEqual(['archived'])
    stack.undo(toasts)
    expect(undone).toEqual(['archived', 'read'])
  })

  test('with nothing to take back says so and does nothing', () => {
    const { undone, toasts, stack } = stage()
    stack.undo(toasts)
    expect(undone).toEqual([])
    expect(toasts.current).toMatchObject({ tone: 'plain' })
    expect(toasts.current?.action).toBeUndefined()
  })
})

test('the button of a toast takes back its own deed, once', () => {
  const { undone, toasts, stack, deed } = stage()
  stack.push(deed('first'), toasts, 'First')
  const { action } = toasts.current!
  stack.push(deed('second'), toasts, 'Second')
  action!.run()
  expect(undone).toEqual(['first'])
  stack.undo(toasts)
  expect(undone).toEqual(['first', 'second'])
  stack.undo(toasts)
  expect(undone).toHaveLength(2)
})

test('a hundred are kept, the oldest are let go', () => {
  const { undone, toasts, stack, deed } = stage()
  for (let n = 0; n < 130; n += 1) stack.pushQuietly(deed(String(n)))
  for (let n = 0; n < 130; n += 1) stack.undo(toasts)
  expect(undone).toHaveLength(100)
  expect(undone.at(-1)).toBe('30')
})
