import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { schemaCatalogue } from '../../../server-testing/src/store/schema-catalogue.ts'
import { DatabaseNewer, DatabaseOlder, MigrationChanged } from './index.ts'
import { isUpgrade, migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { withConnection } from './with-connection.ts'

const migrations = new URL('./migrations/', import.meta.url)
const numbered = readFileSync(
  new URL('../../../server-testing/src/store/schema-of-0148.sql', import.meta.url),
  'utf8',
)

/** A few rows of an installation in use: a user, a mailbox with a message in it, and a job. */
const rowsInUse = `
  insert into app_user (email, name, password_hash) values ('ada@example.org', 'Ada', '$argon2id$');
  insert into jmap_account (user_id, kind, state) values (1, 'personal', 4), (1, 'mail', 7);
  insert into mail_account (id, user_id, provider, address, name, settings, condition_since, created_at)
    values (2, 1, 'imap', 'ada@example.org', 'Ada', '{"host": "imap.example.org"}', now(), now());
  insert into app_password (user_id, digest, hint, name, account_id, created_at)
    values (1, '\\x01', '12', 'phone', 2, now());
  insert into label (user_id, name, role) values (1, 'Inbox', 'inbox');
  insert into mailbox (account_id, label_id, name, role, created_state) values (2, 1, 'Inbox', 'inbox', 1);
  insert into blob (digest, pack, pack_offset, pack_length, size) values ('\\x02', 'a', 0, 10, 20);
  insert into thread (account_id, base_subject, newest_at, awaits_parent) values (2, 'hello', now(), false);
  insert into message (account_id, thread_id, blob_digest, size, received_at, direction, keywords, has_attachment, subject,
    created_state) values (2, 1, '\\x02', 20, now(), 'in', '{$seen}', false, 'Hello', 3);
  insert into message_mailbox values (1, 1, now());
  insert into journal (account_id, state, at, actor, verb, items)
    values (2, 3, now(), 'user', 'mark-read', '[{"type": "Email", "id": 1}]');
  insert into job (kind, lane, payload, run_at, max_attempts, updated_at)
    values ('sync', 'sync', '{"account": 2}', now(), 5, now());`

let db: TestDatabase

beforeEach(async () => {
  db = await testDatabase()
  await db.database.query('drop schema public cascade')
  await db.database.query('create schema public')
  await withConnection(db.connectionString, (client) => client.query(numbered))
})
afterEach(async () => {
  await db[Symbol.asyncDispose]()
})

const upgrade = (folder = migrations) =>
  withConnection(db.connectionString, (client) => migrate(client, folder))

/** Every row of every table but the log of migrations. */
async function allRows(): Promise<Record<string, unknown[]>> {
  const tables = await db.database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' order by 1`,
  )
  const rows: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const [table] = await db.database.query<{ rows: unknown[] | null }>(
      `select json_agg(t order by t::text) as rows from ${name} t`,
    )
    if (table && table.rows !== null) rows[name] = table.rows
  }
  return rows
}

test('a database of the last numbered migration becomes, catalogue by catalogue, what a new one is', async () => {
  await using fresh = await testDatabase()
  expect(await isUpgrade(db.connectionString, migrations)).toBe(true)
  await upgrade()
  const upgraded = await schemaCatalogue(db.database)
  const expected = await schemaCatalogue(fresh.database)
  for (const [catalogue, entries] of Object.entries(expected))
    expect(upgraded[catalogue], catalogue).toEqual(entries)
  expect(upgraded['columns']?.length).toBeGreaterThan(500)
  const log = 'select name, digest from schema_migration order by name'
  expect(await db.database.query(log)).toEqual(await fresh.database.query(log))
  expect(await isUpgrade(db.connectionString, migrations)).toBe(false)
})

test('its rows stay as they are, and it goes on being used', async () => {
  await withConnection(db.connectionString, (client) => client.query(rowsInUse))
  const before = await allRows()
  expect(Object.keys(before)).toHaveLength(12)
  await upgrade()
  const after = await allRows()
  // Later migrations may add a column to a row; what stood in it stays.
  expect(after).toMatchObject(before)
  expect(Object.keys(after)).toEqual(Object.keys(before))
  await db.database.query('delete from app_user')
  expect(Object.keys(await allRows())).toEqual(['blob', 'job'])
})

test('a migration that came later runs on it as on every other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plmail-migrations-'))
  try {
    await cp(migrations, folder, { recursive: true })
    await writeFile(join(folder, 'cell/0999-mail.sql'), 'alter table label add column later int')
    const later = pathToFileURL(`${folder}/`)
    const expected = (await readMigrations(later)).map(({ name }) => name).filter((name) => !isSquashed(name))
    expect(await upgrade(later)).toEqual(expected)
    expect(expected).toContain('cell/0999-mail.sql')
    expect(await db.database.query('select later from label')).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

const isSquashed = (name: string) =>
  name.startsWith('cell/') ? name <= 'cell/0010-border.sql' : name <= 'installation/0004-store.sql'

test('one of an older migration is refused by name, with the migration that has to run first', async () => {
  await db.database.query(`delete from schema_migration where name > '0141-'`)
  await expect(upgrade()).rejects.toThrow(DatabaseOlder)
  await expect(upgrade()).rejects.toMatchObject({
    message: expect.stringContaining('0139-submission-operations.sql'),
    needed: '0148-queue.sql',
  })
  expect(await db.database.query('select count(*) from schema_migration')).toEqual([{ count: 72 }])
})

test('one with a numbered migration that is not known, or another text of one, is refused', async () => {
  await db.database.query(`insert into schema_migration values ('0149-unknown.sql', 'x')`)
  await expect(upgrade()).rejects.toThrow(DatabaseNewer)
  await db.database.query(`delete from schema_migration where name = '0149-unknown.sql'`)
  await db.database.query(`update schema_migration set digest = 'x' where name = '0001-store.sql'`)
  await expect(upgrade()).rejects.toThrow(MigrationChanged)
})
