import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../../server/src/store/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { socketFolder: string; user: string }
  }
}

/**
 * One throw-away PostgreSQL for a test run, without durability because nothing in it outlives the run.
 * Its template database holds the migrated schema; every test file copies it (see database.ts).
 */
export default async function postgresForTests(project: TestProject): Promise<() => Promise<void>> {
  const bin = serverBinaries()
  const root = mkdtempSync(join(process.env['TEST_DATABASE_FOLDER'] ?? tmpdir(), 'plmail-pg-'))
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined
  if (owner) chownSync(root, owner.uid, owner.gid)
  chmodSync(root, 0o711)
  const data = join(root, 'data')
  const identity = owner ? { uid: owner.uid, gid: owner.gid } : {}
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'plmail', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '--no-sync'],
    { ...identity, stdio: 'ignore', cwd: root },
  )
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', root, ...flags], {
    ...identity,
    stdio: 'ignore',
    cwd: root,
  })
  await makeTemplate(root)
  project.provide('postgres', { socketFolder: root, user: 'plmail' })
  return () => stop(server, root)
}

const flags = [
  'listen_addresses=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'jit=off',
  'autovacuum=off',
  'max_connections=400',
  'shared_buffers=64MB',
].flatMap((setting) => ['-c', setting])

/** The folder with initdb and postgres: Debian's server. */
export function serverBinaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => Number(name) >= 15) : []
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  if (!newest) throw new Error('The tests need a PostgreSQL server: apt-get install postgresql-15')
  return join(debian, newest, 'bin')
}

function unprivileged(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function makeTemplate(socketFolder: string): Promise<void> {
  const admin = await connected(socketFolder)
  await admin.query('create database template_plmail')
  await admin.end()
  const client = new pg.Client({ host: socketFolder, user: 'plmail', database: 'template_plmail' })
  await client.connect()
  await migrate(client, new URL('../../../server/src/store/migrations/', import.meta.url))
  await client.end()
}

async function connected(host: string): Promise<pg.Client> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ host, user: 'plmail', database: 'postgres' })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (attempt === 1200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function stop(server: ChildProcess, root: string): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGQUIT')
  await ended
  rmSync(root, { recursive: true, force: true })
}
