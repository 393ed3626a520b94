import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { DatabaseNewer, MigrationChanged } from './index.ts'
import { isUpgrade, migrate } from './migrate.ts'
import { withConnection } from './with-connection.ts'

let db: TestDatabase
let path: string
let folder: URL

beforeEach(async () => {
  db = await testDatabase()
  await db.database.query('drop schema public cascade')
  await db.database.query('create schema public')
  path = await mkdtemp(join(tmpdir(), 'plmail-migrations-'))
  folder = pathToFileURL(`${path}/`)
  for (const home of ['installation', 'cell']) await mkdir(join(path, home))
  await bring('cell/0001-first.sql', 'create table first (n int)')
})
afterEach(async () => {
  await rm(path, { recursive: true })
  await db[Symbol.asyncDispose]()
})

const bring = (name: string, text: string) => writeFile(join(path, name), text)
const run = () => withConnection(db.connectionString, (client) => migrate(client, folder))
const wouldUpgrade = () => isUpgrade(db.connectionString, folder)

test('each migration runs once, in the order of its number', async () => {
  await bring('cell/0002-second.sql', 'alter table first add m int')
  expect(await run()).toEqual(['cell/0001-first.sql', 'cell/0002-second.sql'])
  expect(await run()).toEqual([])
  expect(await db.database.query('select n, m from first')).toEqual([])
})

test('those of the installation run before those of a cell', async () => {
  await bring('installation/0009-users.sql', 'create table users (n int)')
  expect(await run()).toEqual(['installation/0009-users.sql', 'cell/0001-first.sql'])
})

test('a failing upgrade leaves the database to the version that used it before', async () => {
  await run()
  await bring('cell/0002-second.sql', 'alter table first add m int')
  await bring('cell/0003-third.sql', 'alter table nowhere add m int')
  await expect(run()).rejects.toThrow('Migration cell/0003-third.sql failed')
  expect(await db.database.query('select name from schema_migration')).toEqual([
    { name: 'cell/0001-first.sql' },
  ])
  await expect(db.database.query('select m from first')).rejects.toThrow(/"m" does not exist/)
})

test('a migration that this program does not know is refused, with its name, and nothing is run', async () => {
  await bring('cell/0007-later.sql', 'select 1')
  await run()
  await rm(join(path, 'cell/0007-later.sql'))
  await bring('cell/0002-second.sql', 'create table second (n int)')
  await expect(run()).rejects.toThrow(DatabaseNewer)
  await expect(run()).rejects.toThrow('newer version of plMail (cell/0007-later.sql)')
  await expect(wouldUpgrade()).rejects.toThrow(DatabaseNewer)
  expect(await db.database.query(`select to_regclass('second') as made`)).toEqual([{ made: null }])
})

test('a migration edited after it ran is refused', async () => {
  await run()
  await bring('cell/0001-first.sql', 'create table first (n bigint)')
  await expect(run()).rejects.toThrow(MigrationChanged)
})

test('an upgrade is a change to a database in use: neither the first start nor one with nothing to do', async () => {
  expect(await wouldUpgrade()).toBe(false)
  await run()
  expect(await wouldUpgrade()).toBe(false)
  await bring('cell/0002-second.sql', 'select 1')
  expect(await wouldUpgrade()).toBe(true)
})
