import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import {
  ada,
  bob,
  testKeys,
  testPeople,
  type TestPeople,
  visitor,
} from '../../../server-testing/src/people/test-people.ts'

let db: TestDatabase
let room: TestPeople
beforeAll(async () => {
  db = await testDatabase()
  room = testPeople(db.database)
})
afterAll(() => db[Symbol.asyncDispose]())

async function newUser(form: typeof ada) {
  await room.people.users.create(form, { isAdmin: false })
  const signedIn = await room.people.signIn.withPassword({ ...form, address: visitor.address })
  if (!signedIn.ok) throw new Error(signedIn.why)
  return signedIn.user.id
}

test('a mark stands until its user signs out everywhere, whatever becomes of single sessions', async () => {
  const { deviceMarks, sessions } = room.people
  const [id, otherUserId] = [await newUser(ada), await newUser(bob)]
  const [mark, others] = [await deviceMarks.of(id), await deviceMarks.of(otherUserId)]
  const { session } = await sessions.open(id, visitor)
  await sessions.close(id, session.digest)
  expect(await deviceMarks.stands(mark)).toBe(true)
  await sessions.closeAll(id)
  expect([await deviceMarks.stands(mark), await deviceMarks.stands(others)]).toEqual([false, true])
  expect(await deviceMarks.stands(await deviceMarks.of(id))).toBe(true)
})

test('nothing else is a mark', async () => {
  const { deviceMarks, users } = room.people
  const [user] = await db.database.query<{ id: never }>('select id from app_user limit 1')
  const mark = await deviceMarks.of(user!.id)
  const elsewhere = testPeople(db.database, testKeys()).people.deviceMarks
  expect(await elsewhere.stands(mark)).toBe(false)
  const [id, signature] = mark.split('.')
  const bad = [
    '',
    '.',
    mark.slice(0, -2),
    `${Number(id) + 1}.${signature}`,
    `9e99.${signature}`,
    `${id}.${'A'.repeat(43)}`,
  ]
  for (const one of bad) expect([one, await deviceMarks.stands(one)]).toEqual([one, false])
  expect(await users.count()).toBeGreaterThan(0)
})
