import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AccountForTests,
  type MailForTests,
  mailForTests,
  newAccount,
} from '../../../../server-testing/src/mail/test-mail.ts'
import type { AccountHolder } from './types.ts'
import { createIdentities } from './identities.ts'

let room: MailForTests
let account: AccountForTests
beforeAll(async () => {
  room = await mailForTests()
  account = await newAccount(room)
})
afterAll(() => room[Symbol.asyncDispose]())

const fields = { name: '', replyTo: null, bcc: null, textSignature: '', htmlSignature: '' }
const of = (more: Partial<AccountHolder>) =>
  createIdentities({
    database: room.db.database,
    changes: room.changes,
    getHolder: async () => ({ address: 'Me@Example.test', name: 'Me', ...more }),
  })
const make = (more: Partial<AccountHolder>, email: string) =>
  of(more)
    .set(room.user, account.id, { create: [{ email, ...fields }], update: new Map(), destroy: [] })
    .then((outcome) => (outcome === 'state-mismatch' ? [] : outcome.created))

test('an alias is for accounts whose server is handed the message as it is', async () => {
  expect(await make({}, 'sales@example.test')).toEqual(['forbidden-from'])
  expect(await make({}, 'me@example.test')).toMatchObject([{ email: 'me@example.test' }])
  expect(await make({ hasAliases: true }, 'Sales@example.test')).toMatchObject([
    { email: 'Sales@example.test' },
  ])
  expect(await of({}).listAddresses([account.id])).toEqual(['me@example.test', 'sales@example.test'])
})
