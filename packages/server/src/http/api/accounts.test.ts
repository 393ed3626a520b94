import {
  type AccountId,
  accountWireId,
  type ProblemDetail,
  type SignInOffer,
  type UserId,
  ProviderName,
} from '@plmail/wire'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { form, testAccounts, userWith } from '../../../../server-testing/src/accounts/test-accounts.ts'
import { type AccountView, createDiscovery } from '../../accounts/index.ts'
import { silentLog } from '../../kit/log.ts'
import type { ByteCheck } from '../../mail/index.ts'
import type { RefusedOperation, WatchState } from '../../sync/index.ts'
import { damageCard } from '../../sync/verify/damage-card.ts'
import { Problem, answerProblems, speakAnswers } from '../guard/index.ts'
import { accountsApi } from './accounts.ts'

let db: TestDatabase
let app: FastifyInstance
let anna: UserId
let bert: UserId
let asking: UserId | undefined
let refreshed: AccountId[] = []
let fetchedAgain: AccountId[] = []
const importing = new Map<AccountId, { done: number; total: number }>()
const refusedAt = { account: 0 as AccountId, operations: [] as RefusedOperation[] }
const watched = new Map<AccountId, WatchState>()
const closedCalendars: AccountId[] = []
const storedBytes = new Map<AccountId, ByteCheck>()
let refusing: ProblemDetail | undefined
let users = 0
let isAdmin = false
let isDiskFull = false
const offers: SignInOffer[] = [{ provider: ProviderName.google, name: 'Google', isReady: true }]

beforeAll(async () => {
  db = await testDatabase()
  const discover = createDiscovery({
    outbound: async () => ({ ok: false, why: 'unreachable' }),
    dns: { resolveSrv: async () => [], resolveMx: async () => [] },
  })
  const fussy = async (_server: unknown, password: string) =>
    password === 'wrong' ? ({ ok: false, fault: 'wrong-credentials' } as const) : ({ ok: true } as const)
  const { accounts } = testAccounts(db.database, {
    discover: () => discover,
    probes: { imap: fussy, smtp: fussy },
  })
  app = fastify()
  speakAnswers(app)
  answerProblems(app, { log: silentLog, random: (size) => Buffer.alloc(size), renderPage: () => '' })
  const sync = {
    refresh: async (id: AccountId) => void refreshed.push(id),
    progress: async () => importing,
    mirror: async () => new Map(),
    shortfalls: async (ids: readonly AccountId[]) =>
      new Map(ids.map((id) => [id, { folders: [], stubs: 2, rebuilt: 0 }])),
    fetchAgain: async (id: AccountId) => fetchedAgain.push(id),
    storedBytes: async (views: readonly AccountView[]) => {
      const cards = views.flatMap((view) => damageCard(view, storedBytes.get(view.id)) ?? [])
      return { checks: storedBytes, cards }
    },
    refused: {
      list: async (id: AccountId) => (id === refusedAt.account ? refusedAt.operations : []),
      dismiss: async (id: AccountId, operation: number) =>
        id === refusedAt.account &&
        refusedAt.operations.some((refusedOperation) => refusedOperation.id === operation),
      purge: async () => 0,
    },
  }
  const requireSession = async () => {
    if (asking === undefined) throw new Problem('signed-out')
    return { user: { id: asking, isAdmin } }
  }
  const watches = {
    states: async () => watched,
    delays: async () => new Map([...watched.keys()].map((id) => [id, { medianMs: 900, messages: 3 }])),
    cards: async () => [],
    switchOn: async (id: AccountId) => {
      if (refusing !== undefined) return { ok: false as const, why: refusing }
      watched.set(id, watch('on'))
      return { ok: true as const }
    },
    switchOff: async (id: AccountId) => void watched.set(id, watch('off')),
  }
  const hasDiskSpace = async () => !isDiskFull
  await app.register(
    accountsApi({
      accounts,
      sync,
      watches,
      calendarWatches: { closeOf: async (id) => void closedCalendars.push(id) },
      requireSession,
      hasDiskSpace,
      signIns: async () => offers,
    }),
  )
})
afterAll(async () => {
  await app.close()
  await db[Symbol.asyncDispose]()
})
beforeEach(async () => {
  anna = await userWith(db.database, `anna${++users}@plmail.example`)
  bert = await userWith(db.database, `bert${users}@plmail.example`)
  asking = anna
  isAdmin = false
  refreshed = []
  fetchedAgain = []
  importing.clear()
  watched.clear()
  closedCalendars.length = 0
  refusing = undefined
})

const watch = (condition: 'on' | 'off'): WatchState => ({
  isWanted: condition === 'on',
  condition,
  isRefused: false,
  trouble: null,
  expiresAt: null,
  announcedAt: null,
})

async function call(method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) {
  const answer = await app.inject({ method, url: `/api/accounts${path}`, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
}

const add = async () => (await call('POST', '', form)).body.id as string

test('adds an account and lists it, with the progress of its import', async () => {
  const added = await call('POST', '', { ...form, name: 'Work' })
  expect(added).toEqual({
    status: 201,
    body: {
      id: expect.stringMatching(/^A\d+$/),
      provider: 'imap',
      address: 'anna@example.org',
      name: 'Work',
      condition: 'new',
      conditionDetail: null,
      conditionText: null,
      lastSyncedAt: null,
      import: null,
      mirror: null,
      shortfall: { folders: 0, stubs: 2, rebuilt: 0 },
      storedCheck: null,
      conditionSince: '2026-03-01T12:00:00.000Z',
      instant: null,
      arrival: null,
    },
  })
  importing.set(accountWireId.decode(added.body.id)!, { done: 5, total: 20 })
  expect(await call('GET')).toEqual({
    status: 200,
    body: {
      accounts: [{ ...added.body, import: { done: 5, total: 20 } }],
      health: [],
      signIns: offers,
    },
  })
})

test('says how many stored messages were checked, and has a card for those that are damaged', async () => {
  const id = await add()
  const checkedAt = new Date('2026-03-02T02:13:00Z')
  const check = { checked: 12_000, restored: 3, damaged: 0, lost: 0, checkedAt }
  storedBytes.set(accountWireId.decode(id)!, check)
  const { body } = await call('GET')
  const shown = { messages: 12_000, restored: 3, checkedAt: checkedAt.toISOString() }
  expect(body.accounts[0].storedCheck).toEqual(shown)
  expect(body.health).toEqual([])
  storedBytes.set(accountWireId.decode(id)!, { ...check, damaged: 2 })
  expect((await call('GET')).body.health).toMatchObject([{ kind: 'damage', severity: 'notice' }])
  storedBytes.set(accountWireId.decode(id)!, { ...check, lost: 1 })
  expect((await call('GET')).body.health).toMatchObject([
    { kind: 'damage', severity: 'warning', facts: [{ label: 'Can’t be restored', text: '1' }, {}] },
  ])
})

test('tells everybody that the disk is full, and administrators what to do', async () => {
  isDiskFull = true
  const cards = async () => (await call('GET')).body.health
  expect(await cards()).toMatchObject([
    { id: 'disk-full', severity: 'critical', text: expect.stringContaining('until your administrator') },
  ])
  isAdmin = true
  expect(await cards()).toMatchObject([{ text: expect.stringContaining('Free some space on the disk') }])
  isDiskFull = false
  expect(await cards()).toEqual([])
})

test('connects to unusual ports for administrators only', async () => {
  const unusual = { ...form, imap: { ...form.imap, port: 31_143 } }
  expect(await call('POST', '', unusual)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/imap/port' }] },
  })
  isAdmin = true
  expect((await call('POST', '', unusual)).status).toBe(201)
})

test('lists what a mail server would not carry out and dismisses it, to its owner only', async () => {
  const id = await add()
  refusedAt.account = accountWireId.decode(id)!
  refusedAt.operations = [
    {
      id: 7,
      what: 'move',
      name: 'Hello',
      serverSaid: 'Over quota',
      refusedAt: new Date('2026-03-01T12:00:00Z'),
    },
  ]
  expect(await call('GET', `/${id}/refused`)).toEqual({
    status: 200,
    body: {
      refused: [
        {
          id: '7',
          what: 'move',
          name: 'Hello',
          serverSaid: 'Over quota',
          refusedAt: '2026-03-01T12:00:00.000Z',
        },
      ],
    },
  })
  for (const other of ['8', '07', 'x', '99999999999999999999'])
    expect((await call('DELETE', `/${id}/refused/${other}`)).status).toBe(404)
  asking = bert
  expect((await call('GET', `/${id}/refused`)).status).toBe(404)
  expect((await call('DELETE', `/${id}/refused/7`)).status).toBe(404)
  asking = anna
  expect((await call('DELETE', `/${id}/refused/7`)).status).toBe(204)
})

test('answers a refused password with the field and a sentence', async () => {
  const { status, body } = await call('POST', '', { ...form, password: 'wrong' })
  expect(status).toBe(422)
  expect(body).toMatchObject({ status: 422, reference: expect.any(String) })
  expect(body.errors).toEqual([
    {
      pointer: '/password',
      detail: expect.stringContaining('refused this username or password'),
      problem: 'mail-server/wrong-credentials',
      parameters: { protocol: 'imap' },
    },
  ])
  expect((await call('GET')).body.accounts).toEqual([])
})

test.each([
  [undefined, ['']],
  [[], ['']],
  [{}, ['/address', '/password', '/imap', '/smtp']],
  [{ ...form, address: 7 }, ['/address']],
  [{ ...form, password: undefined }, ['/password']],
  [{ ...form, password: 'x'.repeat(2000) }, ['/password']],
  [{ ...form, imap: { host: 'a.example' } }, ['/imap/port', '/imap/encryption']],
  [{ ...form, imap: { ...form.imap, port: '993' } }, ['/imap/port']],
  [{ ...form, smtp: { ...form.smtp, encryption: 'ssl' } }, ['/smtp/encryption']],
  [{ ...form, smtp: null }, ['/smtp']],
  [{ ...form, imap: { ...form.imap, port: 99999 } }, ['/imap/port']],
])('names the fields of an unusable body: %j', async (body, pointers) => {
  const answer = await call('POST', '', body as object)
  expect(answer.status).toBe(422)
  expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual(pointers)
})

test('discovers servers, and names the field when it is no address', async () => {
  expect(await call('POST', '/discover', { address: 'a@posteo.de' })).toEqual({
    status: 200,
    body: {
      found: true,
      source: 'provider-table',
      username: 'a@posteo.de',
      imap: { host: 'posteo.de', port: 993, encryption: 'tls' },
      smtp: { host: 'posteo.de', port: 465, encryption: 'tls' },
    },
  })
  expect((await call('POST', '/discover', { address: 'a@example.org' })).body).toMatchObject({ found: false })
  const refused = await call('POST', '/discover', { address: 'nobody' })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/address' }] } })
})

test('changes the password, asks for a look, and removes', async () => {
  const id = await add()
  expect(await call('POST', `/${id}/password`, { password: 'wrong' })).toMatchObject({ status: 422 })
  expect(await call('POST', `/${id}/password`, {})).toMatchObject({ status: 422 })
  expect(await call('POST', `/${id}/password`, { password: 'other' })).toMatchObject({
    status: 200,
    body: { id },
  })
  expect(await call('POST', `/${id}/sync`)).toMatchObject({ status: 202 })
  expect(refreshed).toEqual([accountWireId.decode(id)])
  expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 204 })
  expect(closedCalendars).toEqual([accountWireId.decode(id)])
  expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 404 })
})

test('switches instant delivery, and says why it cannot be', async () => {
  const id = await add()
  await db.database.query(`update mail_account set provider = 'provA' where user_id = $1`, [anna])
  const loadInstant = async () => (await call('GET')).body.accounts[0].instant
  expect(await loadInstant()).toMatchObject({ isOn: false, text: expect.stringContaining('15 minutes') })
  refusing = { problem: 'instant/no-topic' }
  expect(await call('POST', `/${id}/instant`, { isOn: true })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('no topic is set'), problem: 'instant/no-topic' },
  })
  refusing = undefined
  expect(await call('POST', `/${id}/instant`, { isOn: true })).toMatchObject({
    status: 200,
    body: {
      instant: { isOn: true, isTroubled: false, text: 'Google announces new mail as it arrives.' },
      arrival: { medianMs: 900, messages: 3 },
    },
  })
  expect(await call('POST', `/${id}/instant`, { isOn: false })).toMatchObject({
    status: 200,
    body: { instant: { isOn: false } },
  })
  expect(await call('POST', `/${id}/instant`, {})).toMatchObject({ status: 422 })
  asking = bert
  expect(await call('POST', `/${id}/instant`, { isOn: true })).toMatchObject({ status: 404 })
})

test('messages that could not be fetched are asked for again', async () => {
  const id = await add()
  expect(await call('POST', `/${id}/unfetched`)).toMatchObject({ status: 202 })
  expect(fetchedAgain).toEqual([accountWireId.decode(id)])
})

test('another user’s account does not exist', async () => {
  const id = await add()
  asking = bert
  expect((await call('GET')).body.accounts).toEqual([])
  expect(await call('POST', `/${id}/password`, { password: 'other' })).toMatchObject({ status: 404 })
  expect(await call('POST', `/${id}/sync`)).toMatchObject({ status: 404 })
  expect(await call('POST', `/${id}/unfetched`)).toMatchObject({ status: 404 })
  expect(fetchedAgain).toEqual([])
  expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 404 })
  expect(refreshed).toEqual([])
  asking = anna
  expect((await call('GET')).body.accounts).toHaveLength(1)
})

test.each(['A0', 'A-1', 'M1', '1', 'A99999999999999999999', '%00', 'A1%27--'])(
  '%s is no account',
  async (id) => {
    expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 404 })
  },
)

test('asks for a session first, whatever else is wrong', async () => {
  asking = undefined
  expect(await call('GET')).toMatchObject({ status: 401 })
  expect(await call('POST', '', {})).toMatchObject({ status: 401 })
  expect(await call('POST', '/discover', {})).toMatchObject({ status: 401 })
  for (const path of ['/A1/password', '/A1/sync', '/A1/unfetched', '/A1/instant'])
    expect(await call('POST', path, {})).toMatchObject({ status: 401 })
  expect(await call('DELETE', '/A1')).toMatchObject({ status: 401 })
})
