import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  cookieHeader,
  form,
  ownPage,
  type TestHttp,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { ada, bob, visitor } from '../../../../server-testing/src/people/test-people.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { fixedClock } from '../../kit/clock.ts'
import { auditApi } from './audit.ts'
import { csvCell } from './audit-export.ts'

let db: TestDatabase
let http: TestHttp
const clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
beforeEach(async () => {
  db = await testDatabase()
  http = await testHttp(db.database, {
    clock,
    plugins: ({ guard }, people) => [auditApi({ people, guard, clock })],
  })
  await http.people.users.create(ada, { isAdmin: true })
  await http.people.users.create(bob, { isAdmin: false })
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

async function exported(query: string, as = ada, headers: Record<string, string> = ownPage) {
  const { email, password } = as
  const signedIn = await http.app.inject({ method: 'POST', url: '/login', ...form({ email, password }) })
  return http.app.inject({
    url: `/api/admin/audit/export?${query}`,
    headers: { ...headers, cookie: cookieHeader(signedIn) },
  })
}
const note = (subject: string, userAgent = '') =>
  http.people.audit.note({
    action: 'user-enabled',
    actor: { source: 'browser', userId: null, email: ada.email, visitor: { ...visitor, userAgent } },
    subject: { userId: null, name: subject },
    detail: { mail: 'pauses' },
  })

test('an administrator saves the log as JSON lines, newest first, and that is an entry of its own', async () => {
  await note('bob@example.org')
  const answer = await exported('format=jsonl')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/jsonl; charset=utf-8',
    'content-disposition': expect.stringContaining('filename="plmail-audit-log-2026-03-01.jsonl"'),
    'cache-control': 'no-store',
  })
  const entries = answer.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { action: string; subject: string; detail: object })
  expect(entries).toMatchObject([
    { action: 'audit-log-exported', actor: ada.email, detail: { format: 'jsonl' } },
    { action: 'user-enabled', subject: 'bob@example.org', at: '2026-03-01T12:00:00.000Z' },
  ])
})

test('as CSV every row has the same cells, and nothing in it is a formula', async () => {
  await note('=HYPERLINK("http://evil.example")', '@SUM(1+1)*cmd|"/C calc"!A0,\r\nx')
  const answer = await exported('format=csv&action=user-enabled')
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.body).toBe(
    '\ufeffid,at,action,source,actor,subject,address,userAgent,detail\r\n' +
      `1,2026-03-01T12:00:00.000Z,user-enabled,browser,ada@example.org,"'=HYPERLINK(""http://evil.example"")",` +
      `203.0.113.7,"'@SUM(1+1)*cmd|""/C calc""!A0,\r\nx","{""mail"":""pauses""}"\r\n`,
  )
})

test('more than a page goes out whole, each entry once', async () => {
  await db.database.query(
    `insert into audit_entry (at, action, source, actor, subject, address, user_agent, detail)
     select now(), 'user-enabled', 'console', '', n::text, '', '', '{}' from generate_series(1, 2500) n`,
  )
  const lines = (await exported('format=jsonl&action=user-enabled')).body.trimEnd().split('\n')
  const subjects = lines.map((line) => Number((JSON.parse(line) as { subject: string }).subject))
  expect(subjects).toEqual(Array.from({ length: 2500 }, (_, at) => 2500 - at))
})

test.each([
  ['', '/format'],
  ['format=xlsx', '/format'],
  ['format=csv&action=cats', '/action'],
  ['format=csv&from=yesterday', '/from'],
])('"%s" is refused, naming the parameter, and leaves no entry', async (query, pointer) => {
  const answer = await exported(query)
  expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([422, pointer])
  expect(await http.people.audit.list({}, undefined, 1)).toEqual([])
})

test('others get nothing, and a link of another site fills no log', async () => {
  expect((await exported('format=csv', bob)).statusCode).toBe(403)
  expect((await exported('format=csv', ada, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect(await http.people.audit.list({}, undefined, 1)).toEqual([])
})

describe('a cell', () => {
  test('begins with nothing that a spreadsheet calculates, and reads back as what it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const cell = csvCell(value)
        const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect(text).not.toMatch(/^[=+\-@\t\r\n]/)
        expect([value, `'${value}`]).toContain(text)
        expect(cell.startsWith('"') || !/[",\r\n]/.test(cell)).toBe(true)
      }),
    )
  })

  test.each(['=1', '+1', '-1', '@a', '\t=1', '\r=1', '＝1'])('%j is text', (value) => {
    expect(csvCell(value).replace(/^"/, '')).toMatch(/^'/)
  })
})
