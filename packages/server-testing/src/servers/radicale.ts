import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** A real CalDAV server on loopback, owned by this test: its users, calendars and files are its own. */
export interface Radicale extends AsyncDisposable {
  /** `http://127.0.0.1:…`, without a path. */
  readonly address: string
  /** Makes a user, or changes the password of one. */
  addUser(name: string, password: string): void
  /** Makes a calendar; answers its URL. `properties` are elements of DAV:prop. */
  addCalendar(user: string, name: string, properties?: string): Promise<string>
  /** Another CalDAV client, signed in. */
  request(user: string, method: string, url: string, options?: OtherRequest): Promise<Response>
  /** Every sync token given out so far is unknown from now on. */
  forgetTokens(): void
  /** What the server logged, to explain a failing test. */
  log(): string
}

interface OtherRequest {
  headers?: Readonly<Record<string, string>>
  body?: string
}

export async function startRadicale(): Promise<Radicale> {
  const program = radicaleProgram()
  const root = mkdtempSync(join(tmpdir(), 'radicale-'))
  const [storage, users] = [join(root, 'collections'), join(root, 'users')]
  mkdirSync(storage)
  writeFileSync(users, '')
  const port = await freePort()
  const configuration = join(root, 'config')
  writeFileSync(configuration, getConfiguration({ port, storage, users }))
  const passwords = new Map<string, string>()
  const child = spawn(program, ['--config', configuration], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const atExit = () => void child.kill('SIGKILL')
  process.once('exit', atExit)
  const address = `http://127.0.0.1:${port}`
  await answering(child, address, () => output)

  const request: Radicale['request'] = (user, method, url, { headers, body } = {}) => {
    const secret = Buffer.from(`${user}:${passwords.get(user) ?? ''}`).toString('base64')
    return fetch(url, {
      method,
      headers: { authorization: `Basic ${secret}`, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  }
  return {
    address,
    addUser: (name, password) => {
      passwords.set(name, password)
      writeFileSync(users, [...passwords].map(([user, secret]) => `${user}:${secret}\n`).join(''))
    },
    addCalendar: async (user, name, properties = '') => {
      const url = `${address}/${user}/${encodeURIComponent(name)}/`
      const answer = await request(user, 'MKCALENDAR', url, { body: mkcalendar(name, properties) })
      if (answer.status !== 201) throw new Error(`Radicale made no calendar: ${answer.status} ${output}`)
      return url
    },
    request,
    forgetTokens: () => {
      const folders = readdirSync(storage, { recursive: true, withFileTypes: true })
      const tokens = folders.filter((folder) => folder.isDirectory() && folder.name === 'sync-token')
      for (const token of tokens) rmSync(join(token.parentPath, token.name), { recursive: true })
    },
    log: () => output,
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await ended
      }
      process.off('exit', atExit)
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function radicaleProgram(): string {
  const program = process.env['RADICALE'] ?? '/usr/bin/radicale'
  if (!existsSync(program)) throw new Error('The tests need a CalDAV server: apt-get install radicale')
  return program
}

function getConfiguration({
  port,
  storage,
  users,
}: {
  port: number
  storage: string
  users: string
}): string {
  return [
    '[server]',
    `hosts = 127.0.0.1:${port}`,
    '[auth]',
    'type = htpasswd',
    `htpasswd_filename = ${users}`,
    'htpasswd_encryption = plain',
    'delay = 0',
    '[rights]',
    'type = owner_only',
    '[storage]',
    `filesystem_folder = ${storage}`,
    '[web]',
    'type = none',
    '[logging]',
    'level = warning',
    '',
  ].join('\n')
}

function mkcalendar(name: string, properties: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/">
  <set><prop><displayname>${name}</displayname>${properties}</prop></set>
</C:mkcalendar>`
}

async function answering(child: ChildProcess, address: string, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 2400; attempt++) {
    if (child.exitCode !== null) throw new Error(`Radicale did not start: ${output()}`)
    const answer = await fetch(address, { method: 'OPTIONS' }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`Nothing answers at ${address}: ${output()}`)
}
