import { ProviderName } from '@plmail/wire'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import { loadConfig } from '../../../server/src/config/index.ts'
import { createChanges } from '../../../server/src/changes/index.ts'
import { enrol } from '../people/authenticator.ts'
import { cookieHeader, form, ownPage } from '../http/test-http.ts'
import { systemClock } from '../../../server/src/kit/clock.ts'
import { type Log, silentLog } from '../../../server/src/kit/log.ts'
import { systemRandom } from '../../../server/src/kit/random.ts'
import { openStore } from '../../../server/src/store/index.ts'
import { type Rooms, createRooms } from '../../../server/src/main/rooms.ts'

export type Json = Record<string, unknown>

/** Everything a process of the product answers over HTTP, on a database of its own. No job runs before `startWork`. */
export interface WholeServer extends AsyncDisposable {
  http: FastifyInstance
  db: TestDatabase
  startWork(): Promise<void>
  /** `METHOD /path` of each route, HEAD and OPTIONS left out. */
  routes: string[]
  /** Somebody who has signed in, with as many mail accounts as asked for: all but the first at Google. */
  person(name: string, accounts: number): Promise<Person>
  /** Cookies of somebody with a second factor: after the password, and of a browser that is remembered. */
  oneFactorOf(name: string): Promise<{ half: string; remembered: string }>
}

/** Of everybody, so that a case can prove it whoever asks. */
export const commonPassword = 'the long password of everybody'

export interface Person {
  id: string
  personalId: string
  /** JMAP ids of the mail accounts. */
  accounts: string[]
  token: string
  cookie: string
  /** Asks as the person's browser and programs would: with cookie and token. */
  ask(request: InjectOptions): Promise<{ status: number; text: string; headers: Json }>
  /** Calls one JMAP method with every capability; its name and answer. */
  call(name: string, args: Json): Promise<[string, Json]>
}

export interface WholeServerOptions {
  /** Of the environment, beside those that every server here has. */
  variables?: Record<string, string>
  log?: Log
}

export async function wholeServer({
  variables: more,
  log = silentLog,
}: WholeServerOptions = {}): Promise<WholeServer> {
  const db = await testDatabase()
  const home = mkdtempSync(join(tmpdir(), 'plmail-whole-'))
  const parts = { clock: systemClock, random: systemRandom, log }
  const variables = { DATABASE_URL: db.connectionString, APP_PUBLIC_URL: 'https://mail.example', ...more }
  const config = await loadConfig({ variables, home, ...parts })
  await config.initSecrets()
  const store = await openStore({ config, ...parts })
  const rooms = await createRooms({ ...parts, config, store, home, version: '0' })
  const { http } = rooms
  await http.ready()
  return {
    http,
    db,
    startWork: () => rooms.startWork(),
    routes: getRoutes(http),
    person: (name, accounts) => person(rooms, db, name, accounts),
    oneFactorOf: (name) => oneFactorOf(rooms, name),
    [Symbol.asyncDispose]: async () => {
      await http.close()
      await rooms.stopWork(0)
      await store.close()
      await db[Symbol.asyncDispose]()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Reads the tree that Fastify prints: four columns a level, each line the rest of a path and its methods. */
function getRoutes(http: FastifyInstance): string[] {
  const path: string[] = []
  return http
    .printRoutes({ includeHooks: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', rest = '', methods = ''] =
        /^([│├└─ ]*)(\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      path.length = Math.max(0, depth - 1)
      path[depth - 1] = rest
      const ownMethods = methods.split(', ').filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method))
      return ownMethods.map((method) => `${method} ${path.join('')}`)
    })
    .toSorted()
}

async function person(
  { http, people }: Rooms,
  { database }: TestDatabase,
  name: string,
  count: number,
): Promise<Person> {
  const password = commonPassword
  const email = `${name}@example.test`
  const made = await people.users.create({ email, name, password }, { isAdmin: false })
  if (!made.ok) throw new Error(`${name} was not made`)
  const { id } = made.user
  const signedIn = await http.inject({ method: 'POST', url: '/login', ...form({ email, password }) })
  const entering = { cookie: cookieHeader(signedIn), ...ownPage }
  const hub = await http.inject({ method: 'POST', url: '/api/session/hub', headers: entering })
  const cookie = cookieHeader(signedIn, hub)
  const headers = { cookie, ...ownPage }
  const issued = await http.inject({ method: 'POST', url: '/api/session/token', headers })
  const { token } = issued.json<{ token: string }>()
  const ask: Person['ask'] = async (request) => {
    const answer = await http.inject({
      ...request,
      headers: { ...headers, authorization: `Bearer ${token}`, ...request.headers },
    })
    return { status: answer.statusCode, text: answer.body, headers: answer.headers }
  }
  const changes = createChanges({ database, clock: systemClock, listen: async () => async () => {} })
  const accounts: string[] = []
  for (let n = 0; n < count; n++) {
    const accountId = await database.transaction(async (tx) => {
      const opened = await changes.open(tx, id, 'mail')
      await tx.query(
        `insert into mail_account (id, user_id, provider, address, name, settings, condition_since, created_at)
         values ($1, $2, $6, $3, $4, $5, now(), now())`,
        [
          opened,
          id,
          `${n}-${email}`,
          name,
          JSON.stringify(unreachable),
          n === 0 ? 'imap' : ProviderName.google,
        ],
      )
      return opened
    })
    accounts.push(`A${accountId}`)
  }
  let using: string[] | undefined
  return {
    id: `U${id}`,
    personalId: `A${await changes.personal(id)}`,
    accounts,
    token,
    cookie,
    ask,
    call: async (method, args) => {
      using ??= Object.keys(
        (JSON.parse((await ask({ method: 'GET', url: '/jmap/session' })).text) as { capabilities: Json })
          .capabilities,
      )
      const payload = { using, methodCalls: [[method, args, '0']] }
      const { text } = await ask({ method: 'POST', url: '/jmap/api', payload })
      const { methodResponses } = JSON.parse(text) as { methodResponses: Array<[string, Json, string]> }
      const [answered, answer] = methodResponses[0] ?? []
      if (answered === undefined || answer === undefined) throw new Error(`${method}: ${text}`)
      return [answered, answer]
    },
  }
}

async function oneFactorOf({ http, people }: Rooms, name: string) {
  const credentials = { email: `${name}@example.test`, password: commonPassword }
  const made = await people.users.create({ ...credentials, name }, { isAdmin: true })
  if (!made.ok) throw new Error(`${name} was not made`)
  const signIn = () =>
    http.inject({ method: 'POST', url: '/login', ...form({ ...credentials, remember: '1' }) })
  const remembered = cookieHeader(await signIn())
    .split('; ')
    .filter((cookie) => cookie.startsWith('plmail_remember='))
    .join('; ')
  await enrol(people, systemClock, made.user.id)
  return { half: cookieHeader(await signIn()), remembered }
}

/** Servers that nobody asks here. */
const unreachable = {
  username: 'nobody',
  imap: { host: '127.0.0.1', port: 1, encryption: 'none' },
  smtp: { host: '127.0.0.1', port: 1, encryption: 'none' },
}
