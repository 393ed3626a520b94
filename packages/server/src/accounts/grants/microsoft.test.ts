import { ProviderName } from '@plmail/wire'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { atConsentPage } from '../../../../server-testing/src/providers/at-consent-page.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import {
  emulatedMicrosoft,
  type EmulatedMicrosoft,
  narrowTenant,
} from '../../../../server-testing/src/providers/microsoft/emulated-microsoft.ts'
import { createMicrosoftOAuth } from '../../providers/microsoft/grant.ts'
import { createLocks } from '../../store/locks.ts'
import type { Locks } from '../../store/index.ts'
import {
  type TestAccounts,
  testAccounts,
  unreachable,
  userWith,
} from '../../../../server-testing/src/accounts/test-accounts.ts'
import { publicAddress } from '../../../../server-testing/src/accounts/test-grants.ts'
import type { Asking } from '../index.ts'
import type { ProviderEnvironment } from '../providers/effective-settings.ts'

const bea = 'bea@contoso.example'
const hourMs = 3_600_000

let db: TestDatabase
let locks: [Locks, Locks]
let emulated: EmulatedMicrosoft
let anna: Asking
beforeAll(async () => {
  db = await testDatabase()
  locks = [createLocks(db.connectionString), createLocks(db.connectionString)]
})
afterAll(async () => {
  await Promise.all(locks.map((lock) => lock.close()))
  await db[Symbol.asyncDispose]()
})
let users = 0
beforeEach(async () => {
  emulated = await emulatedMicrosoft(`${publicAddress}/oauth/provB/callback`)
  emulated.microsoft.addAccount(bea)
  const userId = await userWith(db.database, `user${++users}@plmail.example`)
  anna = { userId, session: Buffer.from(`session of ${userId}`) }
})
afterEach(() => emulated[Symbol.asyncDispose]())

/** One process of an installation that is registered with Microsoft. */
function process(variables: ProviderEnvironment = registered(), own = locks[0]): TestAccounts {
  const clock = { now: () => emulated.world.clock.now(), advance: () => {} }
  const { endpoints } = emulated
  const microsoft = createMicrosoftOAuth({ endpoints, clock, fetch: (url, init) => fetch(url, init) })
  const oauth = () => ({ [ProviderName.google]: unreachable, [ProviderName.microsoft]: microsoft })
  return testAccounts(db.database, {
    oauth,
    clock,
    publicAddress,
    locks: own,
    environment: { [ProviderName.google]: {}, [ProviderName.microsoft]: variables },
  })
}

const registered = (client = emulated.client): ProviderEnvironment => ({
  clientId: client.id,
  clientSecret: client.secret,
})

async function signIn({ accounts }: TestAccounts, email: string) {
  const begun = await accounts.grants.begin(anna, ProviderName.microsoft)
  if (begun.kind !== 'go') throw new Error(begun.kind)
  const url = new URL(begun.url)
  const form = { ...Object.fromEntries(url.searchParams), email, decision: 'accept' }
  const back = await atConsentPage(url.origin + url.pathname, form)
  return accounts.grants.complete(anna, ProviderName.microsoft, back.searchParams)
}

async function connected(room: TestAccounts, email = bea) {
  const done = await signIn(room, email)
  if (done.kind !== 'connected') throw new Error(JSON.stringify(done))
  return done.accountId
}

test('connects, and tells on removal that Microsoft keeps listing the permission', async () => {
  const room = process()
  const id = await connected(room)
  expect(await room.accounts.get(anna.userId, id)).toMatchObject({
    provider: ProviderName.microsoft,
    address: bea,
  })
  expect(await room.accounts.health({ id: anna.userId, isAdmin: true })).toEqual([])
  expect(await room.accounts.remove(anna.userId, id)).toEqual({ handedBack: 'not-offered' })
})

test('two processes keep a grant alive whose refresh tokens may be used once only', async () => {
  emulated.microsoft.grants.watchReuse(emulated.client.id, true)
  const both = [process(registered(), locks[0]), process(registered(), locks[1])]
  const id = await connected(both[0]!)
  for (let round = 0; round < 4; round++) {
    await emulated.world.clock.advance(2 * hourMs)
    const accessTokens = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((at) => both[at]!.accounts.grants.accessToken(id)),
    )
    expect(
      new Set(
        accessTokens.map((accessToken) =>
          accessToken.ok ? accessToken.token : JSON.stringify(accessToken.failure),
        ),
      ).size,
    ).toBe(1)
    expect(accessTokens[0]).toMatchObject({ ok: true })
  }
})

test('names the setting when the registration is for one organisation only (AADSTS50194)', async () => {
  emulated.microsoft.addAccount('dora@narrow.example', { tenant: narrowTenant })
  const { narrowClient } = emulated
  const wrong = process(registered(narrowClient))
  expect(await signIn(wrong, 'dora@narrow.example')).toMatchObject({
    kind: 'told',
    problem: { problem: 'oauth/single-tenant' },
    advice: { problem: 'oauth/advice-tenant-field' },
  })
  const right = process({ ...registered(narrowClient), tenant: narrowTenant })
  expect(await signIn(right, 'dora@narrow.example')).toMatchObject({ kind: 'connected' })
})

test.each([
  ['conditional access', 'conditional-access', 'blocked', null],
  ['a second factor', 'mfa', 'expired-grant', { kind: 'reconnect' }],
] as const)('asks the right person about %s', async (_name, obstacle, condition, repair) => {
  const room = process()
  const id = await connected(room)
  emulated.microsoft.grants.require(bea, obstacle)
  await emulated.world.clock.advance(2 * hourMs)
  expect(await room.accounts.grants.accessToken(id)).toMatchObject({ ok: false })
  expect(await room.accounts.get(anna.userId, id)).toMatchObject({ condition })
  const [card] = await room.accounts.health({ id: anna.userId, isAdmin: false })
  expect({ ...card?.repair }).toMatchObject({ ...repair })
  expect(card?.repair === null).toBe(repair === null)
})

test('a secret that has expired is the administrator’s, and mended without anybody signing in', async () => {
  const room = process()
  const id = await connected(room)
  emulated.microsoft.grants.expireSecret(emulated.client.id, true)
  await emulated.world.clock.advance(2 * hourMs)
  expect(await room.accounts.grants.accessToken(id)).toMatchObject({
    failure: { kind: 'wrong-client', what: 'secret-expired' },
  })
  expect(await room.accounts.health({ id: anna.userId, isAdmin: true })).toMatchObject([
    { kind: 'registration', said: expect.stringMatching(/^AADSTS7000222/), repair: { kind: 'providers' } },
  ])
  emulated.microsoft.grants.expireSecret(emulated.client.id, false)
  expect(await room.accounts.grants.accessToken(id)).toMatchObject({ ok: true })
})

test('a permission that was taken back is asked for again', async () => {
  const room = process()
  const id = await connected(room)
  emulated.microsoft.grants.untick(bea, 'Mail.Send')
  await emulated.world.clock.advance(2 * hourMs)
  expect(await room.accounts.grants.accessToken(id)).toMatchObject({ failure: { kind: 'consent-needed' } })
  expect(await room.accounts.health({ id: anna.userId, isAdmin: false })).toMatchObject([
    {
      kind: 'access-missing',
      severity: 'critical',
      repair: { kind: 'reconnect', provider: ProviderName.microsoft },
    },
  ])
})
