import { ProviderName } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { systemRandom } from '../../kit/random.ts'
import { createCipher } from '../../store/index.ts'
import { testAccounts } from '../../../../server-testing/src/accounts/test-accounts.ts'
import type { ProviderEnvironment } from './effective-settings.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())
beforeEach(async () => {
  await db.database.query('delete from provider_configuration')
})

const cipher = createCipher({ key: () => 'ab'.repeat(32), random: systemRandom })
const store = (row: { id?: string; secret?: string; tenant?: string }) =>
  db.database.query(
    `insert into provider_configuration (provider, client_id, client_secret, tenant, updated_at)
     values ('provB', $1, $2, $3, now())`,
    [row.id ?? null, row.secret === undefined ? null : cipher.seal(row.secret), row.tenant ?? null],
  )

const whole: ProviderEnvironment = { clientId: 'env-id', clientSecret: 'env-secret', tenant: 'organizations' }
const withEnvironment = (microsoft: ProviderEnvironment) => {
  const { providers } = testAccounts(db.database, {
    environment: { [ProviderName.google]: {}, [ProviderName.microsoft]: microsoft },
  }).accounts
  return {
    client: async () => (await providers.inForce(ProviderName.microsoft)).client,
    settings: () => providers.settings(ProviderName.microsoft),
  }
}

test('without anything there is no client, and nothing to offer', async () => {
  const { client, settings } = withEnvironment({})
  expect(await client()).toBeUndefined()
  expect(await settings()).toMatchObject({ isReady: false, clientId: { value: null, from: null } })
})

test('the environment is used as it is', async () => {
  const { client, settings } = withEnvironment(whole)
  expect(await client()).toEqual({ id: 'env-id', secret: 'env-secret', tenant: 'organizations' })
  expect(await settings()).toMatchObject({
    isReady: true,
    clientId: { value: 'env-id', from: 'environment' },
    clientSecret: { isSet: true, from: 'environment' },
  })
})

test('a stored pair wins, and each stored value that is set', async () => {
  await store({ id: 'own-id', secret: 'own-secret' })
  const { client, settings } = withEnvironment(whole)
  expect(await client()).toEqual({ id: 'own-id', secret: 'own-secret', tenant: 'organizations' })
  expect(await settings()).toMatchObject({
    clientId: { value: 'own-id', from: 'stored' },
    tenant: { value: 'organizations', from: 'environment' },
  })
})

test.each([[{ id: 'own-id' }], [{ secret: 'own-secret' }], [{ tenant: 'consumers' }]])(
  'a row with only %j never shadows a pair that works',
  async (row) => {
    await store(row)
    const { client, settings } = withEnvironment(whole)
    expect(await client()).toMatchObject({ id: 'env-id', secret: 'env-secret' })
    expect((await settings()).isReady).toBe(true)
  },
)

test('halves of two places make no pair', async () => {
  await store({ id: 'own-id' })
  const { client, settings } = withEnvironment({ clientSecret: 'env-secret' })
  expect(await client()).toBeUndefined()
  expect(await settings()).toMatchObject({ isReady: false, clientSecret: { isSet: false } })
})

test('a key that does not fit is an error that names the column, not another secret', async () => {
  await db.database.query(
    `insert into provider_configuration (provider, client_id, client_secret, updated_at)
     values ('provB', 'x', $1, now())`,
    [createCipher({ key: () => 'cd'.repeat(32), random: systemRandom }).seal('secret')],
  )
  await expect(withEnvironment(whole).client()).rejects.toThrow('provider_configuration.client_secret')
})
