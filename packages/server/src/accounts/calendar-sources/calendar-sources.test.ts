import { type AccountId, type ProblemCode, type UserId, ProviderName } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { systemRandom } from '../../kit/random.ts'
import { createCipher } from '../../store/index.ts'
import {
  type TestAccounts,
  testAccounts,
  userWith,
} from '../../../../server-testing/src/accounts/test-accounts.ts'
import { type TestGrants, testGrants } from '../../../../server-testing/src/accounts/test-grants.ts'
import type { CalendarProbes } from '../index.ts'

const dav = { address: 'https://dav.example.org', username: 'anna', password: 'sesame-42' }
const secretFeed = 'https://example.org/private-1234/basic.ics'
type Fault = Extract<Awaited<ReturnType<CalendarProbes['feed']>>, { ok: false }>['fault']

let db: TestDatabase
let room: TestAccounts
let anna: UserId
let bert: UserId
/** What the other side does instead of working. */
let fault: Fault | undefined
let probed: string[] = []

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())
beforeEach(async () => {
  await db.database.query('delete from app_user')
  fault = undefined
  probed = []
  const calendarProbes: CalendarProbes = {
    caldav: async ({ address, password }) => {
      probed.push(`${address} ${password}`)
      return fault ? { ok: false, fault } : { ok: true, address: `${address}/home/`, name: undefined }
    },
    feed: async (address) => (fault ? { ok: false, fault } : { ok: true, address, name: 'Holidays' }),
  }
  room = testAccounts(db.database, { calendarProbes })
  anna = await userIn('anna@plmail.example')
  bert = await userIn('bert@plmail.example')
})

async function userIn(email: string): Promise<UserId> {
  const id = await userWith(db.database, email)
  await db.database.query(`insert into jmap_account (user_id, kind) values ($1, 'personal')`, [id])
  return id
}
const sources = () => room.accounts.calendarSources
const connected = async (userId = anna) => {
  const done = await sources().connect(userId, dav)
  if (!done.ok) throw new Error(JSON.stringify(done.problems))
  return done.source
}
const subscribed = async (userId = anna, address = secretFeed) => {
  const done = await sources().subscribe(userId, { address })
  if (!done.ok) throw new Error(JSON.stringify(done.problems))
  return done.source
}
const kept = async () => JSON.stringify(await db.database.query('select * from calendar_source'))

describe('a CalDAV server', () => {
  test('is connected where its calendars were found, with a sealed password, in the personal account', async () => {
    const source = await connected()
    expect(source).toMatchObject({
      kind: 'caldav',
      name: 'dav.example.org',
      host: 'dav.example.org',
      username: 'anna',
      address: 'https://dav.example.org/home/',
      condition: 'new',
      conditionText: null,
    })
    const [personal] = await db.database.query<{ id: AccountId }>(
      `select id from jmap_account where user_id = $1 and kind = 'personal'`,
      [anna],
    )
    expect(source.accountId).toBe(personal?.id)
    expect(await kept()).not.toContain('sesame-42')
    expect(await kept()).toContain('enc:v1:')
    expect(await sources().access(source.id)).toEqual({
      kind: 'caldav',
      address: 'https://dav.example.org/home/',
      username: 'anna',
      password: 'sesame-42',
    })
    expect(room.told).toContain(`source changed ${source.id}`)
  })

  test.each<[Partial<Fault>, string, ProblemCode]>([
    [{ kind: 'wrong-credentials' }, '/password', 'calendar-source/wrong-credentials'],
    [{ kind: 'unreachable' }, '/address', 'calendar-source/no-answer'],
    [{ kind: 'tls' }, '/address', 'calendar-source/no-trusted-connection'],
    [{ kind: 'malformed' }, '/address', 'calendar-source/no-calendars'],
    [{ kind: 'throttled' }, '/address', 'calendar-source/busy'],
    [{ kind: 'refused', detail: 'refused-address' }, '/address', 'calendar-source/private-network'],
    [{ kind: 'refused', detail: 'refused-url' }, '/address', 'calendar-source/refused-url'],
  ])('that fails with %j is not saved, and the field and a code say why', async (what, pointer, problem) => {
    fault = { kind: 'refused', message: '', detail: undefined, problem: undefined, ...what }
    expect(await sources().connect(anna, dav)).toEqual({
      ok: false,
      problems: [{ pointer, problem: expect.objectContaining({ problem }) }],
    })
    expect(await sources().list(anna)).toEqual([])
  })

  test('needs an address, a user name and a password', async () => {
    const empty = await sources().connect(anna, { address: ' ', username: '', password: '' })
    expect(empty).toMatchObject({
      problems: [{ pointer: '/address' }, { pointer: '/username' }, { pointer: '/password' }],
    })
    expect(probed).toEqual([])
  })

  test('is connected once', async () => {
    await connected()
    expect(await sources().connect(anna, dav)).toMatchObject({
      ok: false,
      problems: [{ pointer: '/address' }],
    })
    await connected(bert)
  })

  test('keeps what an edit leaves out, and shows its password to no other server', async () => {
    const { id } = await connected()
    await sources().setCondition(id, 'wrong-credentials', 'no')
    expect(await sources().edit(anna, id, { name: 'Work', password: '' })).toMatchObject({
      ok: true,
      source: { name: 'Work', username: 'anna', condition: 'ok', conditionText: null },
    })
    expect(probed.at(-1)).toBe('https://dav.example.org/home/ sesame-42')
    expect(await sources().edit(anna, id, { address: 'https://evil.example' })).toMatchObject({
      ok: false,
      problems: [{ pointer: '/password' }],
    })
    expect(probed.join()).not.toContain('evil')
    expect(await sources().edit(bert, id, { name: 'Mine' })).toBeUndefined()
  })
})

describe('a feed', () => {
  test('is named by its file, and its address is sealed and never told', async () => {
    const source = await subscribed()
    expect(source).toMatchObject({ kind: 'feed', name: 'Holidays', host: 'example.org', address: null })
    expect(await kept()).not.toContain('private-1234')
    expect(await sources().access(source.id)).toMatchObject({
      kind: 'feed',
      address: secretFeed,
      name: 'Holidays',
    })
  })

  test('is subscribed to once, and its failure leaves nothing', async () => {
    await subscribed()
    expect(await sources().subscribe(anna, { address: secretFeed })).toMatchObject({ ok: false })
    const problem = { problem: 'feed/not-a-calendar' } as const
    fault = { kind: 'malformed', message: '', detail: undefined, problem }
    expect(await sources().subscribe(anna, { address: 'https://example.org/' })).toEqual({
      ok: false,
      problems: [{ pointer: '/address', problem }],
    })
    expect(await sources().list(anna)).toHaveLength(1)
  })

  test('is looked at sooner when its user asks', async () => {
    const { id } = await subscribed()
    expect(await sources().hurry(bert, id)).toBe(false)
    expect(await sources().hurry(anna, id)).toBe(true)
    expect(await sources().access(id)).toMatchObject({ askedAt: room.clock.now() })
  })

  test('fifty of them are enough', async () => {
    for (let count = 0; count < 50; count++) await subscribed(anna, `https://example.org/${count}.ics`)
    const more = await sources().subscribe(anna, { address: 'https://example.org/50.ics' })
    expect(more).toMatchObject({
      ok: false,
      problems: [{ problem: { problem: 'calendar-source/too-many', most: 50 } }],
    })
  })
})

describe('a source', () => {
  test('says what was observed, as a code, until it is over', async () => {
    const { id } = await connected()
    await sources().setCondition(id, 'wrong-credentials', 'Bad password')
    const view = async () => (await sources().list(anna))[0]
    expect(await view()).toMatchObject({
      condition: 'wrong-credentials',
      said: 'Bad password',
      lastSyncedAt: null,
      conditionText: { problem: 'calendar-source/wrong-password', host: 'dav.example.org' },
    })
    await room.clock.advance(60_000)
    await sources().setCondition(id, 'ok')
    expect(await view()).toMatchObject({ condition: 'ok', said: null, lastSyncedAt: room.clock.now() })
  })

  test('whose address was sealed with another key leaves the others on the list', async () => {
    const feed = await subscribed()
    const server = await connected()
    const stranger = createCipher({ key: () => 'cd'.repeat(32), random: systemRandom })
    await db.database.query('update calendar_source set address = $2 where id = $1', [
      feed.id,
      stranger.seal(secretFeed),
    ])
    await db.database.query('update calendar_source set secret = $2 where id = $1', [
      server.id,
      stranger.seal(dav.password),
    ])
    expect(await sources().list(anna)).toMatchObject([
      {
        id: feed.id,
        name: 'Holidays',
        condition: 'wrong-credentials',
        conditionText: { problem: 'calendar-source/unreadable-address' },
      },
      { id: server.id, address: server.address },
    ])
    // Both can be mended by whoever they belong to.
    expect(await sources().edit(anna, server.id, { password: 'sesame-43' })).toMatchObject({ ok: true })
    expect(await sources().access(server.id)).toMatchObject({ password: 'sesame-43' })
    expect(await sources().subscribe(anna, { address: secretFeed })).toMatchObject({ ok: true })
    expect(await sources().remove(anna, feed.id)).toBe(true)
  })

  test('goes after its calendars, by its owner only', async () => {
    const { id } = await connected()
    expect(await sources().remove(bert, id)).toBe(false)
    expect(await sources().remove(anna, id)).toBe(true)
    expect(room.told.at(-1)).toBe(`source leaving ${id}`)
    expect([await sources().get(id), await sources().access(id)]).toEqual([undefined, undefined])
    expect(await sources().active()).toEqual([])
  })
})

describe('a connected account', () => {
  let grants: TestGrants
  beforeEach(async () => {
    grants = await testGrants(db.database)
    grants.emulated.google.addAccount('ada@example.org')
  })

  test('is a source of calendars as long as it is connected, and is removed in no other way', async () => {
    const asking = await grants.asking()
    const accountId = await grants.connected(asking, { account: 'ada@example.org' })
    const { calendarSources } = grants.accounts
    const [source] = await calendarSources.ofAccount(accountId)
    expect(source).toMatchObject({ kind: ProviderName.google, accountId, userId: asking.userId })
    expect(await calendarSources.list(asking.userId)).toMatchObject([
      { name: 'ada@example.org', host: 'Google' },
    ])
    expect(await calendarSources.access(source!.id)).toEqual({ kind: ProviderName.google, accountId })
    expect(await calendarSources.remove(asking.userId, source!.id)).toBe(false)
    await calendarSources.setCondition(source!.id, 'missing-scope')
    expect((await calendarSources.list(asking.userId))[0]?.conditionText).toEqual({
      problem: 'calendar-source/missing-scope',
      host: 'Google',
    })
    await grants.accounts.remove(asking.userId, accountId)
    expect(await calendarSources.ofUser(asking.userId)).toEqual([])
    await grants.emulated[Symbol.asyncDispose]()
  })
})
