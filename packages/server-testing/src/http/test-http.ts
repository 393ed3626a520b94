import { connect } from 'node:net'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { parsePublicAddress } from '../../../server/src/config/index.ts'
import { createEvents } from '../../../server/src/events/index.ts'
import { createHealth } from '../../../server/src/health/index.ts'
import { type FixedClock, fixedClock } from '../../../server/src/kit/clock.ts'
import { createLog } from '../../../server/src/kit/log.ts'
import { systemRandom } from '../../../server/src/kit/random.ts'
import { testDatabase } from '../store/test-database.ts'
import { ada, testKeys, testPeople } from '../people/test-people.ts'
import type { People, PeopleKeys } from '../../../server/src/people/index.ts'
import type { Database, Listen } from '../../../server/src/store/index.ts'
import { type RouteServices, type HttpNeeds, createHttp } from '../../../server/src/http/index.ts'

export interface TestHttp {
  app: FastifyInstance
  people: People
  clock: FixedClock
  /** Every line logged so far. */
  logged: string[]
  /** The public address; tests set it as an administrator would. */
  settings: { publicAddress: string | undefined; hubAddress: string | undefined }
}

export interface TestHttpOptions {
  keys?: PeopleKeys
  clock?: FixedClock
  publicAddress?: string
  trustedProxies?: readonly string[]
  isDemo?: boolean
  plugins?(frame: RouteServices, people: People): ReturnType<HttpNeeds['plugins']>
  /** Hears what other processes tell; deaf when left out. */
  listen?: Listen
  health?: HttpNeeds['health']
  singleSignOn?: Parameters<typeof testPeople>[6]
}

/** One process of an installation, without a socket. */
export async function testHttp(database: Database, options: TestHttpOptions = {}): Promise<TestHttp> {
  const clock = options.clock ?? fixedClock(new Date('2026-03-01T12:00:00Z'))
  const settings: TestHttp['settings'] = { publicAddress: options.publicAddress, hubAddress: undefined }
  const publicAddress = () => settings.publicAddress
  const keys = options.keys ?? testKeys()
  const { people } = testPeople(
    database,
    keys,
    clock,
    options.listen,
    createEvents(),
    publicAddress,
    options.singleSignOn,
  )
  const logged: string[] = []
  const folder = builtClient()
  const app = await createHttp({
    people,
    clock,
    random: systemRandom,
    log: createLog({ level: 'debug', write: (line) => logged.push(line) }),
    health: options.health ?? createHealth({ checks: healthy }),
    config: {
      trustedProxies: options.trustedProxies ?? [],
      isDemo: options.isDemo ?? false,
      publicAddress,
      hubAddress: () => settings.hubAddress,
      storePublicAddress: async (text) => {
        const parsed = parsePublicAddress(text)
        if (parsed.ok) settings.publicAddress = parsed.value
        return parsed
      },
    },
    webClient: { folder, scriptHashes: ['sha256-frame'] },
    version: '0.1.0',
    plugins: (frame) => options.plugins?.(frame, people) ?? [],
  })
  app.addHook('onClose', async () => rmSync(folder, { recursive: true }))
  return { app, people, clock, logged, settings }
}

/** An installation of one administrator, Ada, over a database of its own. */
export interface TestInstallation extends AsyncDisposable {
  /** The process that serves it at the moment. */
  readonly http: TestHttp
  /** Ends that process and starts another, which differs in these. */
  restart(options: TestHttpOptions): Promise<void>
  /** Signs in with a browser that is to be remembered. */
  login(
    who?: { email: string; password: string },
    headers?: Record<string, string>,
    remoteAddress?: string,
  ): Promise<LightMyRequestResponse>
}

export async function testInstallation(): Promise<TestInstallation> {
  const db = await testDatabase()
  const keys = testKeys()
  let http = await testHttp(db.database, { keys })
  await http.people.users.create(ada, { isAdmin: true })
  return {
    get http() {
      return http
    },
    restart: async (options) => {
      await http.app.close()
      http = await testHttp(db.database, { keys, ...options })
    },
    login: ({ email, password } = ada, headers = {}, remoteAddress = '127.0.0.1') => {
      const { payload, headers: type } = form({ email, password, remember: '1' })
      return http.app.inject({
        method: 'POST',
        url: '/login',
        remoteAddress,
        payload,
        headers: { ...type, ...headers },
      })
    },
    [Symbol.asyncDispose]: async () => {
      await http.app.close()
      await db[Symbol.asyncDispose]()
    },
  }
}

const healthy = {
  database: async () => true,
  queue: async () => true,
  workers: async () => null,
  disk: async () => true,
}

/** A folder like the one Vite leaves behind. */
function builtClient(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plmail-client-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>client</title>')
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), 'brotli')
  return folder
}

export function form(fields: Record<string, string>): { payload: string; headers: Record<string, string> } {
  return {
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
}

/** The cookies a browser would send back after these answers, as a header. */
export function cookieHeader(
  ...answers: Array<{ cookies: ReadonlyArray<{ name: string; value: string }> }>
): string {
  const jar = new Map<string, string>()
  for (const { name, value } of answers.flatMap((answer) => answer.cookies)) {
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** The same after one more answer. */
export function withCookies(
  header: string,
  answer: { cookies: ReadonlyArray<{ name: string; value: string }> },
): string {
  const before = header.split('; ').flatMap((pair) => {
    const [name, value] = pair.split('=', 2)
    return name && value ? [{ name, value }] : []
  })
  return cookieHeader({ cookies: before }, answer)
}

export const navigation = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }
export const ownPage = { 'sec-fetch-site': 'same-origin' }

/** What a server on this machine answers to bytes that no HTTP client would send; ends when the server ends it. */
export function rawAnswer(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}
