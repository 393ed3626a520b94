import type pg from 'pg'
import { DatabaseNewer, MigrationChanged } from './migration-errors.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { replacingNumbered } from './numbered-migrations.ts'
import { withConnection } from './with-connection.ts'

// Any constant will do; all processes of one database must agree on it.
const migrationLock = 7_281_994

/**
 * Brings the schema up to date: numbered plain SQL files, a stream for each home, forward only, under an advisory lock
 * so that processes started together migrate once. All that is pending is one transaction: when one file fails, the
 * version that ran before still fits. Returns the names it ran. Throws MigrationChanged, DatabaseNewer or
 * DatabaseOlder.
 */
export async function migrate(client: pg.ClientBase, folder: URL): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    await client.query(
      `create table if not exists schema_migration
        (name text primary key, digest text not null, ran_at timestamptz not null default now())`,
    )
    const steps = stepsFor(await readMigrations(folder), await ranBefore(client))
    await inTransaction(client, () => take(client, steps))
    return steps.pending.map(({ name }) => name)
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
    const { replacing, pending } = stepsFor(await readMigrations(folder), ran)
    return ran.size > 0 && replacing.length + pending.length > 0
  })
}

interface Steps {
  /** Those whose tables are there already, made by the numbered migrations; they take the place of these. */
  replacing: readonly Migration[]
  pending: readonly Migration[]
}

/** Returns the digest by name of what ran on this database. */
async function ranBefore(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; digest: string }>(
    'select name, digest from schema_migration order by name',
  )
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

function stepsFor(migrations: readonly Migration[], ran: ReadonlyMap<string, string>): Steps {
  const replacing = replacingNumbered(migrations, ran)
  if (replacing.length > 0)
    return { replacing, pending: migrations.filter((migration) => !replacing.includes(migration)) }
  const migrationNames = new Set(migrations.map(({ name }) => name))
  const unknown = [...ran.keys()].filter((name) => !migrationNames.has(name))
  if (unknown.length > 0) throw new DatabaseNewer(unknown)
  const changed = migrations.find(({ name, digest }) => ran.has(name) && ran.get(name) !== digest)
  if (changed) throw new MigrationChanged(changed.name)
  return { replacing, pending: migrations.filter(({ name }) => !ran.has(name)) }
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function take(client: pg.ClientBase, { replacing, pending }: Steps): Promise<void> {
  if (replacing.length > 0) await client.query('delete from schema_migration')
  for (const migration of replacing) await remember(client, migration)
  for (const migration of pending) await run(client, migration)
}

async function run(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query(migration.text)
    await remember(client, migration)
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed`, { cause: error })
  }
}

async function remember(client: pg.ClientBase, { name, digest }: Migration): Promise<void> {
  await client.query('insert into schema_migration (name, digest) values ($1, $2)', [name, digest])
}
