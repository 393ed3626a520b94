import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import type pg from 'pg'
import { withConnection } from './with-connection.ts'

/** Thrown when a migration that already ran has a different text now. */
export class MigrationChanged extends Error {}

/** A newer plMail has been at work on this database: it holds migrations that this program does not bring. */
export class DatabaseNewer extends Error {
  readonly unknown: readonly string[]
  constructor(unknown: readonly string[]) {
    super(`The database was upgraded by a newer version of plMail (${unknown.join(', ')})`)
    this.unknown = unknown
  }
}

// Any constant will do; all processes of one database must agree on it.
const migrationLock = 7_281_994

/**
 * Brings the schema up to date: numbered plain SQL files, forward only, under an advisory lock so that processes
 * started together migrate once. All that is pending is one transaction: when one file fails, the version that ran
 * before still fits. Returns the names it ran. Throws MigrationChanged or DatabaseNewer.
 */
export async function migrate(client: pg.ClientBase, folder: URL): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    await client.query(
      `create table if not exists schema_migration
        (name text primary key, digest text not null, ran_at timestamptz not null default now())`,
    )
    const pending = unseen(await brought(folder), await ranBefore(client))
    await runAll(client, pending)
    return pending.map(({ name }) => name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
  }
}

/**
 * Whether `migrate` would change a database that an older version has been using. False for an empty one.
 * Throws what `migrate` throws.
 */
export async function isUpgrade(connectionString: string, folder: URL): Promise<boolean> {
  return withConnection(connectionString, async (client) => {
    const { rows } = await client.query(`select where to_regclass('schema_migration') is not null`)
    if (rows.length === 0) return false
    const ran = await ranBefore(client)
    return unseen(await brought(folder), ran).length > 0 && ran.size > 0
  })
}

interface Migration {
  name: string
  digest: string
  text: string
}

/** The migrations that this program brings, in their order. */
async function brought(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, digest: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Digest by name of what ran on this database. */
async function ranBefore(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; digest: string }>(
    'select name, digest from schema_migration order by name',
  )
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

function unseen(migrations: readonly Migration[], ran: ReadonlyMap<string, string>): Migration[] {
  const migrationNames = new Set(migrations.map(({ name }) => name))
  const unknown = [...ran.keys()].filter((name) => !migrationNames.has(name))
  if (unknown.length > 0) throw new DatabaseNewer(unknown)
  const changed = migrations.find(({ name, digest }) => ran.has(name) && ran.get(name) !== digest)
  if (changed)
    throw new MigrationChanged(`Migration ${changed.name} was edited after it ran on this database`)
  return migrations.filter(({ name }) => !ran.has(name))
}

async function runAll(client: pg.ClientBase, pending: readonly Migration[]): Promise<void> {
  await client.query('begin')
  try {
    for (const migration of pending) await runOne(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function runOne(client: pg.ClientBase, { name, digest, text }: Migration): Promise<void> {
  try {
    await client.query(text)
    await client.query('insert into schema_migration (name, digest) values ($1, $2)', [name, digest])
  } catch (error) {
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}
