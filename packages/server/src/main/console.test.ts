import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import {
  type Ended,
  type Program,
  type Variables,
  buildProgram,
} from '../../../server-testing/src/main/built-program.ts'

// Whole processes start and stop here, on machines that may have other things to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const password = 'correct horse battery'

let program: Program
let db: TestDatabase
beforeAll(async () => {
  program = buildProgram()
  db = await testDatabase()
})
afterAll(async () => {
  program.remove()
  await db[Symbol.asyncDispose]()
})

const run = (args: readonly string[], input = '', variables: Variables = {}): Promise<Ended> =>
  program.command(args, { DATABASE_URL: db.connectionString, ...variables }, input)
const secretsFile = () => readFileSync(join(program.home, 'var/secrets/generated.env'), 'utf8')

describe('the command line', () => {
  test('speaks the language of LC_ALL, LC_MESSAGES or LANG, in this order, and else English', async () => {
    const usage = async (variables: Variables) => (await run(['--help'], '', variables)).output.split('\n')[0]
    const [english, german] = ['Usage: plmail COMMAND [OPTIONS]', 'Aufruf: plmail BEFEHL [OPTIONEN]']
    expect(await usage({ LANG: 'de_AT.UTF-8' })).toBe(german)
    expect(await usage({ LC_MESSAGES: 'de_DE', LANG: 'en_GB.UTF-8' })).toBe(german)
    expect(await usage({ LC_ALL: 'C', LC_MESSAGES: 'de_DE', LANG: 'de_DE' })).toBe(english)
    expect(await usage({ LANG: 'tlh_AQ' })).toBe(english)
  })

  test('says in that language what is wrong with an option, as Node.js does not', async () => {
    const errors = async (...args: string[]) =>
      (await run(args, '', { LANG: 'de_DE.UTF-8' })).errors.split('\n')[0]
    expect(await errors('serve', '--rolle', 'web')).toBe('Die Option --rolle gibt es nicht.')
    expect(await errors('serve', '--role')).toBe('--role braucht einen Wert.')
    expect(await errors('app:reset', '--full=ja')).toBe('--full nimmt keinen Wert an.')
    expect(await errors('app:setup', '--email', '--name', 'Ada')).toBe('--email braucht einen Wert.')
    expect(await errors('serve', 'web')).toBe('„web“ ist keine Option.')
    expect(await errors('serve', '--role', 'alles')).toContain('all, web, worker')
  })

  test('tells what there is, without touching anything', async () => {
    const help = await run(['--help'])
    expect(help.code).toBe(0)
    for (const name of ['serve', 'app:setup', 'app:user:create', 'app:account:add-imap', 'app:reset'])
      expect(help.output).toContain(name)
    const ended = await run(['app:account:add-imap', '--help'])
    expect([ended.code, ended.output]).toEqual([0, expect.stringContaining('--smtp-encryption KIND')])
    expect(existsSync(join(program.home, 'var'))).toBe(false)
  })

  test('lists every command', async () => {
    const listed = (await run(['--help'])).output.split('\n').map((line) => line.trim().split(/\s/)[0])
    expect(listed).toEqual(
      expect.arrayContaining([
        'app:calendar:push',
        'app:mail:sync',
        'app:calendar:sync',
        'app:provB:diagnose',
        'app:secrets:init',
        'app:reset',
        'app:user:2fa-disable',
        'app:user:password',
        'app:sso:allow-password',
        'app:app-password:create',
      ]),
    )
    expect((await run(['app:calendar:sync', '--help'])).output).toContain('--stale')
    const reset = (await run(['app:reset', '--help'])).output
    expect([reset, reset]).toEqual([
      expect.stringContaining('--full'),
      expect.stringContaining('--rotate-secrets'),
    ])
  })

  test.each([
    [[]],
    [['app:unknown']],
    [['app:setup']],
    [['app:setup', '--email', 'a@b.example', '--name', 'A', '--unknown']],
    [['serve', '--role', 'everything']],
    [['serve', 'extra']],
    [['app:reset', '--full']],
    [['app:reset', '--yes']],
    [['app:account:add-imap', '--user', 'a@b.example', '--password-stdin']],
  ])('%j is bad usage: exit code 2 and a way on', async (args) => {
    const { code, output, errors } = await run(args)
    expect(code).toBe(2)
    expect(output + errors).toMatch(/Usage: plmail/)
  })

  test('--json is kept on bad usage, for an unknown command and when something breaks', async () => {
    const away = { DATABASE_URL: 'postgresql://u@127.0.0.1:1/d' }
    for (const [args, code, variables] of [
      [['app:unknown', '--json'], 2, {}],
      [['app:setup', '--json'], 2, {}],
      [['app:setup', '--email', 'a@b.example', '--name', 'A', '--unknown', '--json'], 2, {}],
      [['app:reset', '--full', '--json'], 2, {}],
      [['app:mail:sync', '--json'], 1, away],
    ] as const) {
      const ended = await run(args, '', variables)
      expect([args, ended.code, ended.errors]).toEqual([args, code, ''])
      expect(JSON.parse(ended.output)).toMatchObject({ ok: false, message: expect.any(String) as string })
    }
  })

  test('app:calendar:sync tells what is fresh from what is not there, and says that no server runs', async () => {
    const sync = async (...more: string[]) => (await run(['app:calendar:sync', ...more])).output.trim()
    expect(await sync('--stale')).toBe('There are no calendar sources.')
    await db.database.query(
      `with u as (insert into app_user (email, name, password_hash) values ('cal@b.example', 'C', '') returning id),
         a as (insert into jmap_account (user_id, kind) select id, 'personal' from u returning id, user_id)
       insert into calendar_source (user_id, account_id, kind, name, address, condition_since, created_at)
       select user_id, id, 'feed', 'Holidays', 'https://example.org/a.ics', now(), now() from a`,
    )
    expect(await sync()).toBe('No server is running. Once one starts, it syncs 1 calendar source.')
    await db.database.query(
      `insert into calendar_look (source_id, looked_at, due_at)
       select id, now(), now() + interval '1 hour' from calendar_source
       on conflict (source_id) do update set looked_at = excluded.looked_at, due_at = excluded.due_at`,
    )
    expect(await sync('--stale')).toBe('Every calendar source was synced in the last fifteen minutes.')
    await db.database.query(`delete from app_user where email = 'cal@b.example'`)
  })

  test('a command that is interrupted leaves no database behind', async () => {
    const folder = join(program.home, 'interrupted')
    const args = [join(program.home, 'plmail.js'), 'app:setup', '--email', 'a@b.example', '--name', 'A']
    // It opens its database and then waits for a password on standard input, which never comes.
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'], HOME: program.home, APP_DATA_DIR: folder },
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const postmaster = join(folder, 'postgres/postmaster.pid')
    await vi.waitFor(() => expect(readFileSync(postmaster, 'utf8')).toMatch(/ready/), {
      timeout: 90_000,
      interval: 20,
    })
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(existsSync(postmaster)).toBe(false)
  })

  test('app:mail:sync, app:mail:wake-snoozed, app:push:renew and app:provB:diagnose have nothing to do where no mailbox is connected', async () => {
    for (const args of [
      ['app:mail:sync'],
      ['app:mail:wake-snoozed'],
      ['app:push:renew', '--repair'],
      ['app:provB:diagnose'],
    ]) {
      const { code, output } = await run([...args, '--json'])
      expect([code, JSON.parse(output)]).toMatchObject([
        0,
        { ok: true, message: expect.any(String) as string },
      ])
    }
    for (const args of [
      ['app:mail:sync', '--user', 'nobody@example.org'],
      ['app:provB:diagnose', '--account', 'nobody@example.org'],
    ]) {
      const { code, errors } = await run(args)
      expect([code, errors]).toEqual([1, expect.stringContaining('nobody@example.org')])
    }
    expect((await run(['app:push:renew', '--mend'])).code).toBe(2)
    expect((await run(['app:push:renew', '--help'])).output).toContain('--repair')
  })

  test('app:verify-mirror has nothing to compare where no mailbox is connected, and knows its users', async () => {
    const nothing = await run(['app:verify-mirror', '--json'])
    expect([nothing.code, JSON.parse(nothing.output)]).toEqual([
      0,
      expect.objectContaining({ mailboxes: [] }),
    ])
    const nobody = await run(['app:verify-mirror', '--user', 'nobody@example.org'])
    expect([nobody.code, nobody.errors]).toEqual([1, expect.stringContaining('nobody@example.org')])
  })

  test('app:setup makes the first administrator, once, and keeps the public address', async () => {
    const args = [
      'app:setup',
      '--email',
      'ada@example.org',
      '--name',
      'Ada',
      '--public-url',
      'https://mail.example.org/',
    ]
    const short = await run([...args, '--password', 'short'])
    expect([short.code, short.errors]).toEqual([1, expect.stringMatching(/^--password: Use at least 12/)])
    expect((await run([...args.slice(0, 5), '--public-url', 'mail'])).code).toBe(2)
    const made = await run([...args, '--json'], `${password}\n`)
    expect([made.code, JSON.parse(made.output)]).toMatchObject([
      0,
      { ok: true, userId: expect.any(Number) as number },
    ])
    expect(secretsFile()).toContain('APP_PUBLIC_URL=https://mail.example.org\n')
    expect(await db.database.query('select action, source, subject from audit_entry')).toEqual([
      { action: 'user-created', source: 'console', subject: 'ada@example.org' },
    ])
    const again = await run([...args, '--password', password])
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('already set up')])
  })

  test('app:user:create and app:user:password', async () => {
    const create = ['app:user:create', '--email', 'grace@example.org', '--name', 'Grace']
    expect(await run(create, `${password}\n`)).toMatchObject({
      code: 0,
      output: 'grace@example.org can sign in now.\n',
    })
    const taken = await run([...create, '--json'], `${password}\n`)
    expect([taken.code, JSON.parse(taken.output)]).toMatchObject([1, { ok: false }])
    expect((await run(create)).errors).toContain('No password came on standard input.')
    const change = ['app:user:password', '--email', 'GRACE@example.org', '--password']
    expect(await run([...change, 'another long one'])).toMatchObject({ code: 0 })
    expect(await run([...change, 'short'])).toMatchObject({ code: 1 })
    expect(
      await run(['app:user:password', '--email', 'x@example.org', '--password', password]),
    ).toMatchObject({
      code: 1,
      errors: 'There is no user with the address x@example.org.\n',
    })
  })

  test('app:app-password:create prints a secret that works, this once', async () => {
    const create = ['app:app-password:create', '--user', 'GRACE@example.org', '--name', 'Phone']
    const made = await run([...create, '--scope', 'read', '--expires', '2999-12-31'])
    expect([made.code, made.errors, made.output]).toEqual([
      0,
      '',
      expect.stringMatching(/^app_[0-9a-f]{64}\n$/),
    ])
    const [row] = await db.database.query(
      `select hint, name, scope, account_id, expires_at from app_password where digest = sha256($1::text::bytea)`,
      [made.output.trim()],
    )
    const expires_at = new Date('2999-12-31T00:00:00Z')
    expect(row).toEqual({
      hint: made.output.slice(4, 10),
      name: 'Phone',
      scope: 'read',
      account_id: null,
      expires_at,
    })
    // It opens somebody's mail, and nobody was there to give a password.
    const [entry] = await db.database.query(
      `select source, subject, detail from audit_entry where action = 'app-password-made'`,
    )
    expect(entry).toEqual({
      source: 'console',
      subject: 'grace@example.org',
      detail: { name: 'Phone', scope: 'read' },
    })
    const json = await run([...create, '--json'])
    expect(JSON.parse(json.output)).toMatchObject({
      ok: true,
      secret: expect.stringMatching(/^app_/) as string,
    })
    expect((await run([...create, '--scope', 'write'])).code).toBe(2)
    expect((await run([...create, '--expires', 'soon'])).code).toBe(2)
    expect(await run([...create, '--expires', '2020-01-01'])).toMatchObject({
      code: 1,
      errors: '--expires: Choose a day in the future.\n',
    })
    expect(await run([...create, '--account', 'a@mail.example'])).toMatchObject({
      code: 1,
      errors: 'grace@example.org has no account a@mail.example.\n',
    })
    const nobody = await run(['app:app-password:create', '--user', 'x@example.org', '--name', 'Phone'])
    expect(nobody).toMatchObject({ code: 1, errors: 'There is no user with the address x@example.org.\n' })
  })

  test('app:account:add-imap says by option what a server refused, and saves nothing', async () => {
    const servers = [
      '--host',
      '127.0.0.1',
      '--port',
      '1',
      '--encryption',
      'none',
      '--smtp-host',
      '127.0.0.1',
      '--smtp-port',
      '1',
    ]
    const add = (user: string) =>
      run(
        [
          'app:account:add-imap',
          '--user',
          user,
          '--email',
          'ada@mail.example',
          ...servers,
          '--password-stdin',
        ],
        'pw\n',
      )
    expect(await add('nobody@example.org')).toMatchObject({
      code: 1,
      errors: 'There is no user with the address nobody@example.org.\n',
    })
    const refused = await add('ada@example.org')
    expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(/^--\S+: .+/)])
    expect(await db.database.query('select id from mail_account')).toEqual([])
  })

  test('app:secrets:init tells where each secret comes from, and never the secret', async () => {
    const { code, output } = await run(['app:secrets:init'], '', { APP_SECRET: 'supplied by hand' })
    expect([code, output]).toEqual([
      0,
      'APP_SECRET: set in the environment\nAPP_ENCRYPTION_KEY: in the secrets file\nHUB_JWT_SECRET: generated now\n',
    ])
    expect(secretsFile()).toContain('HUB_JWT_SECRET=')
  })

  test('app:reset --full leaves secrets alone unless told to rotate them, and setup can begin again', async () => {
    const before = secretsFile()
    const pictures = join(program.home, 'var/image-cache')
    mkdirSync(pictures, { recursive: true })
    writeFileSync(join(pictures, 'ab'.repeat(32)), 'a picture out of a message')
    expect(await run(['app:reset', '--full', '--yes'])).toMatchObject({ code: 0 })
    expect(secretsFile()).toBe(before)
    expect(existsSync(pictures)).toBe(false)
    const rotated = await run(['app:reset', '--full', '--yes', '--rotate-secrets', '--json'])
    expect(JSON.parse(rotated.output)).toMatchObject({
      rotated: ['APP_SECRET', 'APP_ENCRYPTION_KEY', 'HUB_JWT_SECRET'],
    })
    expect(secretsFile()).toContain('APP_PUBLIC_URL=https://mail.example.org')
    expect(secretsFile()).not.toBe(before)
    const setup = ['app:setup', '--email', 'ada@example.org', '--name', 'Ada', '--password', password]
    expect(await run(setup)).toMatchObject({ code: 0, output: 'ada@example.org is the administrator now.\n' })
  })

  test('a database that is away fails a command with a sentence', async () => {
    const away = { DATABASE_URL: 'postgresql://u@127.0.0.1:1/d' }
    const { code, errors } = await run(
      ['app:user:password', '--email', 'a@b.example', '--password', password],
      '',
      away,
    )
    expect([code, errors]).toEqual([1, expect.stringMatching(/^The database at .* can’t be reached/)])
  })
})
