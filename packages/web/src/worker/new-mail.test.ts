import { afterEach, expect, test, vi } from 'vitest'
import { newMail } from './new-mail.ts'

afterEach(() => vi.unstubAllGlobals())

const now = Date.parse('2026-11-22T12:00:00Z')
const email = (id: string, more: object = {}) => ({
  id,
  threadId: `T${id}`,
  mailboxIds: { L1: true },
  keywords: {},
  receivedAt: '2026-11-22T11:59:00Z',
  subject: id,
  from: [{ name: 'Bea', email: 'bea@example.net' }],
  preview: '',
  ...more,
})

function serverWith(created: readonly object[], changes: object | undefined): void {
  const answers: Record<string, unknown[]> = {
    'Mailbox/get': [
      {
        list: [
          { id: 'L1', role: 'inbox', unreadThreads: 3 },
          { id: 'L2', role: 'archive' },
        ],
      },
    ],
    'Email/changes': [changes],
    'Email/get': [changes && { list: created }, { list: [], state: '99' }],
  }
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    if (path === '/api/session/token') return Response.json({ token: 't' })
    const { methodCalls } = JSON.parse(body ?? '') as { methodCalls: [string, unknown, string][] }
    const methodResponses = methodCalls.map(([name, , id]) => {
      const answer = answers[name]?.shift()
      return answer === undefined ? ['error', { type: 'cannotCalculateChanges' }, id] : [name, answer, id]
    })
    return Response.json({ methodResponses })
  })
}

const announcedIds = async (who: 'all' | 'people' | 'none', created: readonly object[]) => {
  serverWith(created, { newState: '8', hasMoreChanges: false })
  const { news, state, unread } = await newMail('A1', '5', who, now)
  expect([state, unread]).toEqual(['8', 3])
  return news.map(({ emails }) => emails.map(({ id }) => id).join('+'))
}

test('what is unread, in the inbox and new is told, a conversation once', async () => {
  const created = [
    email('M1'),
    email('M2', { threadId: 'TM1', receivedAt: '2026-11-22T11:58:00Z' }),
    email('M3', { keywords: { $seen: true } }),
    email('M4', { mailboxIds: { L9: true } }),
    // An import of last year's mail, and a conversation that got another id.
    email('M5', { receivedAt: '2025-11-22T11:59:00Z' }),
  ]
  expect(await announcedIds('all', created)).toEqual(['M2+M1'])
  expect(await announcedIds('none', created)).toEqual([])
})

test('people are whoever writes by hand', async () => {
  const created = [
    email('M1'),
    email('M2', { 'header:List-Id': 'Chess <chess.example.net>' }),
    email('M3', { 'header:List-Unsubscribe': '<https://x.test>' }),
    email('M4', { 'header:Auto-Submitted': ' auto-replied' }),
    email('M5', { 'header:Auto-Submitted': 'no' }),
    email('M6', { 'header:Precedence': 'bulk' }),
    email('M7', { from: [{ name: null, email: 'no-reply@shop.test' }] }),
    email('M8', { from: [{ name: null, email: 'norton@people.test' }] }),
  ]
  expect(await announcedIds('people', created)).toEqual(['M1', 'M5', 'M8'])
  expect(await announcedIds('all', created)).toHaveLength(8)
})

test('a state that the server has forgotten, and an import, begin anew in silence', async () => {
  serverWith([email('M1')], undefined)
  expect(await newMail('A1', '1', 'all', now)).toMatchObject({ state: '99', news: [] })
})
