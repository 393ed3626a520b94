import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type AccountForTests,
  arrives,
  type MailForTests,
  mailForTests,
  newAccount,
} from '../../../../server-testing/src/mail/test-mail.ts'
import type { ProvidedQuota } from './types.ts'

let room: MailForTests
let account: AccountForTests
beforeEach(async () => {
  room = await mailForTests()
  account = await newAccount(room)
})
afterEach(() => room[Symbol.asyncDispose]())

const provide = (...quotas: ProvidedQuota[]) =>
  room.changes.write(account.id, arrives, (change) => room.mail.quotas.reconcile(change, quotas))
const storage = { resource: 'storage' as const, used: 100, hardLimit: 1000 }
const messages = { resource: 'messages' as const, used: 3, hardLimit: 50 }

test('quotas are what the server last said, and changes are told', async () => {
  const { state } = await provide(storage, messages)
  const [first, second] = await room.mail.quotas.list(account.id)
  expect([first, second]).toMatchObject([storage, messages])

  await provide({ ...storage, used: 200 }, messages)
  const used = await room.changes.since(account.id, 'Quota', state, 100)
  expect(used).toMatchObject({ updated: [first!.id], updatedProperties: ['used'] })

  await provide({ ...storage, used: 200, hardLimit: 2000 })
  const after = await room.changes.since(account.id, 'Quota', state, 100)
  expect(after).toMatchObject({ updated: [first!.id], destroyed: [second!.id], updatedProperties: null })
  expect(await room.mail.quotas.list(account.id)).toEqual([
    { id: first!.id, resource: 'storage', used: 200, hardLimit: 2000 },
  ])
})

test('what is as it was moves no state', async () => {
  const { state } = await provide(storage)
  expect(await provide(storage)).toMatchObject({ state })
})

test('an account whose server says nothing has none', async () => {
  await provide()
  expect(await room.mail.quotas.list(account.id)).toEqual([])
})
