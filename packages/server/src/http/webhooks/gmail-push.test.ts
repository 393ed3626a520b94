import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toRawMessage } from '../../../../emulators/src/blobs/raw.ts'
import { pollUnheard } from '../../sync/sync-jobs.ts'
import { eventually, settled } from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import { message } from '../../../../server-testing/src/sync/test-imap-sync.ts'
import { mailboxIn } from './gmail-push.ts'
import { noticesIn } from './graph-notifications.ts'
import {
  type GoogleWebhooks,
  googleWebhooks,
  pushToken,
  topic,
} from '../../../../server-testing/src/http/webhooks/test-webhooks.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

const envelope = (inner: unknown, alphabet: BufferEncoding = 'base64') => ({
  message: { data: Buffer.from(JSON.stringify(inner)).toString(alphabet), messageId: '1' },
  subscription: 'projects/house/subscriptions/s',
})

describe('an account at Google', () => {
  let rig: GoogleWebhooks
  beforeEach(async () => {
    rig = await googleWebhooks()
  })
  afterEach(async () => {
    const problems = rig.world.requests.problems()
    await rig[Symbol.asyncDispose]()
    if (problems.length > 0) throw new Error(problems.join('\n'))
  })

  const path = `/provA/push?token=${encodeURIComponent(pushToken)}`
  const state = async () => (await rig.watches.states([rig.account])).get(rig.account)
  const gmailWatches = () => rig.emulated.google.watches.of(rig.mailbox.email)
  const deliver = (subject: string, options: { receivedAt?: Date } = {}) =>
    rig.mailbox.deliver(toRawMessage(Buffer.from(message(subject))), options)
  const looks = () => rig.conditions.length
  const reasons = async () => {
    await rig.watches.stop()
    return (await rig.watches.refusals.list()).map(({ reason, times }) => ({ reason, times }))
  }
  const on = async () => {
    expect(await rig.watches.switchOn(rig.account)).toEqual({ ok: true })
    // The test message that Gmail publishes comes through too.
    await eventually(async () => (await state())?.announcedAt != null)
    await settled(rig)
  }

  test('is watched whole, and new mail arrives without a poll', async () => {
    deliver('Before', { receivedAt: new Date(rig.world.clock.now().getTime() - minuteMs) })
    await settled(rig)
    await on()
    expect(gmailWatches()).toMatchObject([{ topic, labelIds: [] }])
    await rig.world.clock.advance(2_000)
    deliver('By push')
    await eventually(async () => (await rig.subjects('inbox')).includes('By push'))
    expect((await rig.watches.delays([rig.account])).get(rig.account)).toMatchObject({ messages: 1 })
    expect(await state()).toMatchObject({ condition: 'on' })
    expect(await reasons()).toEqual([])
  })

  test.each([
    ['topic' as const, undefined, /instant\/no-topic/],
    ['pushToken' as const, undefined, /instant\/no-push-token/],
    ['topic' as const, 'projects/house/topics/absent', /Resource not found/],
    ['topic' as const, 'projects/other/topics/mail', /does not match/],
  ])('stays off with a reason when %s is %s', async (setting, value, why) => {
    rig.settings[setting] = value
    const switched = await rig.watches.switchOn(rig.account)
    expect(switched).toMatchObject({ ok: false })
    expect(JSON.stringify(switched)).toMatch(why)
    expect(await state()).toMatchObject({ isWanted: false, condition: 'off' })
    expect(gmailWatches()).toEqual([])
  })

  test('is watched again within a day of the end, and another topic takes the place of the first', async () => {
    await on()
    expect(await rig.watches.renew('due')).toEqual([])
    await rig.world.clock.advance(6 * dayMs + minuteMs)
    expect(await rig.watches.renew('due')).toMatchObject([{ outcome: 'renewed' }])
    rig.emulated.google.pubSub.createTopic('projects/house/topics/second')
    rig.settings.topic = 'projects/house/topics/second'
    expect(await rig.watches.renew('repair')).toMatchObject([{ outcome: 'created' }])
    expect(gmailWatches()).toMatchObject([{ topic: 'projects/house/topics/second' }])
    await rig.watches.switchOff(rig.account)
    expect(gmailWatches()).toEqual([])
  })

  test('whose watch has ended is watched anew, and looked at for what nobody announced', async () => {
    await on()
    await rig.world.clock.advance(8 * dayMs)
    expect((await state())?.condition).toBe('lapsed')
    deliver('In the gap')
    expect(await rig.watches.renew('due')).toMatchObject([{ outcome: 'created' }])
    await eventually(async () => (await rig.subjects('inbox')).includes('In the gap'))
  })

  test('that cannot be renewed stays wanted, says why, and is tried again', async () => {
    await on()
    await rig.world.clock.advance(8 * dayMs)
    rig.settings.topic = 'projects/house/topics/absent'
    expect(await rig.watches.renew('due')).toMatchObject([
      { outcome: 'failed', why: { problem: expect.any(String) as string } },
    ])
    expect(await state()).toMatchObject({
      isWanted: true,
      condition: 'lapsed',
      trouble: { problem: expect.any(String) as string },
    })
    rig.settings.topic = topic
    expect(await rig.watches.renew('due')).toMatchObject([{ outcome: 'created' }])
    expect(await state()).toMatchObject({ condition: 'on', trouble: null })
  })

  test('whose announcements stop coming is found out by a poll, told as a card, and well with the next one', async () => {
    deliver('Before')
    await settled(rig)
    await on()
    rig.emulated.google.pubSub.unsubscribe('projects/house/subscriptions/s')
    await rig.world.clock.advance(minuteMs)
    deliver('Unannounced')
    await settled(rig)
    expect(await rig.subjects('inbox')).toContain('Unannounced')
    expect((await state())?.condition).toBe('on') // the announcement may still be on its way
    await rig.world.clock.advance(4 * minuteMs)
    expect((await state())?.condition).toBe('silent')
    // As when the permission was withdrawn and given again: the watch is gone without a word.
    rig.emulated.google.watches.stop(rig.mailbox.email)
    expect(await rig.watches.renew('due')).toMatchObject([{ outcome: 'renewed' }])
    expect(gmailWatches()).toHaveLength(1)
    expect(await rig.watches.cards([rig.view])).toMatchObject([
      { kind: 'push', severity: 'warning', accounts: [{ id: rig.account }], repair: { kind: 'push' } },
    ])
    expect(await rig.watches.cards([{ ...rig.view, condition: 'expired-grant' }])).toEqual([])
    const before = looks()
    const { jobs } = rig
    await jobs.enqueue(undefined, pollUnheard, {})
    await eventually(async () => looks() > before)
    await rig.post(path, envelope({ emailAddress: rig.mailbox.email, historyId: 1 }))
    expect((await state())?.condition).toBe('on')
    expect(await rig.watches.cards([rig.view])).toEqual([])
  })

  test('is found by every shape of an announcement', async () => {
    await on()
    const inner = { emailAddress: 'ANN@example.test', historyId: '12' }
    const shapes = [
      envelope(inner),
      envelope({ ...inner, historyId: 12, note: '??>>~~' }, 'base64url'),
      inner,
      { ...envelope(inner), deliveryAttempt: 3 },
    ]
    for (const shape of shapes) {
      const before = (await state())?.announcedAt
      await rig.world.clock.advance(1_000)
      const answer = await rig.post(path, shape, { 'content-type': 'application/json' })
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect((await state())?.announcedAt).not.toEqual(before)
    }
    expect(await reasons()).toEqual([])
  })

  test('is looked at twice for one announcement: what came in the second after it is not announced', async () => {
    await on()
    const before = looks()
    await rig.post(path, envelope({ emailAddress: rig.mailbox.email, historyId: 1 }))
    await eventually(async () => looks() === before + 2)
  })

  test('is announced two thousand times and looked at a few', async () => {
    await on()
    const before = looks()
    const body = JSON.stringify(envelope({ emailAddress: rig.mailbox.email, historyId: 1 }))
    const began = Date.now()
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 100 }, () => rig.post(path, body)))
    const seconds = (Date.now() - began) / 1_000
    await settled(rig)
    // Not one for each: at most one every quarter of a second that the flood lasted and one a second after it, and
    // these coalesce in the queue.
    expect(looks() - before).toBeLessThanOrEqual(5 * seconds + 5)
    expect(looks()).toBeGreaterThan(before)
  }, 120_000)

  test('nobody comes in without the one token, and nothing of theirs is read', async () => {
    await on()
    const before = await state()
    const body = envelope({ emailAddress: rig.mailbox.email, historyId: 1 })
    const paths = [
      '/provA/push',
      '/provA/push?token=',
      '/provA/push?token=wrong',
      `${path}&token=wrong`,
      `${path}x`,
      `/provA/push?token=${'x'.repeat(4_000)}`,
    ]
    for (const wrong of paths) {
      const answer = await rig.post(wrong, body)
      expect(answer.status).toBe(403)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    rig.settings.pushToken = undefined
    expect((await rig.post('/provA/push?token=', body)).status).toBe(403)
    expect((await rig.post('/provA/push?token=undefined', body)).status).toBe(403)
    expect(await state()).toEqual(before)
    expect((await reasons()).toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { reason: 'no-token', times: 2 },
      { reason: 'token-not-configured', times: 2 },
      { reason: 'wrong-token', times: 4 },
    ])
    // Said once an hour for each source and reason.
    const told = () => rig.logged.filter((line) => line.includes('sync.webhook-refused')).length
    expect(told()).toBe(3)
    await rig.world.clock.advance(61 * minuteMs)
    await rig.post('/provA/push', body)
    await rig.watches.stop()
    expect(told()).toBe(4)
  })

  test('a call that is not signed as configured is refused, however right its token is', async () => {
    const serviceAccount = 'push@house.iam.gserviceaccount.com'
    const audience = 'https://mail.example.test'
    rig.settings.expectedIdentity = { serviceAccount, audiences: [audience] }
    await rig.watches.switchOn(rig.account)
    await eventually(() => rig.watches.refusals.list().then((all) => all.length === 1))
    const body = envelope({ emailAddress: rig.mailbox.email, historyId: 1 })
    expect((await rig.post(path, body)).status).toBe(403)
    expect((await state())?.announcedAt).toBeNull()
    rig.emulated.google.pubSub.subscribe({
      name: 'projects/house/subscriptions/s',
      topic,
      endpoint: rig.url + path,
      oidc: { email: serviceAccount, audience },
    })
    await rig.world.clock.advance(2_000)
    deliver('Signed')
    await eventually(async () => (await state())?.announcedAt != null)
    expect((await reasons()).map(({ reason }) => reason)).toEqual(['no-identity'])
  })

  test('a flood of strangers from everywhere fills neither the log nor the table', async () => {
    const strangers = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        endpoint: '/provA/push' as const,
        reason: 'no-token' as const,
        source: `source ${from + at}`,
      }))
    for (let round = 0; round < 8; round++) {
      for (const refusal of strangers(round * 150, 150)) rig.watches.refusals.note(refusal)
      await rig.watches.stop()
    }
    const [row] = await rig.db.database.query<{ rows: number; times: number }>(
      'select count(*) as rows, sum(times)::bigint as times from webhook_refusal',
    )
    expect(row?.rows).toBeLessThanOrEqual(501)
    expect(row?.times).toBe(8 * 150)
    const lines = rig.logged.filter((line) => line.includes('sync.webhook-refused'))
    expect(lines.length).toBeLessThanOrEqual(50)
  })

  test('anything at all with the token is answered 204, and nothing happens', async () => {
    await on()
    const before = await state()
    const junk: Array<[string | undefined, Record<string, string>]> = [
      [undefined, {}],
      ['', { 'content-type': 'application/json' }],
      ['{', { 'content-type': 'application/json' }],
      ['null', { 'content-type': 'text/plain' }],
      ['a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['x', { 'content-type': 'no type at all' }],
      ['x'.repeat(3_000_000), {}],
      [JSON.stringify({ message: { data: '!!!' } }), {}],
      [JSON.stringify({ message: { data: 7 } }), {}],
      [JSON.stringify(envelope({ emailAddress: 'nobody@example.test' })), {}],
      [JSON.stringify(envelope({ emailAddress: 'a\u0000b' })), {}],
    ]
    for (const [body, headers] of junk) expect((await rig.post(path, body, headers)).status).toBe(204)
    expect(await state()).toEqual(before)
    expect((await reasons()).reduce((sum, { times }) => sum + times, 0)).toBe(junk.length)
  })

  test('by another method there is nothing', async () => {
    const answer = await fetch(rig.url + path)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    const calendar = await fetch(`${rig.url}/webhook/provA/calendar`, { method: 'PUT' })
    expect([calendar.status, calendar.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.each(['x-goog-channel-id', 'x-prova-channel-id'])(
    'a channel named by %s is not known here',
    async (name) => {
      const calendar = '/webhook/provA/calendar'
      expect((await rig.post(calendar, 'junk')).status).toBe(400)
      expect(
        (await rig.post(calendar, undefined, { [name]: 'c1', 'x-goog-resource-state': 'sync' })).status,
      ).toBe(404)
      expect(await reasons()).toHaveLength(2)
    },
  )
})

describe('readers of notifications', () => {
  const anything = fc.oneof(
    fc.json().map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.jsonValue().map((data) => Buffer.from(JSON.stringify({ message: { data }, value: [data] }))),
  )
  test('never throw, and give only text that is short enough', () => {
    fc.assert(
      fc.property(anything, (body) => {
        const mailbox = mailboxIn(body)
        const { readable } = noticesIn(body)
        const texts = [mailbox ?? '', ...readable.flatMap((notice) => Object.values(notice) as string[])]
        return texts.every((text) => text.length <= 320 && !text.includes('\u0000'))
      }),
      { numRuns: 2_000 },
    )
  })
})
