import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { startCuttingProxy } from '../../../server-testing/src/servers/cutting-proxy.ts'
import { testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { freePort } from '../../../server-testing/src/servers/free-port.ts'
import { createVisitor } from '../../../server-testing/src/http/visitor.ts'
import { smallDisk } from '../../../server-testing/src/store/small-disk.ts'
import {
  type Program,
  type Serving,
  type Variables,
  buildProgram,
} from '../../../server-testing/src/main/built-program.ts'

// Whole processes start and stop here, on machines that may have other things to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let program: Program
let data: string
let running: Serving[]
let count = 0

beforeAll(() => {
  program = buildProgram()
})
afterAll(() => program.remove())
beforeEach(() => {
  data = join(program.home, `var-${++count}`)
  running = []
})
afterEach(async () => {
  for (const serving of running) {
    serving.process.kill('SIGTERM')
    await serving.ended
  }
})

const serve = async (variables: Variables = {}, args: readonly string[] = []) => {
  const serving = await program.serve({ APP_DATA_DIR: data, ...variables }, args)
  running.push(serving)
  return serving
}
const fails = async (variables: Variables = {}) => {
  const { code, errors } = await program.command(['serve'], { APP_DATA_DIR: data, ...variables })
  expect(code).toBe(1)
  expect(errors).not.toMatch(/^\s+at /m)
  return errors.trim()
}
const clusterIsRunning = () => existsSync(join(data, 'postgres/postmaster.pid'))

describe('the server process', () => {
  test('serves from nothing, prints its address and stops in good order, database last', async () => {
    const serving = await serve()
    const health = await fetch(`${serving.address}/healthz`)
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'ok' }])
    expect((await fetch(`${serving.address}/install`)).status).toBe(200)
    expect(clusterIsRunning()).toBe(true)
    serving.process.kill('SIGTERM')
    const { code, errors } = await serving.ended
    expect({ code, errors, isRunning: clusterIsRunning() }).toEqual({ code: 0, errors: '', isRunning: false })
  })

  test('a request signal that comes twice, as under npm, still stops in good order', async () => {
    const serving = await serve()
    serving.process.kill('SIGINT')
    serving.process.kill('SIGINT')
    expect((await serving.ended).code).toBe(0)
    expect(clusterIsRunning()).toBe(false)
  })

  test('keeps serving over a killed database and starts again over a killed self', async () => {
    const serving = await serve()
    const pid = () => Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const killed = pid()
    process.kill(killed, 'SIGKILL')
    // For a moment after the kill, the health is still that of before.
    const isServingAgain = async () => {
      expect(pid()).not.toBe(killed)
      expect((await fetch(`${serving.address}/healthz`)).status).toBe(200)
    }
    await vi.waitFor(isServingAgain, { timeout: 60_000 })
    serving.process.kill('SIGKILL')
    await serving.ended
    const orphan = pid()
    const again = await serve()
    expect(pid()).toBe(orphan)
    expect((await fetch(`${again.address}/healthz`)).status).toBe(200)
  })

  test('as web and as worker shares one embedded database, which the last one stops', async () => {
    const web = await serve({}, ['--role', 'web'])
    const worker = program.command(['serve', '--role', 'worker'], { APP_DATA_DIR: data })
    const connected = `select count(distinct application_name)::int n from pg_stat_activity where application_name like 'plmail-%'`
    await vi.waitFor(async () => expect(await ask<{ n: number }>(connected)).toEqual([{ n: 2 }]), {
      timeout: 60_000,
    })
    web.process.kill('SIGTERM')
    expect((await web.ended).code).toBe(0)
    expect(clusterIsRunning()).toBe(true)
    const [{ pid = 0 } = {}] = await ask<{ pid: number }>(
      `select split_part(application_name, '-', 2)::int pid from pg_stat_activity where application_name like 'plmail-%' limit 1`,
    )
    process.kill(pid, 'SIGTERM')
    expect((await worker).code).toBe(0)
    expect(clusterIsRunning()).toBe(false)
  })

  test('uses the server that DATABASE_URL names and starts none of its own', async () => {
    await using db = await testDatabase()
    const serving = await serve({ DATABASE_URL: db.connectionString })
    expect((await fetch(`${serving.address}/healthz`)).status).toBe(200)
    expect(existsSync(join(data, 'postgres'))).toBe(false)
    serving.process.kill('SIGTERM')
    expect((await serving.ended).code).toBe(0)
  })

  test.each([
    ['embedded', async () => ({ variables: {}, close: async () => {} })],
    [
      'named by DATABASE_URL',
      async () => {
        const db = await testDatabase()
        return { variables: { DATABASE_URL: db.connectionString }, close: () => db[Symbol.asyncDispose]() }
      },
    ],
  ])('is not reset under its feet, with a database that is %s', async (_, open) => {
    const { variables, close } = await open()
    const server = await serve(variables)
    const reset = () =>
      program.command(['app:reset', '--full', '--yes'], { APP_DATA_DIR: data, ...variables })
    expect(await reset()).toMatchObject({ code: 1, errors: expect.stringMatching(/is running.*Stop it/) })
    expect((await fetch(`${server.address}/install`)).status).toBe(200)
    server.process.kill('SIGTERM')
    await server.ended
    expect(await reset()).toMatchObject({ code: 0 })
    await close()
  })

  test('two processes that migrate an empty database at the same time both start', async () => {
    await using db = await testDatabase()
    await db.database.query('drop schema public cascade')
    await db.database.query('create schema public')
    const both = await Promise.all([
      serve({ DATABASE_URL: db.connectionString }),
      serve({ DATABASE_URL: db.connectionString }),
    ])
    for (const { address } of both) expect((await fetch(`${address}/healthz`)).status).toBe(200)
    for (const serving of both) serving.process.kill('SIGTERM')
    for (const serving of both) expect((await serving.ended).code).toBe(0)
  })

  async function ask<Row>(text: string): Promise<Row[]> {
    const { Client } = (await import('pg')).default
    const client = new Client({ host: join(data, 'postgres.work'), user: 'plmail', database: 'plmail' })
    await client.connect()
    try {
      return (await client.query(text)).rows as Row[]
    } finally {
      await client.end()
    }
  }
})

describe('a database that goes away while the server starts', () => {
  test('is waited for, and nobody is told before that the server is healthy', async () => {
    await using db = await testDatabase()
    const { socketFolder, user } = inject('postgres')
    await using proxy = await startCuttingProxy({ path: join(socketFolder, '.s.PGSQL.5432') })
    const port = await freePort()
    const early: unknown[] = []
    let refusals = 0
    // Gone at the very first statement about jobs, and for some tries after that.
    proxy.onClientData = (chunk) => {
      if ((refusals === 0 && !chunk.includes('from job where')) || refusals >= 5) return
      refusals++
      proxy.cut()
      early.push(
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          ({ status }) => status,
          () => 'no answer',
        ),
      )
    }
    const name = new URL(db.connectionString.replace('@/', '@localhost/')).pathname
    const server = await serve({
      DATABASE_URL: `postgresql://${user}@127.0.0.1:${proxy.port}${name}`,
      PORT: String(port),
    })
    expect(refusals).toBe(5)
    expect(await Promise.all(early)).not.toContain(200)
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
  })
})

describe('a full disk', () => {
  test('ends a start with a sentence', async () => {
    expect(await fails(noSpaceAtLocks())).toMatch(/^The disk .*is full\. Free some space/)
  })

  test('is stopped on in good order, is told while it lasts, and ends the next start', async () => {
    using disk = smallDisk(400)
    // Users who may not mount a disk have the test above.
    if (!disk) return
    data = join(disk.folder, 'var')
    const server = await serve()
    const visitor = createVisitor(server.address)
    await visitor.install()
    const { token } = await visitor.api<{ token: string }>('POST', '/api/session/token')
    const headers = { authorization: `Bearer ${token}` }
    const session = await visitor.request('GET', '/jmap/session', { headers })
    const { accounts } = session.json<{ accounts: Record<string, unknown> }>()
    const [account = ''] = Object.keys(accounts)
    const upload = () =>
      visitor.request('POST', `/jmap/upload/${account}`, { headers, json: { some: 'thing'.repeat(1000) } })

    disk.fill()
    const refused = await upload()
    expect([refused.status, refused.json()]).toMatchObject([
      507,
      { title: 'The server’s disk is full, so nothing can be saved' },
    ])
    const full = await fetch(`${server.address}/healthz`)
    expect([full.status, await full.json()]).toMatchObject([
      200,
      { status: 'error', checks: { disk: false } },
    ])
    server.process.kill('SIGTERM')
    await server.ended
    await vi.waitFor(() => expect(processesIn(disk.folder)).toEqual([]))

    expect(await fails()).toMatch(
      /^The disk that holds \S+ is full\. Free some space, then start plMail again/,
    )
    expect(processesIn(disk.folder)).toEqual([])

    disk.free()
    const again = await serve()
    expect((await fetch(`${again.address}/healthz`)).status).toBe(200)
    again.process.kill('SIGTERM')
    await again.ended
  })

  /** The answer of a system whose disk is full, at the first file that is locked. */
  function noSpaceAtLocks(): Variables {
    const file = join(program.home, 'no-space.mjs')
    writeFileSync(
      file,
      `import { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { open } = promises
promises.open = async (path, flags, mode) => {
  if (!String(path).endsWith('.lock')) return open(path, flags, mode)
  throw Object.assign(new Error('ENOSPC: no space left on device, open'), { code: 'ENOSPC', syscall: 'open', path })
}
syncBuiltinESMExports()
`,
    )
    return { NODE_OPTIONS: `--import=${file}` }
  }

  function processesIn(folder: string): string[] {
    return readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
      } catch {
        return false // ended meanwhile
      }
    })
  }
})

describe('what a server that cannot start says, without a stack and with exit code 1', () => {
  test('the port is taken', async () => {
    const otherServer = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => otherServer.once('listening', resolve))
    const { port } = otherServer.address() as AddressInfo
    expect(await fails({ PORT: String(port) })).toMatch(new RegExp(`^Port ${port} is taken`))
    expect(clusterIsRunning()).toBe(false)
    await new Promise((resolve) => otherServer.close(resolve))
  })

  test('the database cannot be reached, without telling its password', async () => {
    const sentence = await fails({ DATABASE_URL: 'postgresql://plmail:hunter2@127.0.0.1:1/plmail' })
    expect(sentence).toMatch(/^The database at 127\.0\.0\.1:1\/plmail can’t be reached: .*ECONNREFUSED/)
    expect(sentence).not.toContain('hunter2')
  })

  test('the data directory cannot be written', async () => {
    writeFileSync(data, 'a file in its place')
    expect(await fails()).toMatch(/^The data directory .* can’t be written/)
  })

  test('the data directory is where nobody can make folders', async () => {
    expect(await fails({ APP_DATA_DIR: '/proc/plmail' })).toMatch(
      /^The data directory \/proc\/plmail can’t be written/,
    )
    expect(await fails({ APP_SECRETS_FILE: '/proc/plmail/generated.env' })).toMatch(/\/proc\/plmail can’t be/)
    expect(await fails({ BLOB_URL: 'file:/proc/plmail/blobs' })).toMatch(/\/proc\/plmail\/blobs can’t be/)
  })

  test('the cluster belongs to another major version', async () => {
    mkdirSync(join(data, 'postgres'), { recursive: true })
    writeFileSync(join(data, 'postgres/PG_VERSION'), '15\n')
    expect(await fails()).toMatch(/made by PostgreSQL 15\. This program brings PostgreSQL 18/)
  })

  test('the environment cannot be used', async () => {
    const sentences = await fails({ PORT: 'http', BLOB_URL: 's3://bucket' })
    expect(sentences).toMatch(/^PORT must be .*\nBLOB_URL names an S3 bucket/)
    expect(existsSync(data)).toBe(false)
  })

  test('HOST is no address of this machine', async () => {
    expect(await fails({ HOST: '192.0.2.1' })).toMatch(
      /192\.0\.2\.1.*HOST must be an address of this machine/,
    )
  })

  test('the encryption key is another than the one that sealed what is stored', async () => {
    await using db = await testDatabase()
    const first = await serve({ DATABASE_URL: db.connectionString })
    first.process.kill('SIGTERM')
    await first.ended
    await storeSecret(db.connectionString, 'ab'.repeat(32))
    expect(await fails({ DATABASE_URL: db.connectionString })).toMatch(
      /^The encryption key in force can’t decrypt the value of mail_account\.secret\. .* secrets file/,
    )
    const fitting = await serve({ DATABASE_URL: db.connectionString, APP_ENCRYPTION_KEY: 'ab'.repeat(32) })
    expect((await fetch(`${fitting.address}/healthz`)).status).toBe(200)
    const command = ['app:user:password', '--email', 'nobody@example.org', '--password', 'long enough words']
    const warned = await program.command(command, { APP_DATA_DIR: data, DATABASE_URL: db.connectionString })
    expect(warned.errors).toMatch(
      /^Warning: The encryption key [^]* mail_account\.secret[^]*There is no user with the address/,
    )
    fitting.process.kill('SIGTERM')
    await fitting.ended
  })

  test('Node.js is too old', async () => {
    const tool = join(import.meta.dirname, '../../../../tools/node-version.mjs')
    const code = `import { requireNode } from ${JSON.stringify(tool)}; requireNode('20.18.3'); console.log('went on')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code])
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
    expect(said).toMatch(/^plMail needs Node\.js 20\.19 or newer; this is 20\.18\.3\./)
    rmSync(data, { recursive: true, force: true })
  })

  async function storeSecret(connectionString: string, key: string): Promise<void> {
    const { openDatabase, createCipher } = await import('../store/index.ts')
    const { silentLog } = await import('../kit/log.ts')
    const { systemRandom } = await import('../kit/random.ts')
    const database = openDatabase({ connectionString, prepare: false, maxConnections: 1 }, silentLog)
    const secret = createCipher({ key: () => key, random: systemRandom }).seal('mailbox password')
    await database.query(
      `with u as (insert into app_user (email, name, password_hash) values ('a@b.example', 'A', '') returning id),
         a as (insert into jmap_account (user_id, kind) select id, 'mail' from u returning id, user_id)
       insert into mail_account (id, user_id, provider, address, name, settings, secret, condition_since, created_at)
       select id, user_id, 'imap', 'a@b.example', 'A', '{}', $1, now(), now() from a`,
      [secret],
    )
    await database.close()
  }
})
