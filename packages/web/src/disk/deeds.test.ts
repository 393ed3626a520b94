import * as database from 'fake-indexeddb'
import { beforeAll, expect, test, vi } from 'vitest'
import { createDeedShelf, type KeptDeed } from './index.ts'

let users = 0
const nextUser = (): string => `U${String(++users)}`
const deed = (id: string): KeptDeed => ({ id, accountId: 'A1', verb: 'archive', changes: [], back: [] })
const ids = (deeds: readonly KeptDeed[]): string[] => deeds.map(({ id }) => id)
const never = new Promise(() => {})

beforeAll(() => {
  for (const [name, part] of Object.entries(database)) vi.stubGlobal(name, part)
})

test('what is done is on the disk for the next window, however long this one has been open', async () => {
  const user = nextUser()
  let runOut = (): void => {}
  const shelf = createDeedShelf(user, new Promise<void>((resolve) => (runOut = resolve)))
  await shelf.add(deed('first'))
  runOut()
  await new Promise((resolve) => setTimeout(resolve))
  await shelf.add(deed('second'))
  expect(shelf.isLasting).toBe(true)
  expect(ids(await createDeedShelf(user, never).all())).toEqual(['first', 'second'])
})

test('what is with the server goes, for every window', async () => {
  const user = nextUser()
  const [one, other] = [createDeedShelf(user, never), createDeedShelf(user, never)]
  for (const id of ['a', 'b', 'c']) await one.add(deed(id))
  expect(ids(await other.take(2))).toEqual(['a', 'b'])
  await other.remove(['a', 'b'])
  expect(ids(await one.all())).toEqual(['c'])
})

test('what no window has begun to send can be withdrawn by any, and nothing else', async () => {
  const user = nextUser()
  const [one, other] = [createDeedShelf(user, never), createDeedShelf(user, never)]
  await one.add(deed('a'))
  await one.add(deed('b'))
  await other.take(1)
  expect([await one.withdraw('a'), await other.withdraw('b'), await one.withdraw('b')]).toEqual([
    false,
    true,
    false,
  ])
})

test('a disk that does not open in time is done without, and says so', async () => {
  const shelf = createDeedShelf(nextUser(), Promise.resolve())
  await shelf.add(deed('a'))
  expect(shelf.isLasting).toBe(false)
  expect(ids(await shelf.take(5))).toEqual(['a'])
})
