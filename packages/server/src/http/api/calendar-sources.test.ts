import { type AccountId, type CalendarId, calendarSourceWireId, type UserId } from '@plmail/wire'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { testAccounts, userWith } from '../../../../server-testing/src/accounts/test-accounts.ts'
import type { Calendar } from '../../calendar/index.ts'
import { silentLog } from '../../kit/log.ts'
import type { KeptCalendar } from '../../sync/index.ts'
import { Problem, answerProblems, speakAnswers } from '../guard/index.ts'
import { calendarSourcesApi } from './calendar-sources.ts'

let db: TestDatabase
let app: FastifyInstance
let anna: UserId
let bert: UserId
let asking: UserId | undefined
/** What sync knows of the calendars. */
let kept: KeptCalendar[] = []
let users = 0
const calendar = { id: 7 as CalendarId, name: 'Team' } as Calendar

beforeAll(async () => {
  db = await testDatabase()
  const { accounts } = testAccounts(db.database, {
    calendarProbes: {
      caldav: async ({ address, password }) =>
        password === 'wrong'
          ? {
              ok: false,
              fault: { kind: 'wrong-credentials', message: '', detail: undefined, problem: undefined },
            }
          : { ok: true, address, name: undefined },
      feed: async (address) => ({ ok: true, address, name: 'Holidays' }),
    },
  })
  app = fastify()
  speakAnswers(app)
  answerProblems(app, { log: silentLog, random: (size) => Buffer.alloc(size), renderPage: () => '' })
  await app.register(
    calendarSourcesApi({
      sources: accounts.calendarSources,
      calendars: { list: async () => [calendar] },
      calendarSync: { selectSyncedCalendars: async (_ids: readonly AccountId[]) => kept },
      requireSession: async () => {
        if (asking === undefined) throw new Problem('signed-out')
        return { user: { id: asking } }
      },
    }),
  )
})
afterAll(async () => {
  await app.close()
  await db[Symbol.asyncDispose]()
})
beforeEach(async () => {
  const user = async (name: string) => {
    const id = await userWith(db.database, `${name}${++users}@plmail.example`)
    await db.database.query(`insert into jmap_account (user_id, kind) values ($1, 'personal')`, [id])
    return id
  }
  ;[anna, bert] = [await user('anna'), await user('bert')]
  asking = anna
  kept = []
})

async function call(method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) {
  const answer = await app.inject({
    method,
    url: `/api/calendar-sources${path}`,
    ...(payload && { payload }),
  })
  return {
    status: answer.statusCode,
    text: answer.body,
    body: answer.body === '' ? undefined : answer.json(),
  }
}

const form = { address: 'https://dav.example.org/', username: 'anna', password: 'sesame-42' }
const connect = async () => (await call('POST', '/caldav', form)).body.id as string
const keep = (id: string, what: Partial<KeptCalendar> = {}) => {
  kept = [
    {
      calendarId: calendar.id,
      sourceId: calendarSourceWireId.decode(id)!,
      accountId: 1 as AccountId,
      pulledAt: null,
      trouble: null,
      unsent: 0,
      unsentBecause: null,
      unreadable: 0,
      announced: 'polled',
      ...what,
    },
  ]
}

test('connects a CalDAV server and lists it with its calendars, without its password', async () => {
  const id = await connect()
  keep(id, { unsent: 2, unsentBecause: 'Quota', announced: 'never', trouble: 'It is not there.' })
  const { status, body, text } = await call('GET')
  expect(status).toBe(200)
  expect(body.sources).toMatchObject([
    {
      id,
      kind: 'caldav',
      name: 'dav.example.org',
      host: 'dav.example.org',
      username: 'anna',
      address: 'https://dav.example.org/',
      condition: 'new',
      conditionText: null,
      needsSignIn: false,
      calendars: [
        {
          id: 'C7',
          name: 'Team',
          unsent: 2,
          unsentBecause: 'Quota',
          announced: 'never',
          unreadable: 0,
          trouble: 'It is not there.',
        },
      ],
    },
  ])
  expect(text).not.toContain('sesame-42')
})

test('subscribes to a feed, and never tells its address', async () => {
  const secret = 'https://example.org/private-9/basic.ics'
  const { status, text } = await call('POST', '/feeds', { address: secret })
  expect(status).toBe(201)
  expect(text + (await call('GET')).text).not.toContain('private-9')
})

test('names the field where a server refuses, and where a body is unusable', async () => {
  expect(await call('POST', '/caldav', { ...form, password: 'wrong' })).toMatchObject({
    status: 422,
    body: {
      errors: [
        {
          pointer: '/password',
          detail: expect.stringContaining('refused this username'),
          problem: 'calendar-source/wrong-credentials',
          parameters: { host: 'dav.example.org' },
        },
      ],
    },
  })
  for (const [path, body] of [
    ['/caldav', {}],
    ['/caldav', { ...form, address: 7 }],
    ['/feeds', { address: 'x'.repeat(3000) }],
    ['/feeds', []],
  ] as const)
    expect((await call('POST', path, body)).status).toBe(422)
  expect((await call('GET')).body.sources).toEqual([])
})

test('edits, looks now and removes, for its owner only', async () => {
  const id = await connect()
  asking = bert
  expect((await call('POST', `/${id}`, { name: 'Mine' })).status).toBe(404)
  expect((await call('POST', `/${id}/sync`)).status).toBe(404)
  expect((await call('DELETE', `/${id}`)).status).toBe(404)
  expect((await call('GET')).body.sources).toEqual([])
  asking = anna
  expect((await call('POST', `/${id}`, { name: 'Work' })).body).toMatchObject({ name: 'Work' })
  expect((await call('POST', `/${id}`, { password: 'wrong' })).status).toBe(422)
  expect((await call('POST', `/${id}/sync`)).status).toBe(202)
  expect((await call('DELETE', `/${id}`)).status).toBe(204)
  expect((await call('DELETE', `/${id}`)).status).toBe(404)
})

test('removes nothing with changes that were not sent, unless they are given up', async () => {
  const id = await connect()
  keep(id, { unsent: 3 })
  expect(await call('DELETE', `/${id}`)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/3 changes haven’t been sent/) },
  })
  expect((await call('DELETE', `/${id}?unsent=discard`)).status).toBe(204)
})

test.each(['CS0', 'C1', '1', 'CS99999999999999999999', '%00', 'CS1%27--'])('%s is no source', async (id) => {
  expect((await call('DELETE', `/${id}`)).status).toBe(404)
})

test('asks for a session first, whatever else is wrong', async () => {
  asking = undefined
  for (const path of ['/caldav', '/feeds', '/CS1', '/CS1/sync'])
    expect((await call('POST', path, {})).status).toBe(401)
  expect([(await call('GET')).status, (await call('DELETE', '/CS1')).status]).toEqual([401, 401])
})
