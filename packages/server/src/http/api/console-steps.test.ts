import { ProviderName } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CodedStep } from '../../accounts/index.ts'
import { eventually } from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import type { CalendarWatched, KeptCalendar } from '../../sync/index.ts'
import {
  type GoogleWebhooks,
  googleWebhooks,
  type MicrosoftWebhooks,
  microsoftWebhooks,
  pushToken,
  topic,
  type WebhooksForTests,
} from '../../../../server-testing/src/http/webhooks/test-webhooks.ts'
import { calendarSteps } from './console-calendars.ts'
import { pushSteps } from './console-push.ts'

const outcomes = (steps: readonly CodedStep[]) =>
  Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]))

const getSteps = (rig: WebhooksForTests, provider: ProviderName) => {
  const { world, watches, settings, account, user, view } = rig
  return pushSteps(
    {
      watches,
      clock: world.clock,
      accounts: {
        activeIds: async () => [account],
        getOwner: async () => user,
        get: async () => view,
        providers: {
          settings: async () => ({
            provider,
            clientId: { value: 'x', from: null },
            clientSecret: { isSet: true, from: null },

            secretExpiresOn: null,
            tenant: null,
            cloud: null,
            isReady: true,
            redirectUri: null,
            pushAddresses: [],
            accounts: 1,
            pushServiceAccount: null,
            pushAudience: null,
            topic: { value: settings.topic ?? null, from: null },
            pushToken: { isSet: settings.pushToken !== undefined, from: null },
          }),
        },
      },
    },
    provider,
  )
}

describe('the steps of Google’s console that instant delivery needs', () => {
  let rig: GoogleWebhooks
  beforeEach(async () => {
    rig = await googleWebhooks()
  })
  afterEach(() => rig[Symbol.asyncDispose]())

  const steps = () => getSteps(rig, ProviderName.google)
  const switchOn = async () => {
    expect(await rig.watches.switchOn(rig.account)).toEqual({ ok: true })
  }
  const announcementHeard = () =>
    eventually(async () => (await rig.watches.states([rig.account])).get(rig.account)?.announcedAt != null)

  test('ask for a topic first, then for a token', async () => {
    rig.settings.topic = undefined
    expect(outcomes(await steps())).toEqual({ topic: 'unknown' })
    rig.settings.topic = topic
    rig.settings.pushToken = undefined
    expect(outcomes(await steps())).toEqual({ 'push-address': 'wrong' })
  })

  test('are not known until somebody switches instant delivery on', async () => {
    expect(outcomes(await steps())).toEqual({
      topic: 'unknown',
      publisher: 'unknown',
      'push-address': 'unknown',
    })
  })

  test('work once Gmail has published and the notification has arrived', async () => {
    await switchOn()
    await announcementHeard()
    expect(outcomes(await steps())).toEqual({ topic: 'works', publisher: 'works', 'push-address': 'works' })
  })

  test('tell a topic that is not there', async () => {
    await switchOn()
    rig.emulated.google.pubSub.deleteTopic(topic)
    const all = await steps()
    expect(outcomes(all)).toMatchObject({ topic: 'wrong', publisher: 'unknown' })
    expect(all[0]?.sentence).toEqual({
      problem: 'other/text',
      text: expect.stringContaining('Resource not found') as string,
    })
  })

  test('tell a topic that Gmail may not publish to, and who has to be let in', async () => {
    await switchOn()
    rig.emulated.google.pubSub.createTopic(topic, { gmailMayPublish: false })
    const all = await steps()
    expect(outcomes(all)).toMatchObject({ topic: 'unknown', publisher: 'wrong' })
    expect(all[1]?.sentence).toMatchObject({ problem: 'registration/publisher-denied' })
  })

  test('do not take a topic alone for a push subscription', async () => {
    rig.emulated.google.pubSub.unsubscribe('projects/house/subscriptions/s')
    await switchOn()
    const all = await steps()
    expect(outcomes(all)).toEqual({ topic: 'works', publisher: 'works', 'push-address': 'unknown' })
    expect(all.at(-1)?.sentence).toEqual({ problem: 'registration/test-notification-awaited' })
  })

  test('do not take a notification of long ago for a push subscription that works', async () => {
    await switchOn()
    await announcementHeard()
    rig.emulated.google.pubSub.unsubscribe('projects/house/subscriptions/s')
    await rig.world.clock.advance(9 * 86_400_000)
    expect(outcomes(await steps())).toMatchObject({ 'push-address': 'unknown' })
  })

  test('tell a token and a signature that are not the ones set here', async () => {
    await switchOn()
    await announcementHeard()
    await rig.world.clock.advance(1_000)
    await rig.post('/provA/push?token=another')
    await eventually(async () => (await rig.watches.refusals.list()).length > 0)
    const before = await getSteps(
      { ...rig, watches: { ...rig.watches, prove: async () => undefined } },
      ProviderName.google,
    )
    expect(before.at(-1)).toMatchObject({
      outcome: 'wrong',
      sentence: { problem: 'registration/wrong-verification-token', provider: 'Google' },
    })
    rig.settings.expectedIdentity = {
      serviceAccount: 'push@house.iam.gserviceaccount.com',
      audiences: ['us'],
    }
    await rig.world.clock.advance(1_000)
    await rig.post(`/provA/push?token=${encodeURIComponent(pushToken)}`)
    await eventually(async () =>
      (await rig.watches.refusals.list()).some(({ reason }) => reason === 'no-identity'),
    )
    expect((await steps()).at(-1)).toMatchObject({
      outcome: 'wrong',
      sentence: { problem: 'registration/wrong-signature' },
    })
  })

  test('say what keeps Google from calling this server', async () => {
    rig.settings.isEmulated = false
    expect((await steps()).at(-1)).toMatchObject({ step: 'push-address', outcome: 'wrong' })
  })
})

describe('the notification address that Microsoft is told', () => {
  let rig: MicrosoftWebhooks
  beforeEach(async () => {
    rig = await microsoftWebhooks()
  })
  afterEach(() => rig[Symbol.asyncDispose]())

  test('works once Microsoft has asked it for its token, and not before', async () => {
    expect(outcomes(await getSteps(rig, ProviderName.microsoft))).toEqual({ 'push-address': 'unknown' })
    expect(await rig.watches.switchOn(rig.account)).toEqual({ ok: true })
    expect(outcomes(await getSteps(rig, ProviderName.microsoft))).toEqual({ 'push-address': 'works' })
  })

  test('is wrong when Microsoft cannot reach it', async () => {
    await rig.watches.switchOn(rig.account)
    rig.settings.publicAddress = 'http://127.0.0.1:9'
    expect(outcomes(await getSteps(rig, ProviderName.microsoft))).toEqual({ 'push-address': 'wrong' })
  })
})

describe('the channels of calendars', () => {
  let announced: Array<KeptCalendar['announced']>
  let opened: CalendarWatched[]
  let opens: number
  beforeEach(() => {
    announced = []
    opened = []
    opens = 0
  })
  const steps = () =>
    calendarSteps(
      {
        calendarSync: {
          selectSyncedCalendars: async () =>
            announced.map((isAnnounced) => ({ announced: isAnnounced }) as KeptCalendar),
          watches: {
            open: async () => {
              opens++
              return opened
            },
          },
        },
      },
      ProviderName.google,
      [],
    )

  test('are proven by one that is open, and nothing is opened for that', async () => {
    announced = ['polled', 'push']
    expect(outcomes(await steps())).toEqual({ 'calendar-channels': 'works' })
    expect(opens).toBe(0)
  })

  test('are opened now where none is, and Google’s refusal is told with what to do', async () => {
    announced = ['polled', 'never']
    const why = 'Unauthorized WebHook callback channel: https://mail.example.org/webhook/provA/calendar'
    const calendarId = 1 as CalendarWatched['calendarId']
    opened = [{ calendarId, outcome: 'failed', why: { problem: 'other/text', text: why } }]
    const [step] = await steps()
    expect(step).toMatchObject({
      outcome: 'wrong',
      sentence: { problem: 'registration/verify-domain', serverText: why },
    })
    expect(opens).toBe(1)
  })

  test('are not known where there is no calendar that can be announced', async () => {
    announced = ['never']
    expect(outcomes(await steps())).toEqual({ 'calendar-channels': 'unknown' })
    expect(opens).toBe(0)
  })
})
