import { type AccountId, ProviderName } from '@plmail/wire'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { createLog } from '../../kit/log.ts'
import type { OAuthProvider } from '../../providers/contract/grant.ts'
import { createLocks } from '../../store/locks.ts'
import type { Locks } from '../../store/index.ts'
import { testAccounts, unreachable } from '../../../../server-testing/src/accounts/test-accounts.ts'
import {
  dayMs,
  publicAddress,
  roomBeside,
  type TestGrants,
  testGrants,
} from '../../../../server-testing/src/accounts/test-grants.ts'
import type { Asking } from '../index.ts'

const ada = 'ada@example.org'
const hourMs = 3_600_000

let db: TestDatabase
let locks: Locks
let room: TestGrants
let anna: Asking
let id: AccountId
let logged: string[]
beforeAll(async () => {
  db = await testDatabase()
  locks = createLocks(db.connectionString)
})
afterAll(async () => {
  await locks.close()
  await db[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await db.database.query('delete from app_user')
  await db.database.query('delete from provider_configuration')
  logged = []
  const log = createLog({ level: 'info', write: (line) => logged.push(line) })
  room = await testGrants(db.database, { locks, log })
  room.emulated.google.addAccount(ada)
  anna = await room.asking()
  id = await room.connected(anna, { account: ada })
})
afterEach(() => room.emulated[Symbol.asyncDispose]())

const advance = (ms: number) => room.emulated.world.clock.advance(ms)
const token = (options?: { refused?: string }, of = room) => of.accounts.grants.accessToken(id, options)
const condition = async () => (await room.accounts.get(anna.userId, id))?.condition
const cards = (isAdmin = false) => room.accounts.health({ id: anna.userId, isAdmin })
const fault = (status: number, body?: object) =>
  room.emulated.world.faults.arm({
    operation: 'google.token',
    times: 1,
    fault: { kind: 'status', status, ...(body && { body }) },
  })

describe('an access token', () => {
  test('is kept until a minute before its end, then fetched anew', async () => {
    const first = await token()
    await advance(hourMs - 62_000)
    expect(await token()).toEqual(first)
    const refreshesBefore = room.refreshes()
    await advance(2000)
    const second = await token()
    expect(second).toMatchObject({ ok: true })
    expect(second).not.toEqual(first)
    expect(room.refreshes()).toBe(refreshesBefore + 1)
  })

  test('that the provider refused is not given out again', async () => {
    const first = await token()
    if (!first.ok) throw new Error('no token')
    const second = await token({ refused: first.token })
    expect(second).toMatchObject({ ok: true })
    expect(second).not.toEqual(first)
    const refreshesBefore = room.refreshes()
    // Another worker that still holds the first one gets what is there.
    expect(await token({ refused: first.token })).toEqual(second)
    expect(room.refreshes()).toBe(refreshesBefore)
  })

  test('is asked for once, however many workers of however many processes want it', async () => {
    const others = createLocks(db.connectionString)
    const other = roomBeside(db.database, room.emulated, { locks: others })
    await advance(hourMs)
    const refreshesBefore = room.refreshes()
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => token(undefined, at % 2 ? other : room)),
    )
    expect(
      new Set(all.map((accessToken) => (accessToken.ok ? accessToken.token : accessToken.failure.kind))).size,
    ).toBe(1)
    expect(all[0]).toMatchObject({ ok: true })
    expect(room.refreshes()).toBe(refreshesBefore + 1)
    await others.close()
  })

  test('of an account that was removed does not exist', async () => {
    await room.accounts.remove(anna.userId, id)
    expect(await token()).toEqual({ ok: false, failure: { kind: 'gone' } })
  })
})

describe('trouble', () => {
  test('of the token endpoint leaves account and grant as they are', async () => {
    await advance(hourMs)
    for (const status of [500, 502, 503, 429]) {
      fault(status)
      expect(await token()).toMatchObject({
        failure: { kind: status === 429 ? 'throttled' : 'unreachable' },
      })
    }
    expect(await condition()).toBe('new')
    expect(await cards(true)).toEqual([])
    expect(await token()).toMatchObject({ ok: true })
  })

  test('that is a dead grant asks its owner, once', async () => {
    room.emulated.google.grants.revoke(ada)
    await advance(2 * hourMs)
    const serverText = 'Token has been expired or revoked.'
    expect(await token()).toEqual({
      ok: false,
      failure: { kind: 'expired-grant', why: 'dead', said: serverText },
    })
    const refreshesBefore = room.refreshes()
    expect(await token()).toMatchObject({ failure: { kind: 'expired-grant' } })
    expect(room.refreshes()).toBe(refreshesBefore)
    expect(await room.accounts.get(anna.userId, id)).toMatchObject({
      condition: 'expired-grant',
      conditionText: { problem: 'condition/expired-grant', provider: 'Google' },
    })
    expect(room.told.filter((line) => line.includes('warning'))).toHaveLength(1)
    expect(logged.filter((line) => line.includes('accounts.grant-over'))).toEqual([
      expect.stringContaining(`"ageSeconds":${2 * 3600}`),
    ])
    expect(logged.join()).not.toMatch(/ya29|1\/\/0/)
    expect(await cards()).toMatchObject([
      {
        kind: 'grant-over',
        severity: 'critical',
        said: serverText,
        accounts: [{ id, address: ada }],
        facts: [
          { label: { problem: 'health/signed-in' } },
          { label: { problem: 'health/ended' } },
          { label: { problem: 'health/lasted' }, text: { problem: 'health/hours', hours: 2 } },
        ],
        repair: { kind: 'reconnect', provider: ProviderName.google },
      },
    ])
  })

  test('that only looked like a dead grant is over by itself within the hour', async () => {
    await advance(2 * hourMs)
    fault(400, { error: 'invalid_grant', error_description: 'Bad Request' })
    expect(await token()).toMatchObject({ failure: { kind: 'expired-grant' } })
    await advance(hourMs)
    expect(await token()).toMatchObject({ ok: true })
  })

  test('of the registration is the administrator’s: one card for five accounts, and no sign-in again', async () => {
    for (const name of ['b', 'c', 'd', 'e']) {
      room.emulated.google.addAccount(`${name}@example.org`)
      await room.connected(anna, { account: `${name}@example.org` })
    }
    const bert = await room.asking()
    const { client } = room.emulated
    const environment = {
      [ProviderName.google]: { clientId: client.id, clientSecret: 'out of date' },
      [ProviderName.microsoft]: {},
    }
    const broken = roomBeside(db.database, room.emulated, { environment })
    await advance(2 * hourMs)
    for (const account of await room.accounts.list(anna.userId)) {
      expect(await broken.accounts.grants.accessToken(account.id)).toMatchObject({
        failure: { kind: 'wrong-client' },
      })
    }
    for (const account of await room.accounts.list(anna.userId)) {
      expect(account.condition).toBe('wrong-client')
      expect(account.conditionText).toEqual({ problem: 'condition/wrong-client', host: 'Google' })
    }
    const registration = { id: 'registration-provA', kind: 'registration', severity: 'critical' }
    const [own, ...more] = await cards()
    expect(own).toMatchObject({ ...registration, said: null, repair: null })
    expect([own?.accounts.length, more.length]).toEqual([5, 0])
    // Who runs the server is told, though none of the accounts is theirs.
    expect(await room.accounts.health({ id: bert.userId, isAdmin: true })).toMatchObject([
      {
        ...registration,
        said: 'Unauthorized',
        accounts: [],
        facts: [
          { label: { problem: 'health/since' } },
          { label: { problem: 'health/affected' }, text: { problem: 'health/accounts', accounts: 5 } },
        ],
        repair: { kind: 'providers' },
      },
    ])
    expect(await room.accounts.health({ id: bert.userId, isAdmin: false })).toEqual([])
    expect(await token()).toMatchObject({ ok: true })
  })

  test('of the registration is tried again as soon as it is mended', async () => {
    const { client } = room.emulated
    const broken = roomBeside(db.database, room.emulated, {
      environment: {
        [ProviderName.google]: { clientId: client.id, clientSecret: 'out of date' },
        [ProviderName.microsoft]: {},
      },
    })
    await advance(2 * hourMs)
    await token(undefined, broken)
    expect(await condition()).toBe('wrong-client')
    const { id: clientId, secret: clientSecret } = client
    await broken.accounts.providers.save(ProviderName.google, { clientId, clientSecret })
    expect(broken.told.at(-1)).toBe(`credentials ${id}`)
    expect(await token(undefined, broken)).toMatchObject({ ok: true })
  })

  test('of a registration that was removed is told from a dead grant', async () => {
    const unregistered = roomBeside(db.database, room.emulated, {
      environment: { [ProviderName.google]: {}, [ProviderName.microsoft]: {} },
    })
    await advance(2 * hourMs)
    expect(await token(undefined, unregistered)).toMatchObject({ failure: { kind: 'wrong-client' } })
    expect(await condition()).toBe('wrong-client')
  })
})

describe('a rotated refresh token', () => {
  /** A provider that takes each refresh token once, as strict ones do. */
  function strict() {
    let valid = 0
    const refresh: OAuthProvider['refresh'] = async (_client, used) => {
      if (used !== `refresh ${valid}`)
        return { ok: false, failure: { kind: 'expired-grant', why: 'dead', said: 'reused' } }
      valid++
      const expiresAt = new Date(room.clock.now().getTime() + hourMs)
      const granted = {
        accessToken: `access ${valid}`,
        refreshToken: `refresh ${valid}`,
        expiresAt,
        scopes: [],
      }
      return { ok: true, value: granted }
    }
    return { refresh, first: 'refresh 0' }
  }

  test('takes the place of the one before, over many refreshes by two processes at once', async () => {
    const { refresh, first } = strict()
    const exchange: OAuthProvider['exchange'] = async () => ({
      ok: true,
      value: {
        accessToken: 'access 0',
        refreshToken: first,
        scopes: [],
        expiresAt: room.clock.now(),
        identity: { subject: 'someone', address: 'strict@example.org' },
      },
    })
    const oauth = () => ({
      [ProviderName.google]: { ...unreachable, refresh, exchange, missing: () => [] },
      [ProviderName.microsoft]: unreachable,
    })
    const environment = {
      [ProviderName.google]: { clientId: 'x', clientSecret: 'y' },
      [ProviderName.microsoft]: {},
    }
    const process = (own: Locks) =>
      testAccounts(db.database, { oauth, environment, clock: room.clock, publicAddress, locks: own }).accounts
    const others = createLocks(db.connectionString)
    const processes = [process(locks), process(others)]
    const [one] = processes
    const begun = await one!.grants.begin(anna, ProviderName.google)
    const { searchParams } = new URL(begun.kind === 'go' ? begun.url : '')
    const state = searchParams.get('state') ?? ''
    const done = await one!.grants.complete(anna, ProviderName.google, new URLSearchParams({ state }))
    if (done.kind !== 'connected') throw new Error(JSON.stringify(done))
    for (let round = 1; round <= 5; round++) {
      const tokens = await Promise.all(
        [0, 1, 0, 1].map((at) => processes[at]!.grants.accessToken(done.accountId)),
      )
      expect(tokens).toEqual(Array(4).fill(expect.objectContaining({ ok: true, token: `access ${round}` })))
      await advance(hourMs)
    }
    await others.close()
  })
})

describe('a refresh that a reconnection overtakes', () => {
  test('neither overwrites the new grant nor declares it dead', async () => {
    room.emulated.google.grants.revoke(ada)
    await advance(2 * hourMs)
    room.emulated.world.faults.arm({
      operation: 'google.token',
      times: 1,
      fault: { kind: 'delay', ms: 1500 },
    })
    const late = token()
    await expect.poll(() => room.emulated.world.faults.list().length).toBe(0)
    expect(await room.signIn(anna, { account: ada, reconnect: id })).toMatchObject({ kind: 'reconnected' })
    expect(await late).toMatchObject({ ok: true })
    expect(await condition()).not.toBe('expired-grant')
    await advance(2 * hourMs)
    expect(await token()).toMatchObject({ ok: true })
  })
})

describe('the age of a grant', () => {
  /** As sync does: a token every quarter of an hour is more often than it takes. */
  async function liveFor(days: number) {
    for (let hours = 0; hours < days * 24; hours += 6) {
      await advance(6 * hourMs)
      if (!(await token()).ok) return
    }
  }

  test('of a week names the testing status, and before the next end a warning comes', async () => {
    await liveFor(6.75)
    expect(await cards()).toEqual([])
    room.emulated.google.grants.revoke(ada)
    await advance(6 * hourMs)
    expect(await token()).toMatchObject({ ok: false })
    expect(await cards()).toMatchObject([
      {
        id: 'testing-provA',
        kind: 'testing-status',
        severity: 'critical',
        text: { problem: 'health/testing-status-text' },
        facts: [
          { label: { problem: 'health/signed-in' } },
          { label: { problem: 'health/ended' } },
          { label: { problem: 'health/lasted' }, text: { problem: 'health/days', days: 7 } },
        ],
        repair: { kind: 'reconnect' },
      },
    ])
    await room.signIn(anna, { account: ada, reconnect: id })
    await liveFor(4.75)
    expect(await cards()).toEqual([])
    await liveFor(0.5)
    const end = { label: { problem: 'health/expected-end' }, at: expect.any(Date) }
    expect(await cards()).toMatchObject([
      {
        kind: 'grant-ends-soon',
        severity: 'warning',
        facts: [{ label: { problem: 'health/signed-in' } }, end],
      },
    ])
    // Once it has outlived the week the app is published, and nothing is to be feared.
    await liveFor(3)
    expect(await cards()).toEqual([])
  })

  test('is one card for all accounts that ended after a week', async () => {
    room.emulated.google.addAccount('bea@example.org')
    const second = await room.connected(anna, { account: 'bea@example.org' })
    await liveFor(6.5)
    await room.accounts.grants.accessToken(second)
    for (const email of [ada, 'bea@example.org']) room.emulated.google.grants.revoke(email)
    await advance(6 * hourMs)
    await token()
    await room.accounts.grants.accessToken(second)
    expect(await cards()).toMatchObject([{ kind: 'testing-status', accounts: [{ id }, { id: second }] }])
  })

  test('that nobody watched is no proof of anything', async () => {
    room.emulated.google.grants.revoke(ada)
    await advance(21 * dayMs)
    await token()
    expect(await cards()).toMatchObject([
      { kind: 'grant-over', facts: [{}, {}, { text: { problem: 'health/days', days: 21 } }] },
    ])
  })

  test('that the provider told beforehand is warned of the first time already', async () => {
    room.emulated.google.setTesting(room.emulated.client.id, true)
    await room.signIn(anna, { account: ada, reconnect: id })
    await liveFor(4.5)
    expect(await cards()).toEqual([])
    await liveFor(1)
    expect(await cards()).toMatchObject([
      { kind: 'grant-ends-soon', text: { problem: 'health/provider-named-end', provider: 'Google' } },
    ])
  })
})
