import { afterEach, expect, test, vi } from 'vitest'
import { clicked, type NotificationData } from './notification-clicks.ts'
import type { NotificationEvent } from './scope.ts'

afterEach(() => vi.unstubAllGlobals())

const mail: NotificationData = {
  kind: 'mail',
  accountId: 'A1',
  threadId: 'T7',
  emailIds: ['M1', 'M2'],
  inboxId: 'L1',
  archiveId: 'L2',
}
const reminder: NotificationData = {
  kind: 'reminder',
  accountId: 'A2',
  id: 'R5',
  path: '/calendar/day/2026-11-22',
}

/** A browser with so many windows; what was opened, told and asked of the server. */
function world(windows: readonly boolean[]) {
  const opened: string[] = []
  const messages: unknown[] = []
  const asked: unknown[] = []
  const window = (focused: boolean) => ({
    focused,
    visibilityState: 'visible',
    url: 'https://plmail.test/mail/inbox',
    postMessage: (message: unknown) => messages.push([focused, message]),
    focus: async () => undefined,
  })
  vi.stubGlobal('clients', {
    matchAll: async () => windows.map(window),
    openWindow: async (path: string) => opened.push(path),
  })
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    if (path === '/api/session/token') return Response.json({ token: 't' })
    const { methodCalls } = JSON.parse(body ?? '') as { methodCalls: [string, unknown, string][] }
    asked.push(...methodCalls.map(([name, args]) => [name, args]))
    return Response.json({ methodResponses: methodCalls.map(([name, , id]) => [name, {}, id]) })
  })
  return { opened, messages, asked }
}

const click = async (data: NotificationData, action = ''): Promise<boolean> => {
  const close = vi.fn()
  await clicked({ action, notification: { data, close } } as unknown as NotificationEvent)
  return close.mock.calls.length === 1
}

test('a click opens the conversation or the day of the event, in the window that is there or in a new one', async () => {
  const none = world([])
  expect([await click(mail), await click(reminder)]).toEqual([true, true])
  expect(none.opened).toEqual(['/mail/inbox/A1/T7', '/calendar/day/2026-11-22'])
  const two = world([false, true])
  await click(mail)
  expect([two.opened, two.messages]).toEqual([[], [[true, { kind: 'open', path: '/mail/inbox/A1/T7' }]]])
})

test('what is done from a notification is done at the server, undoable as what is done in the list', async () => {
  const { asked } = world([])
  for (const action of ['archive', 'read']) await click(mail, action)
  const email = (verb: string, patch: object) => [
    'Email/set',
    { accountId: 'A1', verb, operation: expect.any(String) as string, update: { M1: patch, M2: patch } },
  ]
  expect(asked).toEqual([
    email('archive', { 'mailboxIds/L1': null, 'mailboxIds/L2': true }),
    email('mark-read', { 'keywords/$seen': true }),
  ])
})

test('a reminder is silenced or put off for ten minutes', async () => {
  const { asked } = world([])
  for (const action of ['done', 'snooze']) await click(reminder, action)
  const [done, snoozed] = asked as [string, { update: Record<string, { snoozedUntil?: string }> }][]
  expect(done).toEqual(['Reminder/set', { accountId: 'A2', update: { R5: { state: 'acknowledged' } } }])
  const waitMs = Date.parse(snoozed?.[1].update['R5']?.snoozedUntil ?? '') - Date.now()
  expect([waitMs > 8 * 60_000, waitMs <= 10 * 60_000]).toEqual([true, true])
})
