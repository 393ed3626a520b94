import { type AccountId, capability, type Invocation } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createVacations, type ProvidedVacation } from '../../../accounts/index.ts'
import { silentLog } from '../../../kit/log.ts'
import { createMicrosoftVacation } from '../../../providers/microsoft/index.ts'
import {
  type MicrosoftForTests,
  microsoftForTests,
} from '../../../../../server-testing/src/providers/microsoft/test-microsoft.ts'
import type { VacationSession } from '../../../providers/contract/index.ts'
import type { Caller, JmapAccount } from '../../engine/method.ts'
import { dispatch } from '../../engine/dispatch.ts'
import { createMethodTable } from '../../engine/method-table.ts'
import { createSession } from '../../engine/session.ts'
import { createVacationResponseCapability } from './capability.ts'

type Json = Record<string, unknown>

let emulated: MicrosoftForTests
let atProvider: VacationSession
beforeAll(async () => {
  emulated = await microsoftForTests('vacation')
  const { email } = emulated.microsoft.addAccount('ada@contoso.test')
  atProvider = createMicrosoftVacation(await emulated.needs(email))
})
afterAll(() => emulated[Symbol.asyncDispose]())
beforeEach(() => {
  emulated.world.faults.clear()
  return atProvider.write({ isEnabled: false, period: null, subject: null, html: null })
})

const account = (id: number, hasVacation: boolean): [AccountId, JmapAccount] => [
  id as AccountId,
  { id: id as AccountId, name: 'Mail', address: `a${id}@example.test`, hasVacation },
]
const getCaller = (...accounts: Array<[AccountId, JmapAccount]>) => {
  const own = { accounts: new Map(accounts), calendars: new Map(), personal: null, mayWrite: true }
  return own as Partial<Caller> as Caller
}
const caller = getCaller(account(1, false), account(2, true))

/** The one row of vacation_dates. */
let dates: Array<{ from: unknown; to: unknown }> = []
const query = async (sql: string, values: readonly unknown[] = []): Promise<never[]> => {
  if (sql.startsWith('delete')) dates = []
  if (sql.startsWith('insert')) dates = [{ from: values[1], to: values[2] }]
  return dates as never[]
}

const vacations = createVacations({
  database: { query },
  isGranted: () => true,
  open: async () => atProvider,
})

async function call(name: string, args: Json = {}): Promise<Json> {
  const invocation: Invocation = [`VacationResponse/${name}`, { accountId: 'A2', ...args }, '0']
  const request = { using: new Set([capability.vacationResponse]), calls: [invocation] }
  const { methodResponses } = await dispatch(
    {
      methods: createMethodTable([createVacationResponseCapability({ vacations })]),
      log: silentLog,
      reference: () => '',
      origin: () => '',
    },
    { ...request, createdIds: new Map(), wantsCreatedIds: false },
    caller,
    'state',
  )
  return methodResponses[0]![1]
}
const got = async () => ((await call('get', { ids: null }))['list'] as Json[])[0]!
const set = (patch: Json, more: Json = {}) => call('set', { update: { singleton: patch }, ...more })
const from = '2026-12-20T08:00:00Z'
const to = '2027-01-06T22:30:00Z'

describe('a vacation response (RFC 8621 §8)', () => {
  test('is there from the beginning, once in each account, and switched off', async () => {
    const off = { id: 'singleton', isEnabled: false, fromDate: null, toDate: null }
    expect(await got()).toEqual({ ...off, subject: null, textBody: null, htmlBody: null })
    const answer = await call('get', { ids: ['singleton', 'other'], properties: ['isEnabled'] })
    expect(answer).toMatchObject({ list: [{ id: 'singleton', isEnabled: false }], notFound: ['other'] })
    expect(await call('set', { create: { a: {} }, destroy: ['singleton', 'other'] })).toMatchObject({
      notCreated: { a: { type: 'singleton' } },
      notDestroyed: { singleton: { type: 'singleton' }, other: { type: 'notFound' } },
    })
  })

  test('reaches the provider, where it is found again as it was set', async () => {
    const wanted = { isEnabled: true, fromDate: from, toDate: to, htmlBody: '<p>Back in <b>January</b></p>' }
    const answer = await set(wanted)
    expect(answer).toMatchObject({ updated: { singleton: null }, notUpdated: null })
    expect(await got()).toMatchObject(wanted)
    expect((await call('get'))['state']).toBe(answer['newState'])
    expect(answer['newState']).not.toBe(answer['oldState'])
    await set({ fromDate: null, toDate: null })
    expect(await got()).toMatchObject({ ...wanted, fromDate: null, toDate: null })
    await set({ isEnabled: false })
    expect(await atProvider.read()).toMatchObject({ isEnabled: false, html: wanted.htmlBody })
  })

  test('shows what was changed at the provider, in whatever zone that tells its times', async () => {
    const { state } = await call('get')
    await atProvider.write({
      isEnabled: true,
      period: { from: new Date(from), to: new Date(to) },
      subject: null,
      html: 'Away',
    })
    expect(await got()).toMatchObject({ isEnabled: true, fromDate: from, toDate: to, htmlBody: 'Away' })
    expect(await set({ isEnabled: false }, { ifInState: state })).toMatchObject({ type: 'stateMismatch' })
    expect(await got()).toMatchObject({ isEnabled: true })
  })

  test('becomes HTML, which is all that the provider keeps, and says so', async () => {
    const answer = await set({ isEnabled: true, textBody: 'Away & <gone>\nTill Monday' })
    const htmlBody = '<div>Away &amp; &lt;gone&gt;<br>Till Monday</div>'
    expect(answer).toMatchObject({ updated: { singleton: { textBody: null, htmlBody } } })
    expect(await got()).toMatchObject({ textBody: null, htmlBody })
    await set({ textBody: 'plain', htmlBody: '<i>rich</i>' })
    expect(await got()).toMatchObject({ htmlBody: '<i>rich</i>' })
  })

  test('keeps the dates that are chosen while it is off, and no others, until it is switched on', async () => {
    expect(await set({ fromDate: from, toDate: to, htmlBody: 'Away' })).toMatchObject({
      updated: { singleton: null },
    })
    expect(await got()).toMatchObject({ isEnabled: false, fromDate: from, toDate: to })
    expect(await set({ isEnabled: true })).toMatchObject({ updated: { singleton: null } })
    expect(await got()).toMatchObject({ isEnabled: true, fromDate: from, toDate: to })
    // Switched off in Outlook, which leaves dates behind that nobody chose for the next time.
    await atProvider.write({ isEnabled: false, period: null, subject: null, html: 'Away' })
    expect(await got()).toMatchObject({ isEnabled: false, fromDate: null, toDate: null })
  })

  test('takes a subject and says where the provider has none', async () => {
    expect(await set({ isEnabled: true, subject: 'Away', textBody: 'Back soon' })).toMatchObject({
      updated: { singleton: { subject: null } },
      notUpdated: null,
    })
    expect(await got()).toMatchObject({ isEnabled: true, subject: null })
  })

  test.each([
    [{ isEnabled: 'yes' }, ['isEnabled']],
    [{ isEnabled: null }, ['isEnabled']],
    [{ subject: 1 }, ['subject']],
    [{ nonsense: 1, __proto__x: 1 }, ['nonsense', '__proto__x']],
    [{ toString: null }, ['toString']],
    [{ id: 'other' }, ['id']],
    [{ fromDate: '2026-02-31T00:00:00Z' }, ['fromDate']],
    [{ textBody: 7, htmlBody: {} }, ['textBody', 'htmlBody']],
    [{ isEnabled: true, htmlBody: 'x', fromDate: from }, ['fromDate', 'toDate']],
    [{ isEnabled: true, htmlBody: 'x', fromDate: to, toDate: from }, ['fromDate', 'toDate']],
    [{ isEnabled: true }, ['htmlBody', 'textBody']],
    [{ isEnabled: true, htmlBody: '' }, ['htmlBody', 'textBody']],
  ])('cannot be set to %j', async (patch, properties) => {
    const before = await atProvider.read()
    const error = { type: 'invalidProperties', properties }
    expect(await set(patch)).toMatchObject({ updated: null, notUpdated: { singleton: error } })
    expect(await atProvider.read()).toEqual(before)
  })

  test('is unavailable, or forbidden, where the provider cannot be asked or says no', async () => {
    const refuse = (status: number) =>
      emulated.world.faults.arm({ operation: 'graph.mailboxSettings.get', fault: { kind: 'status', status } })
    refuse(503)
    expect(await call('get')).toMatchObject({ type: 'serverUnavailable' })
    emulated.world.faults.clear()
    refuse(403)
    expect(await call('get')).toMatchObject({ type: 'forbidden' })
  })
})

describe('a provider that keeps a plain text beside the HTML', () => {
  test('gets each as it was set, and keeps the one that was not', async () => {
    const empty = { isEnabled: false, period: null, subject: null, text: null, html: null }
    let atTheProvider: ProvidedVacation = empty
    const atOther = atProvider
    atProvider = {
      read: async () => atTheProvider,
      write: async (vacation) => void (atTheProvider = vacation),
    }
    try {
      expect(await set({ isEnabled: true, textBody: 'Back soon' })).toMatchObject({
        updated: { singleton: null },
      })
      expect(atTheProvider).toEqual({ ...empty, isEnabled: true, text: 'Back soon' })
      await set({ htmlBody: '<p>Back soon</p>' })
      expect(await got()).toMatchObject({ textBody: 'Back soon', htmlBody: '<p>Back soon</p>' })
      await set({ textBody: null })
      expect(await got()).toMatchObject({ textBody: null, htmlBody: '<p>Back soon</p>' })
      const error = { type: 'invalidProperties', properties: ['htmlBody', 'textBody'] }
      expect(await set({ htmlBody: '' })).toMatchObject({ notUpdated: { singleton: error } })
    } finally {
      atProvider = atOther
    }
  })
})

describe('accounts without a vacation response', () => {
  test('answer that they have none, and a session of such accounts alone does not announce it', async () => {
    for (const name of ['get', 'set'])
      expect(await call(name, { accountId: 'A1' })).toEqual({ type: 'accountNotSupportedByMethod' })
    const urn = capability.vacationResponse
    const session = createSession([createVacationResponseCapability({ vacations })])
    const resource = (who: Caller) =>
      session.resource({ caller: who, username: 'ada' }, 'https://mail.example') as {
        capabilities: Json
        accounts: Record<string, { accountCapabilities: Json }>
        primaryAccounts: Json
      }
    const { capabilities, accounts, primaryAccounts } = resource(caller)
    expect([urn in capabilities, primaryAccounts[urn]]).toEqual([true, 'A2'])
    expect(['A1', 'A2'].map((id) => urn in accounts[id]!.accountCapabilities)).toEqual([false, true])
    const without = getCaller(account(1, false), account(2, false))
    expect([urn in resource(without).capabilities, session.uris.has(urn)]).toEqual([false, true])
    const getState = (who: Caller) => session.state({ caller: who, username: 'ada' })
    expect(getState(without)).not.toBe(getState(caller))
  })
})

// Last: it is about all that the others have sent.
test('what the provider was told fits its schema', () => {
  expect(emulated.world.requests.problems()).toEqual([])
})
