import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { exchange } from '../../packages/server-testing/src/http/exchange.ts'
import { type PlainPostgres, startPlainPostgres } from '../fixtures/plain-postgres.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type Visitor, administrator } from '../../packages/server-testing/src/http/visitor.ts'

/** plMail on a database server of the administrator's own, from the first start to the days when that is away. */
let postgres: PlainPostgres
let plmail: PlMail
let visitor: Visitor

beforeAll(async () => {
  postgres = await startPlainPostgres()
  plmail = await startPlMail({ variables: { DATABASE_URL: postgres.connectionString } })
  visitor = plmail.visitor()
})
beforeEach(() => tellAtFailure(() => [plmail]))
afterAll(async () => {
  await plmail?.[Symbol.asyncDispose]()
  await postgres?.[Symbol.asyncDispose]()
})

const health = async () => (await exchange(plmail.address, '/healthz')).status
const who = () => visitor.api<{ user: { email: string } }>('GET', '/api/session')
const isSignedIn = { user: { email: administrator.email } }

test('the first start makes the tables, as a role that is no superuser, and no database of its own', async () => {
  expect(await health()).toBe(200)
  const owners = await postgres.query<{ owner: string }>(
    `select distinct tableowner as owner from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(owners).toEqual([{ owner: 'plmail' }])
  expect(existsSync(join(plmail.dataDirectory, 'postgres'))).toBe(false)
})

test('the set-up page makes the administrator, who can sign in', async () => {
  expect((await visitor.install()).status).toBe(303)
  expect(await who()).toMatchObject(isSignedIn)
  expect(await postgres.query('select email::text from app_user')).toEqual([{ email: administrator.email }])
  const elsewhere = plmail.visitor()
  expect((await elsewhere.signIn()).headers.location).toBe('/')
})

test('a restart migrates nothing again and keeps who is signed in', async () => {
  const tables = () => postgres.query('select oid, relname from pg_class where relkind = $$r$$ order by oid')
  const before = await tables()
  expect(await plmail.stop()).toBe(0)
  expect(await postgres.query(`select 1 from pg_stat_activity where usename = 'plmail'`)).toEqual([])
  await plmail.start()
  expect(await tables()).toEqual(before)
  expect(await who()).toMatchObject(isSignedIn)
  expect((await plmail.visitor().request('GET', '/install')).status).toBe(404)
})

test('while the database restarts the server stays, says so, and goes on afterwards', async () => {
  await postgres.stop()
  await expect.poll(health).toBe(503)
  expect((await visitor.request('GET', '/api/session')).status).toBeGreaterThanOrEqual(500)
  await postgres.start()
  await expect.poll(health).toBe(200)
  expect(await who()).toMatchObject(isSignedIn)
})

test('a start without the database ends with one sentence, without the password, and code 1', async () => {
  expect(await plmail.stop()).toBe(0)
  await postgres.stop()
  const { code, errors } = await plmail.command(['serve'])
  expect(code).toBe(1)
  expect(errors.trim()).toMatch(/^The database at 127\.0\.0\.1:\d+\/plmail can’t be reached: [^\n]+$/)
  expectNoPassword(errors)
  await postgres.start()
})

test('a start with a password that is refused likewise', async () => {
  await postgres.query(`alter role plmail password 'another'`)
  const { code, errors } = await plmail.command(['serve'])
  expect(code).toBe(1)
  expect(errors.trim()).toMatch(/^The database at [^\n]+password authentication failed[^\n]+$/)
  expectNoPassword(errors)
})

function expectNoPassword(text: string): void {
  expect(text).not.toContain(postgres.password)
  expect(text).not.toContain(encodeURIComponent(postgres.password))
}
