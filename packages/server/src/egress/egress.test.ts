import type { UserId } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userWith } from '../../../server-testing/src/accounts/test-accounts.ts'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { type FixedClock, fixedClock } from '../kit/clock.ts'
import { createLog } from '../kit/log.ts'
import { systemRandom } from '../kit/random.ts'
import type { Database } from '../store/index.ts'
import { createEgress, type Egress } from './index.ts'

let db: TestDatabase
let clock: FixedClock
let ada: UserId
let bob: UserId
let logged: string[]
const started: Egress[] = []
beforeEach(async () => {
  db = await testDatabase()
  clock = fixedClock(new Date('2026-11-28T21:30:00Z'))
  ada = await userWith(db.database, 'ada@example.test')
  bob = await userWith(db.database, 'bob@example.test')
  logged = []
})
afterEach(async () => {
  for (const egress of started.splice(0)) await egress.stop()
  await db[Symbol.asyncDispose]()
})

/** A process of the server. */
function start(mode: 'all' | 'providers' | 'none' = 'all', database: Database = db.database): Egress {
  const log = createLog({ level: 'info', write: (line) => logged.push(line) })
  const listen = async () => async () => {}
  const egress = createEgress({ database, listen, clock, log, random: systemRandom, mode })
  started.push(egress)
  return egress
}

/** Nobody listens there, so that an attempt is all that is made. */
async function connect(
  egress: Egress,
  owner: UserId | 'installation',
  host = '127.0.0.1',
  reason: 'feed' | 'imap' | 'picture' = 'feed',
): Promise<string> {
  const target = { host, port: 1, connectMilliseconds: 2_000 }
  const purpose = { reason, owner, ...(reason === 'picture' && { sender: 'News@Shop.example' }) }
  return egress.network
    .dialer(purpose)
    .connect(target)
    .then(
      () => 'connected',
      (error: Error) => error.name,
    )
}

test('each person sees what was connected for them, and nobody else’s', async () => {
  const egress = start()
  await connect(egress, ada)
  await connect(egress, ada)
  await connect(egress, bob, '127.0.0.2', 'picture')
  await connect(egress, 'installation', '127.0.0.3')
  expect((await egress.own(ada)).lines).toEqual([
    {
      reason: 'feed',
      host: '127.0.0.1',
      sender: null,
      times: 2,
      failed: 2,
      failure: 'connection-refused',
      bytesOut: 0,
      bytesIn: 0,
      lastAt: clock.now().toISOString(),
    },
  ])
  expect((await egress.own(bob)).lines).toMatchObject([{ host: '127.0.0.2', sender: 'news@shop.example' }])
  const report = await egress.report('day')
  expect(report.lines.map(({ host, times }) => [host, times])).toEqual([
    ['127.0.0.1', 2],
    ['127.0.0.3', 1],
    ['127.0.0.2', 1],
  ])
  expect(JSON.stringify(report)).not.toMatch(/shop\.example|"(user|owner|sender)/)
})

test('two processes add to the same lines', async () => {
  const [web, worker] = [start(), start()]
  await Promise.all([connect(web, ada), connect(worker, ada)])
  await Promise.all([web.flush(), worker.flush()])
  await Promise.all([connect(web, ada), connect(worker, ada)])
  await Promise.all([web.flush(), worker.flush()])
  expect((await web.own(ada)).lines).toMatchObject([{ times: 4 }])
  expect(await db.database.query('select 1 from egress_entry')).toHaveLength(1)
})

test('a report has a bar for each hour of a day and for each day of a month', async () => {
  const egress = start()
  await connect(egress, ada)
  clock.advance(3 * 3_600_000)
  await connect(egress, ada)
  await db.database.query('select 1')
  await egress.flush()
  await db.database.query('update egress_entry set bytes_out = 10')
  const day = await egress.report('day')
  expect(day.starts).toHaveLength(24)
  expect(day.starts.at(-1)).toBe('2026-11-29T00:00:00.000Z')
  expect(day.lines[0]?.bars).toEqual([...Array<number>(20).fill(0), 10, 0, 0, 10])
  const month = await egress.report('month')
  expect(month.starts).toHaveLength(30)
  expect(month.lines[0]?.bars.at(-1)).toBe(20)
  expect(month.lines[0]?.times).toBe(2)
})

describe('names that strangers choose', () => {
  test('have one line and an end', async () => {
    const egress = start()
    const hostile = `Evil\n\u202e${'x'.repeat(5_000)}.example\u0000`
    await egress.network
      .http({})
      .fetch({ reason: 'feed', owner: ada })('http://127.0.0.1:1/')
      .catch(() => {})
    await connect(egress, ada, hostile)
    const [line] = (await egress.own(ada)).lines.filter(({ host }) => host.includes('evil'))
    expect(line?.host).toMatch(/^evil\?\?x+$/)
    expect(line?.host.length).toBeLessThanOrEqual(253)
  })

  test('cannot make the ledger grow: further hosts of an hour are one line, and none is lost', async () => {
    const egress = start()
    const { network } = egress
    const client = network.http({ addressesOf: () => Promise.reject(new Error('no')) })
    for (let at = 0; at < 150; at++)
      await client
        .fetch({ reason: 'picture', owner: ada, sender: `${at}@evil.example` })(
          `https://h${at}.evil.example/`,
        )
        .catch(() => {})
    const { lines } = await egress.own(ada)
    expect(lines).toHaveLength(101)
    expect(lines.find(({ host }) => host === '*')).toMatchObject({ times: 50, sender: null })
  })
})

describe('what cannot be written', () => {
  test('waits for the database, and is counted once', async () => {
    let isAway = false
    const database: Database = {
      ...db.database,
      query: (text, values) => (isAway ? Promise.reject(new Error('away')) : db.database.query(text, values)),
    }
    const egress = start('all', database)
    await connect(egress, ada)
    isAway = true
    await egress.flush()
    expect(logged.join()).toContain('egress.not-written')
    await connect(egress, ada)
    isAway = false
    expect((await egress.own(ada)).lines).toMatchObject([{ times: 2 }])
  })

  test('at the end is said in numbers, and leaves a trace that administrators see', async () => {
    let isAway = false
    const database: Database = {
      ...db.database,
      query: (text, values) => (isAway ? Promise.reject(new Error('away')) : db.database.query(text, values)),
    }
    const egress = start('all', database)
    await connect(egress, ada)
    isAway = true
    await egress.stop()
    const lost = logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ event }) => event === 'egress.lost')
    expect(lost).toMatchObject({ connections: 1, bytesOut: 0, bytesIn: 0 })
    expect((await start().report('day')).gaps).toEqual([])
    clock.advance(6 * 60_000)
    expect((await start().report('day')).gaps).toEqual([
      { from: '2026-11-28T21:30:00.000Z', to: '2026-11-28T21:31:00.000Z' },
    ])
  })

  test('leaves no trace where everything was written', async () => {
    const egress = start()
    await connect(egress, ada)
    await egress.stop()
    clock.advance(6 * 60_000)
    expect((await start().report('day')).gaps).toEqual([])
    expect((await start().own(ada)).lines).toHaveLength(1)
  })
})

test('with the database away from the beginning nothing is connected', async () => {
  const database: Database = { ...db.database, query: () => Promise.reject(new Error('away')) }
  expect(await connect(start('all', database), ada)).toBe('Error')
})

test('who is deleted takes their lines along, also those that are not written yet; the others’ are kept', async () => {
  const egress = start()
  await connect(egress, ada)
  await egress.flush()
  await connect(egress, ada)
  await connect(egress, bob)
  await db.database.query('delete from app_user where id = $1', [ada])
  await egress.flush()
  expect((await egress.own(ada)).lines).toEqual([])
  expect((await egress.own(bob)).lines).toMatchObject([{ times: 1 }])
})

test('after thirty days a connection is forgotten', async () => {
  const egress = start()
  await connect(egress, ada)
  clock.advance(29 * 86_400_000)
  await egress.sweep()
  expect((await egress.own(ada)).lines).toHaveLength(1)
  clock.advance(2 * 86_400_000)
  await egress.sweep()
  expect(await db.database.query('select 1 from egress_entry')).toEqual([])
})

describe('switches', () => {
  test.each([
    ['all', ['feed', 'imap', 'picture'], []],
    ['providers', ['imap'], ['feed', 'picture']],
    ['none', [], ['feed', 'imap', 'picture']],
  ] as const)('EGRESS=%s allows %j and refuses %j', async (mode, allowed, refused) => {
    const egress = start(mode)
    for (const reason of allowed) expect(await connect(egress, ada, '127.0.0.1', reason)).toBe('Error')
    for (const reason of refused) expect(await connect(egress, ada, '127.0.0.1', reason)).toBe('SwitchedOff')
    expect((await egress.own(ada)).switchedOff.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([...refused]),
    )
  })

  test('narrow what EGRESS allows and never widen it', async () => {
    const egress = start('providers')
    await egress.set({ reason: 'imap', isOn: false })
    await egress.set({ reason: 'picture', isOn: true })
    expect(await connect(egress, ada, '127.0.0.1', 'imap')).toBe('SwitchedOff')
    expect(await connect(egress, ada, '127.0.0.1', 'picture')).toBe('SwitchedOff')
    const { switches } = await egress.report('day')
    expect(switches.find(({ reason }) => reason === 'imap')).toEqual({
      reason: 'imap',
      isOn: false,
      by: 'administrator',
    })
    expect(switches.find(({ reason }) => reason === 'picture')).toMatchObject({
      isOn: false,
      by: 'environment',
    })
    await egress.set({ reason: 'imap', isOn: true })
    expect(await connect(egress, ada, '127.0.0.1', 'imap')).toBe('Error')
    expect(await egress.isAllowed('imap')).toBe(true)
  })

  test('that cannot be read refuse', async () => {
    let isAway = false
    const database: Database = {
      ...db.database,
      query: (text, values) => (isAway ? Promise.reject(new Error('away')) : db.database.query(text, values)),
    }
    const egress = start('all', database)
    await connect(egress, ada)
    clock.advance(31_000) // what a process holds for good is half a minute old
    isAway = true
    await expect(
      egress.network
        .dialer({ reason: 'feed', owner: ada })
        .connect({ host: '127.0.0.1', port: 1, connectMilliseconds: 1_000 }),
    ).rejects.toThrow('away')
  })
})
