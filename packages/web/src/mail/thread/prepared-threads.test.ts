import { describe, expect, test } from 'vitest'
import { nextPreparedThreads } from './prepared-threads.ts'

describe('the threads laid out in the reading pane', () => {
  const [first, second, third] = ['T1', 'T2', 'T3'].map((threadId) => ({ accountId: 'A1', threadId }))
  const keys = (prepared: ReturnType<typeof nextPreparedThreads>) => prepared.map(({ key }) => key)

  test('opening what was prepared moves no frame', () => {
    const prepared = nextPreparedThreads(nextPreparedThreads([], first, undefined), first, second)
    expect(keys(prepared)).toEqual(['A1/T1', 'A1/T2'])
    const opened = nextPreparedThreads(prepared, second, second)
    expect(opened).toEqual([prepared[1]])
    expect(opened[0]).toBe(prepared[1])
    expect(keys(nextPreparedThreads(opened, second, third))).toEqual(['A1/T2', 'A1/T3'])
  })

  test('nothing open, nothing prepared, nothing kept', () => {
    expect(nextPreparedThreads(nextPreparedThreads([], first, second), undefined, undefined)).toEqual([])
  })
})
