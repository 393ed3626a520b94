import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import type pg from 'pg'

/** Thrown when a migration that already ran has a different text now. */
export class MigrationChanged extends Error {}

// Any constant will do; all processes of one database must agree on it.
const migrationLock = 7_281_994

/**
 * Brings the schema up to date: numbered plain SQL files, forward only, each in a transaction of its own,
 * under an advisory lock so that processes started together migrate once. Returns the names it ran.
 */
export async function migrate(pool: pg.Pool, folder: URL): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      `create table if not exists schema_migration
        (name text primary key, digest text not null, ran_at timestamptz not null default now())`,
    )
    return await runPending(client, folder)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    client.release()
  }
}

async function runPending(client: pg.PoolClient, folder: URL): Promise<string[]> {
  const done = await client.query<{ name: string; digest: string }>(
    'select name, digest from schema_migration',
  )
  const digests = new Map(done.rows.map((row) => [row.name, row.digest]))
  const ran: string[] = []
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
    const text = await readFile(new URL(name, folder), 'utf8')
    const digest = createHash('sha256').update(text).digest('hex')
    const known = digests.get(name)
    if (known === digest) continue
    if (known) throw new MigrationChanged(`Migration ${name} was edited after it ran on this database`)
    await runOne(client, name, digest, text)
    ran.push(name)
  }
  return ran
}

async function runOne(client: pg.PoolClient, name: string, digest: string, text: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migration (name, digest) values ($1, $2)', [name, digest])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}
