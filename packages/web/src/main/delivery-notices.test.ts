import { describe, expect, test } from 'vitest'
import { client } from '../commands/client.fixture.ts'
import { settled } from '../records/mail/mail-server.fixture.ts'
import { showDeliveryNotices } from './delivery-notices.ts'

const sentAt = Date.UTC(2026, 0, 1)
const hour = 3_600_000
const refusal = { smtpReply: '550 No such person', delivered: 'no', displayed: 'unknown' }

/** A server that is told what became of the messages, and a device; `open` opens a window on it. */
function setting() {
  const drafts = new Map<string, Record<string, object>>()
  const entries = new Map<string, string>()
  const device = { isFull: false, isOffline: false, now: sentAt + hour }
  const list = () =>
    [...drafts].map(([id, deliveryStatus]) => ({
      id,
      emailId: 'M1',
      undoStatus: 'final',
      sendAt: new Date(sentAt).toISOString(),
      deliveryStatus,
      envelope: { mailFrom: { email: 'ada@example.org' }, rcptTo: [] },
    }))
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if (device.isFull) throw new Error('full')
      entries.set(key, value)
    },
  }

  async function open(isSeen = true) {
    const { server, records, toasts, dialogs } = await client(1)
    server.isDown = device.isOffline
    server.teach('EmailSubmission/get', ({ accountId }) => ({
      accountId,
      state: server.state(),
      list: list(),
      notFound: [],
    }))
    const screen = { isSeen, onSeen: (): void => undefined }
    const app = { records, toasts, dialogs, session: { user: { id: 'U1' } } as never }
    showDeliveryNotices({
      app,
      storage,
      isSeen: () => screen.isSeen,
      now: () => device.now,
      onSeen: (listener) => void (screen.onSeen = listener),
    })
    await settled()
    /** The notice at the foot of the screen, which goes with it. */
    const takeNotice = (): string | undefined => {
      const { current } = toasts
      toasts.dismiss()
      return current?.text
    }
    return {
      server,
      records,
      toasts,
      dialogs,
      takeNotice,
      async hear() {
        records.changed({ '@type': 'StateChange', changed: { A1: { EmailSubmission: server.state() } } })
        await settled()
      },
      async turnTo() {
        screen.isSeen = true
        screen.onSeen()
        await settled()
      },
    }
  }
  return { drafts, device, open }
}

describe('a message that the mail server refuses', () => {
  test('is told when it is known, with the way to it, and once', async () => {
    const { drafts, open } = setting()
    const { hear, toasts, takeNotice, dialogs } = await open()
    drafts.set('S1', { 'bo@example.net': { ...refusal, delivered: 'queued' } })
    await hear()
    expect(takeNotice()).toBeUndefined()
    drafts.set('S1', { 'bo@example.net': refusal })
    await hear()
    expect(toasts.current?.text).toBe('Not delivered to bo@example.net: 550 No such person')
    toasts.current?.action?.run()
    expect(dialogs.current).toBe('outbox')
    takeNotice()
    await hear()
    expect(takeNotice()).toBeUndefined()
  })

  test('while nobody was there is told at the next start, and not at the one after', async () => {
    const { drafts, open } = setting()
    await open()
    drafts.set('S1', { 'bo@example.net': refusal })
    expect((await open()).takeNotice()).toMatch(/^Not delivered to bo/)
    expect((await open()).takeNotice()).toBeUndefined()
  })

  test('by one recipient now and by another days later is told twice', async () => {
    const { drafts, device, open } = setting()
    const { hear, takeNotice } = await open()
    drafts.set('S1', { 'bo@example.net': refusal })
    await hear()
    expect(takeNotice()).toMatch(/^Not delivered to bo/)
    device.now += 72 * hour
    drafts.set('S1', { 'bo@example.net': refusal, 'cy@example.net': refusal })
    await hear()
    expect(takeNotice()).toMatch(/^Not delivered to cy/)
  })

  test('with others is told with them', async () => {
    const { drafts, open } = setting()
    await open()
    for (const id of ['S1', 'S2', 'S3']) drafts.set(id, { 'bo@example.net': refusal })
    expect((await open()).takeNotice()).toBe('3 messages weren’t delivered')
  })

  test('is told by a window that is seen', async () => {
    const { drafts, open } = setting()
    const behind = await open(false)
    drafts.set('S1', { 'bo@example.net': refusal })
    await behind.hear()
    expect(behind.takeNotice()).toBeUndefined()
    await behind.turnTo()
    expect(behind.takeNotice()).toMatch(/^Not delivered to bo/)
  })

  test('long ago is no news to a device that has just begun, and what comes then is', async () => {
    const { drafts, device, open } = setting()
    device.now += 72 * hour
    drafts.set('S1', { 'bo@example.net': refusal })
    const { hear, takeNotice } = await open()
    expect(takeNotice()).toBeUndefined()
    drafts.set('S2', { 'cy@example.net': refusal })
    await hear()
    expect(takeNotice()).toMatch(/^Not delivered to cy/)
  })

  test('is told once by a window whose device is full, too', async () => {
    const { drafts, device, open } = setting()
    device.isFull = true
    drafts.set('S1', { 'bo@example.net': refusal })
    const { hear, takeNotice } = await open()
    expect(takeNotice()).toMatch(/^Not delivered to bo/)
    await hear()
    expect(takeNotice()).toBeUndefined()
  })

  test('is told once, also where a window is turned to before the server has answered', async () => {
    const { drafts, device, open } = setting()
    drafts.set('S1', { 'bo@example.net': refusal })
    expect((await open()).takeNotice()).toMatch(/^Not delivered to bo/)
    device.isOffline = true
    const { server, records, turnTo, takeNotice } = await open()
    await turnTo()
    server.isDown = false
    await records.submissions.load()
    expect(takeNotice()).toBeUndefined()
  })

  test('long ago is no news where a device was turned to before the server had answered', async () => {
    const { drafts, device, open } = setting()
    device.now += 72 * hour
    device.isOffline = true
    drafts.set('S1', { 'bo@example.net': refusal })
    const { server, records, turnTo, takeNotice } = await open()
    await turnTo()
    server.isDown = false
    await records.submissions.load()
    expect(takeNotice()).toBeUndefined()
  })

  test('and told by another window is not told again by that one after this one was turned to', async () => {
    const { drafts, open } = setting()
    const [frozen, active] = [await open(), await open()]
    drafts.set('S1', { 'bo@example.net': refusal })
    await active.hear()
    expect(active.takeNotice()).toMatch(/^Not delivered to bo/)
    await frozen.turnTo()
    expect(frozen.takeNotice()).toBeUndefined()
    await active.hear()
    expect(active.takeNotice()).toBeUndefined()
  })

  test('by another recipient later names that one, whatever the order on the envelope', async () => {
    const { drafts, open } = setting()
    const { hear, takeNotice } = await open()
    drafts.set('S1', { 'al@example.net': { ...refusal, delivered: 'queued' }, 'bo@example.net': refusal })
    await hear()
    expect(takeNotice()).toMatch(/^Not delivered to bo/)
    drafts.set('S1', { 'al@example.net': refusal, 'bo@example.net': refusal })
    await hear()
    expect(takeNotice()).toBe('Not delivered to al@example.net: 550 No such person')
  })

  test('by several at once says how many more there are', async () => {
    const { drafts, open } = setting()
    const { hear, takeNotice } = await open()
    drafts.set('S1', { 'al@example.net': refusal, 'bo@example.net': refusal, 'cy@example.net': refusal })
    await hear()
    expect(takeNotice()).toBe('Not delivered to al@example.net and 2 more: 550 No such person')
  })

  test('without a word why is told without one', async () => {
    const { drafts, open } = setting()
    const { hear, takeNotice } = await open()
    drafts.set('S1', { 'bo@example.net': { ...refusal, smtpReply: '' } })
    await hear()
    expect(takeNotice()).toBe('Not delivered to bo@example.net')
  })
})
