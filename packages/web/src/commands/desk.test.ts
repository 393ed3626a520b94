import { describe, expect, test } from 'vitest'
import { settled } from '../records/mail/mail-server.fixture.ts'
import { client } from './client.fixture.ts'

/** Ids of threads as they are counted in the tests: the newest of five is T5. */
const idsOf = (refs: readonly { threadId: string }[]) => refs.map(({ threadId }) => threadId).join(' ')

describe('the cursor of a list', () => {
  test('begins at the newest, whichever way it is moved', async () => {
    const { desk } = await client(3)
    desk.step(1)
    expect(desk.cursor?.threadId).toBe('T3')
  })

  test('stops at both ends', async () => {
    const { desk, ref } = await client(3)
    desk.pointAt(ref(1))
    desk.step(1)
    expect(desk.cursor?.threadId).toBe('T1')
    desk.step(-9)
    expect(desk.cursor?.threadId).toBe('T3')
  })

  test('opens the neighbour while a conversation is open, without a way back through each', async () => {
    const { desk, ref, paths } = await client(3)
    desk.openThread(ref(3))
    const before = paths.length
    desk.step(1)
    expect(desk.open?.threadId).toBe('T2')
    expect(paths).toHaveLength(before)
  })

  test('stays on the conversation that was open when it is closed', async () => {
    const { desk, ref } = await client(3)
    desk.openThread(ref(2))
    desk.closeThread()
    expect(desk.open).toBeUndefined()
    expect(desk.cursor?.threadId).toBe('T2')
  })

  test('is forgotten in another list', async () => {
    const { desk, ref, navigator } = await client(3)
    desk.pointAt(ref(2))
    navigator.go({ screen: 'mail', list: { role: 'archive' } })
    expect(desk.cursor).toBeUndefined()
  })
})

describe('what a command is about', () => {
  test('is nothing where nothing is pointed at', async () => {
    const { desk } = await client(2)
    expect(desk.targets()).toEqual([])
  })

  test('is the row under the cursor, and the open conversation before it', async () => {
    const { desk, ref } = await client(3)
    desk.pointAt(ref(1))
    expect(idsOf(desk.targets())).toBe('T1')
    desk.openThread(ref(3))
    desk.pointAt(ref(1))
    expect(idsOf(desk.targets())).toBe('T3')
  })

  test('is the selection before either', async () => {
    const { desk, ref } = await client(3)
    desk.toggleSelected(ref(2))
    desk.openThread(ref(3))
    expect(idsOf(desk.targets())).toBe('T2')
  })

  test('is the row that a finger has before everything, until it lets go', async () => {
    const { desk, ref } = await client(3)
    desk.toggleSelected(ref(2))
    desk.hold(ref(1))
    expect(idsOf(desk.targets())).toBe('T1')
    desk.hold(undefined)
    expect(idsOf(desk.targets())).toBe('T2')
  })
})

describe('selecting', () => {
  test('by moving takes the row that was left and the one that is reached', async () => {
    const { desk, ref } = await client(4)
    desk.pointAt(ref(4))
    desk.extend(1)
    desk.extend(1)
    expect(idsOf(desk.targets())).toBe('T4 T3 T2')
  })

  test('all, the read or the unread of a list', async () => {
    const { desk, server, records } = await client(3)
    server.flag('M2', '$seen')
    records.changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
    await settled()
    desk.select('read')
    await settled()
    expect(idsOf(desk.targets())).toBe('T2')
    desk.select('unread')
    await settled()
    expect(idsOf(desk.targets())).toBe('T3 T1')
    desk.select('all')
    await settled()
    expect(desk.selectedCount).toBe(3)
    expect(desk.hasAllAtHand).toBe(true)
  })

  test('does not reach over into a list that was opened meanwhile', async () => {
    const { desk, navigator } = await client(3)
    desk.select('all')
    navigator.go({ screen: 'mail', list: { role: 'archive' } })
    await settled()
    expect(desk.selectedCount).toBe(0)
  })

  test('is forgotten in another list', async () => {
    const { desk, ref, navigator } = await client(3)
    desk.toggleSelected(ref(2))
    navigator.go({ screen: 'mail', list: { role: 'archive' } })
    expect(desk.selectedCount).toBe(0)
    navigator.go({ screen: 'mail', list: { role: 'inbox' } })
    expect(desk.selectedCount).toBe(0)
  })
})

describe('the conversation to go on with', () => {
  test('is the next one that stays, below first', async () => {
    const { desk, ref } = await client(5)
    expect(desk.neighbourOf([ref(4)])?.threadId).toBe('T3')
    expect(desk.neighbourOf([ref(4), ref(3)])?.threadId).toBe('T2')
  })

  test('is the one above at the end of the list', async () => {
    const { desk, ref } = await client(3)
    expect(desk.neighbourOf([ref(1)])?.threadId).toBe('T2')
    expect(desk.neighbourOf([ref(1), ref(2)])?.threadId).toBe('T3')
  })

  test('is none where everything leaves, or what leaves is not in the list', async () => {
    const { desk, ref } = await client(2)
    expect(desk.neighbourOf([ref(1), ref(2)])).toBeUndefined()
    expect(desk.neighbourOf([ref(9)])).toBeUndefined()
  })
})

describe('conversations that were opened', () => {
  test('are offered newest first, each once, ten at most', async () => {
    const { desk, ref } = await client(12)
    for (const n of [1, 2, 1, 3]) desk.openThread(ref(n))
    expect(idsOf(desk.recent())).toBe('T3 T1 T2')
    for (let n = 1; n <= 12; n += 1) desk.openThread(ref(n))
    expect(desk.recent()).toHaveLength(10)
    expect(desk.recent()[0]?.threadId).toBe('T12')
  })

  test('are another opening each time, also of the one that is open', async () => {
    const { desk, ref } = await client(1)
    desk.openThread(ref(1))
    const first = desk.open
    desk.openThread(ref(1))
    expect(desk.open).toEqual(first)
    expect(desk.open).not.toBe(first)
  })
})
