import { ProviderName } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../kit/log.ts'
import {
  type CalendarsForTests,
  calendarsForTests,
} from '../../../../server-testing/src/sync/calendars/test-calendars.ts'
import { ProviderForTests } from '../../../../server-testing/src/sync/calendars/test-provider.ts'
import { computeDigest } from '../../sync/calendars/watches/open-watch.ts'
import { addWatch, keepGranted } from '../../sync/calendars/watches/watch-rows.ts'
import type { Watches } from '../../sync/index.ts'
import { createRefusals } from '../../sync/watches/refused-webhooks.ts'
import { testHttp } from '../../../../server-testing/src/http/test-http.ts'
import { webhookRoutes } from './index.ts'

let provider: ProviderForTests
let rig: CalendarsForTests
let refusals: ReturnType<typeof createRefusals>
let post: (path: string, headers?: Record<string, string>, payload?: unknown) => Promise<number>

const jobs = async (name = 'calendars.look') => {
  const rows = await rig.db.database.query<{ key: string }>(`select key from job where key like $1`, [
    `${name}:%`,
  ])
  return rows.length
}
const clearJobs = () => rig.db.database.query('delete from job')
const reasons = async () => {
  await refusals.whenWritten()
  return (await refusals.list()).map(({ reason }) => reason).toSorted()
}

async function begin(kind: ProviderName): Promise<void> {
  provider = new ProviderForTests()
  provider.addCalendar('Work')
  rig = await calendarsForTests(() => provider.session(), { kind })
  await rig.visitNow()
  const { database } = rig.db
  refusals = createRefusals({ database, clock: rig.clock, log: silentLog })
  const nobody: Watches['announcements'] = {
    ofMailbox: async () => false,
    ofSubscriptions: async (notices) => notices.map(() => ({ reason: 'unknown-subscription' as const })),
  }
  const calendars = rig.sync.watches.announcements
  const { app } = await testHttp(database, {
    plugins: () => [
      webhookRoutes({
        watches: { announcements: nobody, refusals },
        calendars,
        pushToken: async () => undefined,
        signatureTrouble: async () => undefined,
      }),
    ],
  })
  post = async (url, headers = {}, payload) => {
    const answer = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload ?? '') })
    return answer.statusCode
  }
}

afterEach(() => rig[Symbol.asyncDispose]())

describe('a channel of Google', () => {
  const path = '/webhook/provA/calendar'
  const headers = (state: string, more: Record<string, string> = {}) => {
    const [watch] = provider.watches
    return {
      'x-goog-channel-id': watch?.id ?? '',
      'x-goog-channel-token': watch?.secret ?? '',
      'x-goog-resource-state': state,
      ...more,
    }
  }
  beforeEach(async () => {
    await begin(ProviderName.google)
    await rig.sync.watches.open('due')
    await clearJobs()
  })

  test('is opened once for a calendar, with what the server is called by', async () => {
    expect(provider.watches).toMatchObject([
      { calendar: 'Work', address: `https://mail.example.test${path}` },
    ])
    expect(await rig.sync.watches.open('due')).toEqual([])
    expect((await rig.sync.selectSyncedCalendars([rig.account]))[0]).toMatchObject({ announced: 'push' })
  })

  test('says that it is open, which asks for nothing, and then asks for one look', async () => {
    expect(await post(path, headers('sync'))).toBe(204)
    expect(await jobs()).toBe(0)
    expect(await post(path, headers('exists'))).toBe(204)
    expect(await jobs()).toBe(1)
    expect(await reasons()).toEqual([])
  })

  test('is known by headers of our own name, too', async () => {
    const [{ id, secret } = { id: '', secret: '' }] = provider.watches
    const named = {
      'x-prova-channel-id': id,
      'x-prova-channel-token': secret,
      'x-prova-resource-state': 'exists',
    }
    expect(await post(path, named)).toBe(204)
    expect(await jobs()).toBe(1)
  })

  test('that is unnamed, unknown or does not know its token is turned away, and asks for nothing', async () => {
    expect(await post(path)).toBe(400)
    expect(await post(path, headers('exists', { 'x-goog-channel-id': 'nobody' }))).toBe(404)
    expect(await post(path, headers('exists', { 'x-goog-channel-token': 'guessed' }))).toBe(403)
    expect(await jobs()).toBe(0)
    expect(await reasons()).toEqual(['no-channel', 'unknown-channel', 'wrong-token'])
  })

  test('is opened anew before it ends, and the old one is heard until it is closed', async () => {
    const [old] = provider.watches
    rig.clock.advance(6 * 86_400_000)
    provider.grantedUntil = new Date('2026-12-06T00:00:00Z')
    expect(await rig.sync.watches.open('due')).toMatchObject([{ outcome: 'opened' }])
    expect(provider.watches).toHaveLength(1)
    expect(provider.watches[0]?.id).not.toBe(old?.id)
  })

  test('that the provider never opens is marked, and not asked for again', async () => {
    await rig.sync.watches.close()
    expect(provider.watches).toEqual([])
    provider.watchAnswer = 'unsupported'
    expect(await rig.sync.watches.open('due')).toMatchObject([{ outcome: 'unsupported' }])
    const calls = provider.calls.length
    expect(await rig.sync.watches.open('due')).toEqual([])
    expect(provider.calls).toHaveLength(calls)
    expect((await rig.sync.selectSyncedCalendars([rig.account]))[0]).toMatchObject({ announced: 'never' })
  })

  test('is not asked for where the provider could not call', async () => {
    await rig.sync.watches.close()
    rig.publicAddress.value = 'http://mail.example.test'
    expect(await rig.sync.watches.open('due')).toMatchObject([
      { outcome: 'failed', why: { problem: 'instant/no-public-address' } },
    ])
    expect(provider.watches).toEqual([])
  })
})

describe('a subscription of Microsoft', () => {
  const path = '/webhook/provB/calendar'
  beforeEach(async () => {
    await begin(ProviderName.microsoft)
    await rig.sync.watches.open('due')
    await clearJobs()
  })
  const notice = (more: Record<string, unknown> = {}) => ({
    subscriptionId: provider.watches[0]?.id,
    clientState: provider.watches[0]?.secret,
    changeType: 'updated',
    ...more,
  })

  test('is validated with its token, and anything unreadable is taken without a job', async () => {
    const answer = await post(`${path}?validationToken=a%20b`)
    expect(answer).toBe(200)
    expect(await post(path, {}, 'no list')).toBe(202)
    expect(await jobs()).toBe(0)
  })

  test('two notices for one calendar ask for one look', async () => {
    expect(await post(path, {}, { value: [notice(), notice()] })).toBe(202)
    expect(await jobs()).toBe(1)
  })

  test('each entry is judged by itself', async () => {
    const value = [notice(), notice({ clientState: 'guessed' }), notice({ subscriptionId: 'nobody' })]
    expect(await post(path, {}, { value })).toBe(202)
    expect(await jobs()).toBe(1)
    expect(await reasons()).toEqual(['unknown-subscription', 'wrong-client-state'])
  })

  test('that was removed there is opened anew, one that misses something is looked at', async () => {
    const lifecycle = '/webhook/provB/lifecycle'
    const [old] = provider.watches
    expect(await post(lifecycle, {}, { value: [notice({ lifecycleEvent: 'missed' })] })).toBe(202)
    expect(await jobs()).toBe(1)
    expect(await post(lifecycle, {}, { value: [notice({ lifecycleEvent: 'subscriptionRemoved' })] })).toBe(
      202,
    )
    expect(await jobs('calendars.watch-source')).toBe(1)
    provider.watches.length = 0
    expect(await rig.sync.watches.open('due')).toMatchObject([{ outcome: 'opened' }])
    expect(provider.watches[0]?.id).not.toBe(old?.id)
  })

  test('that asks to be renewed is renewed, and of a removed calendar nothing is left', async () => {
    const value = [notice({ lifecycleEvent: 'reauthorizationRequired' })]
    expect(await post('/webhook/provB/lifecycle', {}, { value })).toBe(202)
    expect(await jobs('calendars.renew-source')).toBe(1)
    await rig.sync.forget(rig.sourceId)
    expect(await post(path, {}, { value: [notice()] })).toBe(202)
    expect(await reasons()).toEqual(['unknown-subscription'])
  })

  test('of several generations each is known', async () => {
    const calendarId = await rig.calendarNamed('Work')
    const row = {
      calendarId,
      provider: ProviderName.microsoft,
      remoteId: 'elder',
      secret: computeDigest('s'),
      address: 'a',
    }
    const id = await addWatch(rig.db.database, { ...row, openedAt: rig.clock.now() })
    await keepGranted(rig.db.database, id, {
      remoteId: 'elder',
      resourceId: null,
      expiresAt: rig.clock.now(),
    })
    const value = [notice({ subscriptionId: 'elder', clientState: 's' })]
    expect(await post(path, {}, { value })).toBe(202)
    expect([await jobs(), await reasons()]).toEqual([1, []])
  })
})
