import * as database from 'fake-indexeddb'
import { beforeAll, expect, test, vi } from 'vitest'
import { createQueuedMessages, dropEverything, type QueuedMessage } from './index.ts'

let users = 0
const nextUser = (): string => `U${String(++users)}`
const message = (id: string): QueuedMessage => ({
  id,
  queuedAt: new Date(0),
  content: { subject: id },
  isTried: false,
})
const never = new Promise(() => {})

beforeAll(() => {
  for (const [name, part] of Object.entries(database)) vi.stubGlobal(name, part)
})

test('a queued message is there for the next window, and gone for all when it was sent', async () => {
  const user = nextUser()
  expect(await createQueuedMessages(user).add(message('a'))).toBe(true)
  const next = createQueuedMessages(user)
  expect(await next.all()).toEqual([message('a')])
  expect([await next.remove('a'), await next.remove('a')]).toEqual([true, false])
  expect(await createQueuedMessages(user).all()).toEqual([])
})

test('what the server may have is not taken back as if it had never left', async () => {
  const storage = createQueuedMessages(nextUser())
  await storage.add(message('a'))
  await storage.add(message('b'))
  expect(await storage.change('a', { isTried: true })).toEqual({ ...message('a'), isTried: true })
  expect([await storage.remove('a', 'untried'), await storage.remove('b', 'untried')]).toEqual([false, true])
  expect(await storage.change('b', { isTried: true })).toBeUndefined()
})

test('a disk that takes nothing says so, and has nothing', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('not in this window', 'SecurityError')
  })
  const storage = createQueuedMessages(nextUser())
  expect([await storage.add(message('a')), await storage.all()]).toEqual([false, []])
  open.mockRestore()
})

test('who leaves takes it along', async () => {
  const user = nextUser()
  await createQueuedMessages(user).add(message('a'))
  await dropEverything(user, never)
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`plmail-queue-${user}`)
})

test('looking for messages leaves nothing on the disk', async () => {
  const user = nextUser()
  const storage = createQueuedMessages(user)
  expect([await storage.all(), await storage.remove('a'), await storage.change('a', {})]).toEqual([
    [],
    false,
    undefined,
  ])
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`plmail-queue-${user}`)
})
