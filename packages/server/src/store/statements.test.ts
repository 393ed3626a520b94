import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { silentLog } from '../kit/log.ts'
import { type Database, openDatabase } from './database.ts'
import { GatheringSocket } from './gathering-socket.ts'
import { runStatements, statement } from './statements.ts'

let db: TestDatabase
/** One connection, so that each statement meets what the one before left. */
let single: Database
beforeAll(async () => {
  db = await testDatabase()
  single = openDatabase(
    { connectionString: db.connectionString, prepare: true, maxConnections: 1 },
    silentLog,
  )
  await single.query(
    `create table pair (id int primary key, other int references pair deferrable initially deferred)`,
  )
})
afterAll(async () => {
  await single.close()
  await db[Symbol.asyncDispose]()
})

const ids = async () =>
  (await single.query<{ id: number }>('select id from pair order by id')).map((r) => r.id)

test('values of every kind arrive as they were sent, the second time as the first', async () => {
  const text = `select $1::int8 as number, $2::text as text, $3::bytea as bytes, $4::int8[] as numbers, $5::text[] as texts,
    $6::timestamptz as at, $7::boolean as yes, $8::text as nothing, $9::json as json, $10::bytea[] as digests`
  const row = {
    number: 7,
    text: `a 'b' \\ "c" {d} ü🙂`,
    bytes: Buffer.from([0, 255, 92]),
    numbers: [1, 2],
    texts: ['', 'a,b', '"', 'null'],
    at: new Date('0042-03-01T10:00:00.123Z'),
    yes: true,
    nothing: null,
    json: { a: [1, null] },
    digests: [Buffer.from([1]), Buffer.alloc(0)],
  }
  const values = Object.values(row)
  for (let round = 0; round < 2; round++) {
    expect(await single.prepared('test-kinds', text, values)).toEqual([row])
    expect(await single.query(text, values)).toEqual([row])
    expect(await single.transaction((tx) => tx.prepared('test-kinds', text, values))).toEqual([row])
  }
})

test('of statements that go out together each gets its own rows', async () => {
  const found = await single.transaction((tx) =>
    Promise.all([
      tx.prepared('test-rows', 'select n from generate_series(1, $1::int) as n', [3]),
      tx.prepared('test-insert', 'insert into pair values ($1)', [50]),
      tx.query('select id from pair where id = 50'),
      tx.query('select id as found from pair where id = $1', [50]),
      tx.prepared('test-rows', 'select n from generate_series(1, $1::int) as n', [0]),
      tx.prepared('test-remove', 'delete from pair where id = $1 returning id, other', [50]),
    ]),
  )
  expect(found).toEqual([
    [{ n: 1 }, { n: 2 }, { n: 3 }],
    [],
    [{ id: 50 }],
    [{ found: 50 }],
    [],
    [{ id: 50, other: null }],
  ])
})

/** Counts what leaves: each write to the system wakes the database. */
class CountingSocket extends GatheringSocket {
  writes = 0
  override _write(...args: Parameters<GatheringSocket['_write']>): void {
    this.writes++
    super._write(...args)
  }
  override _writev(...args: Parameters<NonNullable<GatheringSocket['_writev']>>): void {
    this.writes++
    super._writev?.(...args)
  }
}

test('statements that go out together leave in one write, however many they are', async () => {
  const socket = new CountingSocket()
  const client = new pg.Client({ connectionString: db.connectionString, stream: () => socket })
  await client.connect()
  const numbers = Array.from({ length: 7 }, (_, n) => statement('test-write', 'select $1::int as n', [n]))
  for (let round = 0; round < 2; round++) {
    const before = socket.writes
    const answers = await runStatements(client, numbers)
    expect(answers.map(({ rows }) => rows)).toEqual(numbers.map((_, n) => [{ n }]))
    expect(socket.writes - before).toBe(1)
  }
  await client.end()
})

test('when one fails those behind it do not run, and it can be run again', async () => {
  const insert = (id: number) => ['test-insert', 'insert into pair values ($1)', [id]] as const
  const twice = single.transaction(async (tx) => {
    tx.send(...insert(1))
    tx.send(...insert(1))
    tx.send('test-late', 'insert into pair select $1::int', [2])
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([])
  await single.transaction(async (tx) => {
    tx.send(...insert(1))
    tx.send('test-late', 'insert into pair select $1::int', [2])
  })
  expect(await ids()).toEqual([1, 2])
  await expect(single.prepared(...insert(1))).rejects.toMatchObject({ code: '23505' })
  await single.prepared(...insert(3))
  expect(await ids()).toEqual([1, 2, 3])
})

test('one that cannot even be prepared is told as such, each time, until it can', async () => {
  const later = () => single.prepared('test-later', 'select id from made_later where id = $1', [1])
  for (let round = 0; round < 2; round++) await expect(later()).rejects.toMatchObject({ code: '42P01' })
  await single.query('create table made_later (id int)')
  expect(await later()).toEqual([])
})

test('what the database judges at the end of a single statement fails that statement', async () => {
  const dangling = single.prepared('test-dangling', 'insert into pair values ($1, $2)', [90, 91])
  await expect(dangling).rejects.toMatchObject({ code: '23503' })
  expect(await ids()).not.toContain(90)
})

test('a value that cannot be sent or read fails its statement alone', async () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  await expect(single.prepared('test-value', 'select $1::text', [circular])).rejects.toThrow('circular')
  await expect(single.prepared('test-unsafe', 'select $1::int8 as n', [2 ** 60])).rejects.toThrow(
    'safe integer',
  )
  expect(await single.prepared('test-unsafe', 'select $1::int8 as n', [1])).toEqual([{ n: 1 }])
})

test('a name stands for one text', async () => {
  const [name, text] = ['test-once', 'select 1 as one']
  expect(await single.prepared(name, text)).toEqual([{ one: 1 }])
  await expect(single.prepared(name, 'select 2 as one')).rejects.toThrow('another text')
  expect(await single.prepared(name, text)).toEqual([{ one: 1 }])
})

test('a connection that ends under a statement fails it, and the next one has another', async () => {
  const text = 'select pg_terminate_backend(pg_backend_pid()), $1::int'
  const ended = { code: '57P01' }
  await expect(single.prepared('test-end', text, [1])).rejects.toMatchObject(ended)
  const within = single.transaction((tx) => tx.prepared('test-end', text, [1]))
  await expect(within).rejects.toMatchObject(ended)
  expect(await single.prepared('test-rows', 'select n from generate_series(1, $1::int) as n', [1])).toEqual([
    { n: 1 },
  ])
})
