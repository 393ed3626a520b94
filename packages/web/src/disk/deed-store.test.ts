import * as database from 'fake-indexeddb'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createDeedStore, dropEverything, dropMail, dropMailOfOthers, type KeptDeed } from './index.ts'

let users = 0
const nextUser = (): string => `U${String(++users)}`
const deed = (id: string): KeptDeed => ({ id, accountId: 'A1', verb: 'archive', changes: [], back: [] })
const ids = (deeds: readonly KeptDeed[]): string[] => deeds.map(({ id }) => id)
const never = new Promise(() => {})

beforeAll(() => {
  for (const [name, part] of Object.entries(database)) vi.stubGlobal(name, part)
})
afterEach(() => vi.restoreAllMocks())

test('what is done is on the disk for the next window, however long this one has been open', async () => {
  const user = nextUser()
  let runOut = (): void => {}
  const storage = createDeedStore(user, new Promise<void>((resolve) => (runOut = resolve)))
  await storage.add(deed('first'))
  runOut()
  await new Promise((resolve) => setTimeout(resolve))
  await storage.add(deed('second'))
  expect(storage.isLasting).toBe(true)
  expect(ids(await createDeedStore(user, never).all())).toEqual(['first', 'second'])
})

test('what is with the server goes, for every window', async () => {
  const user = nextUser()
  const [first, second] = [createDeedStore(user, never), createDeedStore(user, never)]
  for (const id of ['a', 'b', 'c']) await first.add(deed(id))
  expect(ids(await second.take(2))).toEqual(['a', 'b'])
  await second.remove(['a', 'b'])
  expect(ids(await first.all())).toEqual(['c'])
})

test('what no window has begun to send can be withdrawn by any, and nothing else', async () => {
  const user = nextUser()
  const [first, second] = [createDeedStore(user, never), createDeedStore(user, never)]
  await first.add(deed('a'))
  await first.add(deed('b'))
  await second.take(1)
  expect([await first.withdraw('a'), await second.withdraw('b'), await first.withdraw('b')]).toEqual([
    false,
    true,
    false,
  ])
})

test('a disk that does not open in time is done without, and says so', async () => {
  const storage = createDeedStore(nextUser(), Promise.resolve())
  await storage.add(deed('a'))
  expect(storage.isLasting).toBe(false)
  expect(ids(await storage.take(5))).toEqual(['a'])
})

/** A tab that the browser has frozen: it holds a database and answers nobody. */
const frozenTab = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore('kept')
    request.onsuccess = () => {
      request.result.transaction('kept', 'readwrite').objectStore('kept').put('a secret', 1)
      resolve(request.result)
    }
  })
const namesKept = async () => (await indexedDB.databases()).map(({ name }) => name)
const countIn = (db: IDBDatabase): Promise<number> =>
  new Promise((resolve) => {
    const counting = db.transaction('kept').objectStore('kept').count()
    counting.onsuccess = () => resolve(counting.result)
  })

test('behind a tab that holds what an older version kept, deeds are done without a disk at once, which is not held later', async () => {
  const user = nextUser()
  const frozen = await frozenTab(`plmail-outbox-${user}`)
  // As the next version of this client will open it.
  const { open } = indexedDB
  vi.spyOn(indexedDB, 'open').mockImplementationOnce((name) => open.call(indexedDB, name, 2))
  const storage = createDeedStore(user, never)
  await storage.add(deed('a'))
  expect([storage.isLasting, ids(await storage.all())]).toEqual([false, ['a']])
  const closed = vi.spyOn(IDBDatabase.prototype, 'close')
  frozen.close()
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(2))
  vi.restoreAllMocks()
})

test('what is let go of is empty at once, also where a tab that does not answer still holds it', async () => {
  const user = nextUser()
  const names = [`plmail-outbox-${user}`, `plmail-mail-${user}`, 'plmail-mail-Uother', 'plmail-notifying']
  const frozen = await Promise.all(names.map(frozenTab))
  await dropMailOfOthers(user, never)
  await dropEverything(user, never)
  expect(await Promise.all(frozen.map(countIn))).toEqual([0, 0, 0, 0])
  for (const db of frozen) db.close()
  await vi.waitFor(async () => {
    const left = await namesKept()
    expect(names.filter((name) => left.includes(name))).toEqual([])
  })
})

test('what is let go of twice is waited for no longer than there is patience, while a tab that does not answer holds it', async () => {
  const user = nextUser()
  const frozen = await frozenTab(`plmail-mail-${user}`)
  // At the start, and the deletion stays behind that tab.
  await dropMail(user, never)
  let runOut = (): void => {}
  const leaving = dropEverything(user, new Promise<void>((resolve) => (runOut = resolve)))
  runOut()
  await leaving
  expect(await countIn(frozen)).toBe(0)
  frozen.close()
  await vi.waitFor(async () => expect(await namesKept()).not.toContain(`plmail-mail-${user}`))
})

test('what cannot be opened is deleted all the same', async () => {
  const user = nextUser()
  await createDeedStore(user, never).add(deed('a'))
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  })
  await dropEverything(user, never)
  expect(await namesKept()).not.toContain(`plmail-outbox-${user}`)
})

test('what is not there is not made to be let go of', async () => {
  const user = nextUser()
  // The page is gone before anything is deleted.
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('Gone', 'UnknownError')
  })
  await dropEverything(user, never).catch(() => undefined)
  expect(await namesKept()).not.toContain(`plmail-outbox-${user}`)
  const storage = createDeedStore(user, never)
  await storage.add(deed('a'))
  expect([storage.isLasting, ids(await storage.all())]).toEqual([true, ['a']])
})
