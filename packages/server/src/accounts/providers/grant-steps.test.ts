import { ProviderName } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { dayMs, type TestGrants, testGrants } from '../../../../server-testing/src/accounts/test-grants.ts'
import type { Asking } from '../index.ts'

const email = 'ada@gmail.example'

let db: TestDatabase
let room: TestGrants
let asking: Asking
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())
beforeEach(async () => {
  await db.database.query('delete from account_grant')
  room = await testGrants(db.database)
  room.emulated.google.addAccount(email)
  asking = await room.asking()
  return () => room.emulated[Symbol.asyncDispose]()
})

const step = async (name: string) =>
  (await room.accounts.providers.check(ProviderName.google)).find((consoleStep) => consoleStep.step === name)

test('an app in testing is told by the first sign-in', async () => {
  room.emulated.google.setTesting(room.emulated.client.id, true)
  expect(await step('consent')).toMatchObject({ outcome: 'unknown' })
  await room.connected(asking, { account: email })
  expect(await step('consent')).toMatchObject({
    outcome: 'wrong',
    sentence: { problem: 'registration/in-testing' },
  })
})

test('an app counts as published only once a sign-in has lasted for more than eight days', async () => {
  const id = await room.connected(asking, { account: email })
  expect(await step('consent')).toMatchObject({ outcome: 'unknown' })
  await room.emulated.world.clock.advance(7 * dayMs)
  await room.accounts.grants.accessToken(id)
  expect(await step('consent')).toMatchObject({ outcome: 'unknown' })
  await room.emulated.world.clock.advance(2 * dayMs)
  expect(await room.accounts.grants.accessToken(id)).toMatchObject({ ok: true })
  expect(await step('consent')).toMatchObject({ outcome: 'works' })
})

test('permissions are judged by the newest sign-in', async () => {
  expect(await step('permissions')).toMatchObject({ outcome: 'unknown' })
  const form = { boxes: 'shown', scope: ['https://mail.google.com/'] }
  const id = await room.connected(asking, { account: email, form })
  expect(await step('permissions')).toMatchObject({
    outcome: 'wrong',
    sentence: {
      problem: 'registration/not-everything-granted',
      permissions: [{ problem: 'permission/calendars' }],
    },
  })
  await room.emulated.world.clock.advance(1_000)
  await room.signIn(asking, { account: email, reconnect: id })
  expect(await step('permissions')).toMatchObject({ outcome: 'works' })
})
