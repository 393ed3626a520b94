// brings the type of what the global set-up provides
import type {} from './postgres.ts'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { silentLog } from '../../../server/src/kit/log.ts'
import { type Database, openDatabase } from '../../../server/src/store/database.ts'

export interface TestDatabase extends AsyncDisposable {
  database: Database
  connectionString: string
}

/** A fresh, migrated database of this test's own. */
export async function testDatabase(): Promise<TestDatabase> {
  const { socketFolder, user } = inject('postgres')
  const name = `t_${randomBytes(8).toString('hex')}`
  // As files: hundreds are made in a run, and page by page through the log, as is usual, each costs several times as much.
  await administer((client) =>
    client.query(`create database ${name} template template_plmail strategy file_copy`),
  )
  const connectionString = `postgresql://${user}@/${name}?host=${encodeURIComponent(socketFolder)}`
  const database = openDatabase({ connectionString, prepare: true, maxConnections: 10 }, silentLog)
  return {
    database,
    connectionString,
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await administer((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function administer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const { socketFolder, user } = inject('postgres')
  const client = new pg.Client({ host: socketFolder, user, database: 'postgres' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
