import { describe, expect, test } from 'vitest'
import { nextPreparedThreads } from './prepared-threads.ts'

describe('the threads laid out in the reading pane', () => {
  const [one, two, three] = ['T1', 'T2', 'T3'].map((threadId) => ({ accountId: 'A1', threadId }))
  const keys = (prepared: ReturnType<typeof nextPreparedThreads>) => prepared.map(({ key }) => key)

  test('opening what was prepared moves no frame', () => {
    const prepared = nextPreparedThreads(nextPreparedThreads([], one, undefined), one, two)
    expect(keys(prepared)).toEqual(['A1/T1', 'A1/T2'])
    const opened = nextPreparedThreads(prepared, two, two)
    expect(opened).toEqual([prepared[1]])
    expect(opened[0]).toBe(prepared[1])
    expect(keys(nextPreparedThreads(opened, two, three))).toEqual(['A1/T2', 'A1/T3'])
  })

  test('nothing open, nothing prepared, nothing kept', () => {
    expect(nextPreparedThreads(nextPreparedThreads([], one, two), undefined, undefined)).toEqual([])
  })
})
