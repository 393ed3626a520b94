import { ProviderName } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { systemRandom } from '../kit/random.ts'
import { CannotDecrypt, createCipher } from '../store/index.ts'
import { form, userWith } from '../../../server-testing/src/accounts/test-accounts.ts'
import { type TestGrants, testGrants } from '../../../server-testing/src/accounts/test-grants.ts'
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

const createTestCipher = (key: string) => createCipher({ key: () => key.repeat(32), random: systemRandom })
async function sourceWith(kind: string, address: string, secret: string | null): Promise<void> {
  const user = await userWith(db.database, 'a@plmail.example')
  await db.database.query(
    `with a as (insert into jmap_account (user_id, kind) values ($1, 'personal') returning id)
     insert into calendar_source (user_id, account_id, kind, name, address, username, secret, condition_since, created_at)
     select $1, id, $2, 'Calendar', $3, case when $2 = 'caldav' then 'anna' end, $4, now(), now() from a`,
    [user, kind, address, secret],
  )
}
const [fitting, otherCipher] = [createTestCipher('ab'), createTestCipher('cd')]

describe('the key probe', () => {
  test('has nothing to say where nothing is sealed', async () => {
    expect(await probeKey(db.database, otherCipher)).toBeUndefined()
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
        void (await room.accounts.providers.save(ProviderName.microsoft, {
          clientId: 'id',
          clientSecret: 'secret',
        })),
    ],
    [
      'provider_configuration.push_token',
      async () =>
        void (await db.database.query(
          `insert into provider_configuration (provider, push_token, updated_at) values ('provA', $1, now())`,
          [fitting.seal('token')],
        )),
    ],
    ['calendar_source.secret', () => sourceWith('caldav', 'https://dav.example.org', fitting.seal('pw'))],
    ['calendar_source.address', () => sourceWith('feed', fitting.seal('https://example.org/a.ics'), null)],
  ])('finds a key that does not fit %s', async (column, seal) => {
    await seal()
    await probeKey(db.database, fitting)
    const failing = probeKey(db.database, otherCipher)
    await expect(failing).rejects.toThrow(CannotDecrypt)
    await expect(failing).rejects.toThrow(column)
  })
})
