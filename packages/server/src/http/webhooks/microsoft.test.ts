import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pollUnheard } from '../../sync/sync-jobs.ts'
import { toRawMessage } from '../../../../emulators/src/blobs/raw.ts'
import { eventually, idle, settled } from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import { message } from '../../../../server-testing/src/sync/test-imap-sync.ts'
import {
  type MicrosoftWebhooks,
  microsoftWebhooks,
} from '../../../../server-testing/src/http/webhooks/test-webhooks.ts'

const hourMs = 3_600_000
const pollMs = 15 * 60_000

let rig: MicrosoftWebhooks
beforeEach(async () => {
  rig = await microsoftWebhooks()
})
afterEach(async () => {
  const problems = rig.world.requests.problems()
  await rig[Symbol.asyncDispose]()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

const subscriptions = () => rig.emulated.microsoft.subscriptions(rig.mailbox.email)
const state = async () => (await rig.watches.states([rig.account])).get(rig.account)
const deliver = (subject: string, options: { receivedAt?: Date } = {}) =>
  rig.mailbox.deliver(toRawMessage(Buffer.from(message(subject))), options)
const looks = () => rig.conditions.length
const notice = (more: object = {}) => {
  const [subscription] = subscriptions()
  return {
    subscriptionId: subscription?.id,
    clientState: subscription?.clientState,
    changeType: 'created',
    ...more,
  }
}
const reasons = async () => {
  await rig.watches.stop()
  return (await rig.watches.refusals.list()).map(({ endpoint, reason, times, accountId }) => ({
    endpoint,
    reason,
    times,
    isOurs: accountId === rig.account,
  }))
}

describe('switching instant delivery on', () => {
  test('registers with the handshake inside the call, and new mail arrives without a poll', async () => {
    deliver('Before', { receivedAt: new Date(rig.world.clock.now().getTime() - hourMs) })
    await settled(rig)
    expect(await rig.watches.switchOn(rig.account)).toEqual({ ok: true })
    expect(subscriptions()).toMatchObject([{ resource: 'me/messages' }])
    expect(await state()).toMatchObject({ isWanted: true, condition: 'on', trouble: null })
    await settled(rig)
    deliver('By push')
    await eventually(async () => (await rig.subjects('inbox')).includes('By push'))
    await eventually(async () => (await state())?.announcedAt !== null)
    const delay = (await rig.watches.delays([rig.account])).get(rig.account)
    expect(delay).toMatchObject({ messages: 1 })
    expect(delay?.medianMs).toBeLessThan(pollMs)
  })

  test('waits for nobody who listens to mailboxes as IMAP lets them', async () => {
    await rig.sync.watch()
    expect(await rig.watches.switchOn(rig.account)).toEqual({ ok: true })
    await rig.watches.switchOff(rig.account)
  })

  test('falls back with the provider’s words when it refuses', async () => {
    rig.settings.publicAddress = 'http://127.0.0.1:1'
    const switched = await rig.watches.switchOn(rig.account)
    const why = { text: expect.stringContaining('validation request failed') as string }
    expect(switched).toMatchObject({ ok: false, why })
    expect(await state()).toMatchObject({
      isWanted: false,
      condition: 'off',
      trouble: why,
    })
    expect(subscriptions()).toEqual([])
  })

  test.each([
    [undefined, 'instant/no-public-address'],
    ['http://mail.example.org', 'instant/not-https'],
    ['https://localhost', 'instant/own-machine'],
    ['https://127.0.0.2:8443', 'instant/own-machine'],
    ['https://[::1]', 'instant/own-machine'],
    ['https://inside.example', 'instant/own-machine'],
  ])('is refused here, before anybody is asked, at the address %s', async (address, problem) => {
    rig.settings.isEmulated = false
    rig.settings.publicAddress = address
    const before = rig.world.requests.all().length
    expect(await rig.watches.switchOn(rig.account)).toMatchObject({ ok: false, why: { problem } })
    expect(rig.world.requests.all()).toHaveLength(before)
    expect((await state())?.isWanted).toBe(false)
    expect(rig.logged.filter((line) => line.includes('push-not-possible'))).toEqual([
      expect.stringContaining('APP_PUBLIC_URL'),
    ])
  })

  test('gets past a subscription whose creation was answered to nobody', async () => {
    rig.world.faults.arm({
      operation: 'graph.subscriptions.create',
      times: 1,
      fault: { kind: 'reset', when: 'after' },
    })
    expect((await rig.watches.switchOn(rig.account)).ok).toBe(false)
    expect(subscriptions()).toHaveLength(1)
    expect(await rig.watches.switchOn(rig.account)).toEqual({ ok: true })
    expect(subscriptions()).toHaveLength(1)
    expect((await rig.post('/webhook/provB/notify', { value: [notice()] })).status).toBe(202)
    expect(await reasons()).toEqual([])
  })

  test('takes in what is announced a second after it was announced to nobody', async () => {
    const early = { value: [notice({ subscriptionId: randomUUID() })] }
    await rig.post('/webhook/provB/notify', early)
    await rig.watches.switchOn(rig.account)
    const [subscription] = subscriptions()
    await rig.db.database.query('update mail_watch set remote_id = $1', [early.value[0]?.subscriptionId])
    await rig.world.clock.advance(1_000)
    const looksBefore = looks()
    await rig.post('/webhook/provB/notify', {
      value: [{ ...early.value[0], clientState: subscription?.clientState }],
    })
    await eventually(async () => looks() > looksBefore)
    expect(await reasons()).toMatchObject([{ reason: 'unknown-subscription', times: 1 }])
  })

  test('and off again ends the subscription, and what still comes is turned away', async () => {
    await rig.watches.switchOn(rig.account)
    const late = { value: [notice()] }
    await rig.watches.switchOff(rig.account)
    expect(subscriptions()).toEqual([])
    expect(await state()).toMatchObject({ isWanted: false, condition: 'off' })
    await rig.post('/webhook/provB/notify', late)
    expect(await reasons()).toMatchObject([{ reason: 'unknown-subscription' }])
  })
})

describe('a registration', () => {
  test('is renewed within twelve hours of its end, and not before', async () => {
    await rig.watches.switchOn(rig.account)
    const [{ id, expiresAt } = { id: '', expiresAt: 0 }] = subscriptions()
    expect(await rig.watches.renew('due')).toEqual([])
    await rig.world.clock.advance(expiresAt - rig.world.clock.now().getTime() - 11 * hourMs)
    expect(await rig.watches.renew('due')).toMatchObject([{ outcome: 'renewed' }])
    expect(subscriptions()).toMatchObject([{ id }])
    expect(subscriptions()[0]!.expiresAt).toBeGreaterThan(expiresAt)
    // The secret of its creation still holds.
    await rig.post('/webhook/provB/notify', { value: [notice()] })
    expect(await reasons()).toEqual([])
  })

  test('that has ended is created anew, and then looked after', async () => {
    await rig.watches.switchOn(rig.account)
    await settled(rig)
    const [before] = subscriptions()
    rig.world.delivery.arm({ fault: { kind: 'drop' } }) // the warning before the end is lost
    await rig.world.clock.advance(80 * hourMs)
    expect(subscriptions()).toEqual([])
    expect((await state())?.condition).toBe('lapsed')
    const looked = looks()
    expect(await rig.watches.renew('due')).toMatchObject([{ outcome: 'created' }])
    expect((await state())?.condition).toBe('on')
    expect(subscriptions()).toHaveLength(1)
    expect(subscriptions()[0]!.id).not.toBe(before?.id)
    await eventually(async () => looks() > looked)
  })

  describe('that Microsoft refuses with 403', () => {
    const isCreation = ({ operation }: { operation: string }) => operation === 'graph.subscriptions.create'
    const creations = () => rig.world.requests.all().filter(isCreation).length
    const denied = {
      kind: 'status',
      status: 403,
      body: { error: { code: 'ErrorAccessDenied', message: 'A policy of your organization forbids it.' } },
    } as const

    beforeEach(async () => {
      await rig.watches.switchOn(rig.account)
      await settled(rig)
      rig.world.delivery.arm({ fault: { kind: 'drop' } })
      await rig.world.clock.advance(80 * hourMs)
      rig.world.faults.arm({ operation: 'graph.subscriptions.create', fault: denied })
    })

    /** What the hourly sweep does in so many hours. */
    async function pass(hours: number): Promise<void> {
      for (let hour = 0; hour < hours; hour++) {
        await rig.watches.renew('due')
        await rig.world.clock.advance(hourMs)
      }
    }

    test('is asked for less and less often, at last once a day, and granted once it may be', async () => {
      const before = creations()
      await pass(6 * 24)
      // After 0, 1, 2, 4, 8, 16 and 32 hours, then every 24.
      expect(creations() - before).toBe(11)
      expect(await state()).toMatchObject({ isWanted: true, condition: 'lapsed', isRefused: true })
      rig.world.faults.clear()
      await pass(24)
      expect(await state()).toMatchObject({ condition: 'on', isRefused: false, trouble: null })
    })

    test('is asked for at once by who repairs it', async () => {
      await pass(48)
      rig.world.faults.clear()
      expect(await rig.watches.renew('repair')).toMatchObject([{ outcome: 'created' }])
    })

    test('says so in Microsoft’s words, and after a day is polled as without it', async () => {
      const text = async () => (await rig.watches.cards([rig.view]))[0]?.text
      const trouble = { problem: 'other/text', text: 'A policy of your organization forbids it.' }
      await pass(1)
      expect(await text()).toEqual({ problem: 'health/push-lapsed-because', trouble })
      await polledUnheard()
      await pass(24)
      expect(await text()).toEqual({ problem: 'health/push-refused', trouble })
      const before = looks()
      await rig.jobs.enqueue(undefined, pollUnheard, {})
      await eventually(() => idle(rig.db, 0))
      expect(looks()).toBe(before)
    })

    test('is not said to be refused while the account itself is not let in, and is asked for with every hour', async () => {
      rig.world.faults.clear()
      const fault = {
        kind: 'status',
        status: 401,
        body: { error: { code: 'InvalidAuthenticationToken' } },
      } as const
      rig.world.faults.arm({ operation: 'graph.subscriptions.create', fault })
      await pass(26)
      expect(await state()).toMatchObject({ condition: 'lapsed', isRefused: false })
      rig.world.faults.clear()
      expect(await rig.watches.renew('due')).toMatchObject([{ outcome: 'created' }])
    })

    async function polledUnheard(): Promise<void> {
      const before = looks()
      await rig.jobs.enqueue(undefined, pollUnheard, {})
      await eventually(async () => looks() > before)
    }
  })

  test('is asked for again by repair, wherever it stands', async () => {
    await rig.watches.switchOn(rig.account)
    expect(await rig.watches.renew('repair')).toMatchObject([{ accountId: rig.account, outcome: 'renewed' }])
  })
})

describe('a lifecycle notification', () => {
  test('that it was removed creates a new one and asks for a look', async () => {
    await rig.watches.switchOn(rig.account)
    await settled(rig)
    const [before] = subscriptions()
    const looked = looks()
    rig.emulated.microsoft.lifecycle(rig.mailbox.email, 'subscriptionRemoved')
    await eventually(async () => subscriptions().some((subscription) => subscription.id !== before?.id))
    await eventually(async () => looks() > looked)
    await eventually(async () => (await state())?.condition === 'on')
  })

  test('that it must be authorised again renews it', async () => {
    await rig.watches.switchOn(rig.account)
    const [{ id, expiresAt } = { id: '', expiresAt: 0 }] = subscriptions()
    await rig.world.clock.advance(hourMs)
    rig.emulated.microsoft.lifecycle(rig.mailbox.email, 'reauthorizationRequired')
    await eventually(async () => (subscriptions()[0]?.expiresAt ?? 0) > expiresAt)
    expect(subscriptions()).toMatchObject([{ id }])
  })

  test('that something was missed asks for a look', async () => {
    await rig.watches.switchOn(rig.account)
    await settled(rig)
    const looked = looks()
    rig.emulated.microsoft.lifecycle(rig.mailbox.email, 'missed')
    await eventually(async () => looks() > looked)
  })
})

describe('whoever calls', () => {
  test.each(['notify', 'lifecycle', 'calendar'])(
    '%s with a validation token hears it, decoded, and nothing more',
    async (name) => {
      const token = 'Validation: Ä+b/c=<script>&amp;'
      const answer = await rig.post(`/webhook/provB/${name}?validationToken=${encodeURIComponent(token)}`)
      expect([answer.status, await answer.text()]).toEqual([200, token])
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain\b/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('set-cookie')).toBeNull()
      const long = await rig.post(`/webhook/provB/${name}?validationToken=${'x'.repeat(5_000)}`)
      expect(long.status).toBe(400)
    },
  )

  test.each(['notify', 'lifecycle', 'calendar'])('%s by anything but POST is told so', async (name) => {
    const answer = await fetch(`${rig.url}/webhook/provB/${name}?validationToken=x`)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('with one entry that holds and some that do not has each judged by itself', async () => {
    await rig.watches.switchOn(rig.account)
    await settled(rig)
    const looked = looks()
    const value = [
      notice({ clientState: 'guessed' }),
      notice({ clientState: undefined }),
      notice({ subscriptionId: randomUUID() }),
      'junk',
      notice(),
    ]
    expect((await rig.post('/webhook/provB/notify', { value })).status).toBe(202)
    await eventually(async () => looks() > looked)
    const endpoint = '/webhook/provB/notify'
    expect((await reasons()).toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { endpoint, reason: 'unknown-subscription', times: 1, isOurs: false },
      { endpoint, reason: 'unreadable', times: 1, isOurs: false },
      { endpoint, reason: 'wrong-client-state', times: 2, isOurs: true },
    ])
  })

  test('with the wrong secret only starts nothing', async () => {
    await rig.watches.switchOn(rig.account)
    await settled(rig)
    const before = await state()
    const value = [notice({ clientState: 'x', lifecycleEvent: 'subscriptionRemoved' })]
    expect((await rig.post('/webhook/provB/lifecycle', { value })).status).toBe(202)
    expect(await state()).toEqual(before)
  })

  test('ten thousand times at once starts a look, and one more', async () => {
    await rig.watches.switchOn(rig.account)
    await settled(rig)
    const looked = looks()
    const value = Array.from({ length: 1_000 }, () => notice())
    const began = Date.now()
    await Promise.all(Array.from({ length: 10 }, () => rig.post('/webhook/provB/notify', { value })))
    const seconds = (Date.now() - began) / 1_000
    await settled(rig)
    // At most one every quarter of a second that the flood lasted, one more behind it, and the test's own.
    expect(looks() - looked).toBeLessThanOrEqual(4 * seconds + 3)
    expect(looks() - looked).toBeGreaterThanOrEqual(1)
  })

  test('about subscriptions of nobody costs one look into the database for many calls', async () => {
    const value = [notice({ subscriptionId: randomUUID(), clientState: 'x' })]
    for (let i = 0; i < 20; i++) await rig.post('/webhook/provB/notify', { value })
    expect(rig.asked.filter((text) => text.includes('mail_watch'))).toHaveLength(1)
  })
})
