import fastify, { type FastifyInstance } from 'fastify'
import { type AccountId, ProviderName } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { form, testAccounts, userWith } from '../../../../server-testing/src/accounts/test-accounts.ts'
import type { Accounts } from '../../accounts/index.ts'
import { silentLog } from '../../kit/log.ts'
import type { KeptCalendar, RefusalSeen, WatchState } from '../../sync/index.ts'
import { Problem, answerProblems, speakAnswers } from '../guard/index.ts'
import { webhooksApi } from './webhooks.ts'

const at = new Date('2026-11-21T12:00:00Z')

let db: TestDatabase
let app: FastifyInstance
let accounts: Accounts
let account: AccountId
let isAdmin = true
let refusals: RefusalSeen[] = []
const states = new Map<AccountId, WatchState>()
let syncedCalendars: Array<Pick<KeptCalendar, 'accountId' | 'announced'>> = []

beforeAll(async () => {
  db = await testDatabase()
  accounts = testAccounts(db.database, { publicAddress: 'https://mail.example.org' }).accounts
  app = fastify()
  speakAnswers(app)
  answerProblems(app, { log: silentLog, random: (size) => Buffer.alloc(size), renderPage: () => '' })
  const watches = { states: async () => states, refusals: { note: () => {}, list: async () => refusals } }
  const requireAdmin = async () => {
    if (!isAdmin) throw new Problem('not-allowed')
  }
  const calendarSync = { selectSyncedCalendars: async () => syncedCalendars as KeptCalendar[] }
  await app.register(webhooksApi({ accounts, watches, calendarSync, requireAdmin }))
  const user = await userWith(db.database, 'anna@plmail.example')
  const added = await accounts.add(user, form, 'usual')
  if (!added.ok) throw new Error('Not added')
  account = added.account.id
  await db.database.query(`update mail_account set provider = 'provA' where id = $1`, [account])
})
afterAll(async () => {
  await app.close()
  await db[Symbol.asyncDispose]()
})
beforeEach(() => {
  isAdmin = true
  refusals = []
  syncedCalendars = []
  states.clear()
})

const get = async () => {
  const answer = await app.inject({ method: 'GET', url: '/api/admin/webhooks' })
  return { status: answer.statusCode, body: answer.json(), text: answer.body }
}
const reveal = () => app.inject({ method: 'POST', url: '/api/admin/webhooks/address' })

test('tells how each account stands and who was turned away', async () => {
  const trouble = { problem: 'instant/no-topic' } as const
  states.set(account, {
    isWanted: true,
    condition: 'lapsed',
    isRefused: false,
    trouble,
    expiresAt: at,
    announcedAt: null,
  })
  const refusal = {
    endpoint: '/webhook/provB/notify',
    source: '192.0.2.7',
    reason: 'wrong-client-state',
  } as const
  refusals = [
    { ...refusal, accountId: account, times: 3, firstAt: at, lastAt: at },
    { ...refusal, reason: 'unreadable', accountId: null, times: 9, firstAt: at, lastAt: at },
  ]
  const announced = ['push', 'polled', 'push', 'never'] as const
  syncedCalendars = announced.map((announcement) => ({ accountId: account, announced: announcement }))
  syncedCalendars.push({ accountId: (account + 1) as AccountId, announced: 'push' })
  const { body } = await get()
  expect(body.accounts).toEqual([
    {
      id: `A${account}`,
      provider: ProviderName.google,
      address: form.address,
      condition: 'lapsed',
      trouble: expect.stringContaining('no topic is set') as string,
      expiresAt: at.toISOString(),
      announcedAt: null,
      refused: 3,
      calendars: { push: 2, polled: 1, never: 1 },
    },
  ])
  expect(body.refusals).toMatchObject([
    { source: '192.0.2.7', account: form.address, times: 3, reason: expect.stringContaining('secret') },
    { account: null, times: 9 },
  ])
})

test('shows the address of Google’s notifications without its token until an administrator asks for it', async () => {
  expect((await reveal()).statusCode).toBe(404)
  await accounts.providers.save(ProviderName.google, {
    topic: 'projects/big-house/topics/mail',
    pushToken: 'a-hushed-token-xyz',
  })
  const { body, text } = await get()
  expect(body.google).toEqual({
    topic: 'projects/big-house/topics/mail',
    address: 'https://mail.example.org/provA/push',
  })
  expect(body.addresses.map((address: { url: string }) => new URL(address.url).pathname)).toEqual([
    '/webhook/provA/calendar',
    '/webhook/provB/notify',
    '/webhook/provB/lifecycle',
    '/webhook/provB/calendar',
  ])
  expect(text).not.toContain('hushed')
  const revealed = await reveal()
  expect(revealed.json()).toEqual({ url: 'https://mail.example.org/provA/push?token=a-hushed-token-xyz' })
  expect(revealed.headers['cache-control']).toBe('no-store')
})

test('is for administrators', async () => {
  isAdmin = false
  expect((await get()).status).toBe(403)
  expect((await reveal()).statusCode).toBe(403)
})
