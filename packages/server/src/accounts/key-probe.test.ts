import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/fixtures/database.ts'
import { systemRandom } from '../kit/random.ts'
import { CannotDecrypt, createCipher } from '../store/index.ts'
import { form, userWith } from './accounts-for-tests.ts'
import { type TestGrants, testGrants } from './grants-for-tests.ts'
import { probeKey } from './index.ts'

let db: TestDatabase
let room: TestGrants
beforeAll(async () => {
  db = await testDatabase()
  room = await testGrants(db.database)
  room.emulated.google.addAccount('ada@example.org')
})
afterAll(async () => {
  await room.emulated[Symbol.asyncDispose]()
  await db[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await db.database.query('delete from app_user')
  await db.database.query('delete from provider_configuration')
})

const cipherOf = (key: string) => createCipher({ key: () => key.repeat(32), random: systemRandom })
const [fitting, other] = [cipherOf('ab'), cipherOf('cd')]

describe('the key probe', () => {
  test('has nothing to say where nothing is sealed', async () => {
    await probeKey(db.database, other)
  })

  test.each([
    [
      'mail_account.secret',
      async () =>
        void (await room.accounts.add(await userWith(db.database, 'a@plmail.example'), form, 'usual')),
    ],
    [
      'account_grant.refresh_token',
      async () => void (await room.connected(await room.asking(), { account: 'ada@example.org' })),
    ],
    [
      'provider_configuration.client_secret',
      async () =>
        void (await room.accounts.providers.save('provB', { clientId: 'id', clientSecret: 'secret' })),
    ],
  ])('finds a key that does not fit %s', async (column, seal) => {
    await seal()
    await probeKey(db.database, fitting)
    const failing = probeKey(db.database, other)
    await expect(failing).rejects.toThrow(CannotDecrypt)
    await expect(failing).rejects.toThrow(column)
  })
})
