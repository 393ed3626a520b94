import { expect, test } from 'vitest'
import { askedWhileTyping, completionsOf, personTyped } from './completions.ts'
import { suggestionsOf, type SuggestionParts } from './suggestions.ts'

const parts: SuggestionParts = {
  typed: '',
  folders: [
    { accountId: 'A1', mailboxId: 'L1', name: 'Inbox', account: '' },
    { accountId: 'A1', mailboxId: 'L2', name: 'Old invoices', account: '' },
  ],
  saved: [{ id: 'S1', name: 'Invoices due', query: 'subject:invoice is:unread' }],
  answer: {
    people: [{ name: 'Inge Voss', email: 'inge@voss.example', cardId: 'V1' }],
    threads: [
      {
        accountId: 'A1',
        threadId: 'T7',
        emailId: 'M9',
        subject: 'Invoice 9',
        from: [],
        receivedAt: '2026-01-01T00:00:00Z',
      },
    ],
  },
  today: '2026-11-22',
  tellHit: ({ subject }) => ({ text: subject ?? '', detail: '' }),
}
const texts = (typed: string) => suggestionsOf({ ...parts, typed }).map(({ id }) => id)

test('a half-typed word offers operators, kept searches, folders, people and mail, in this order', () => {
  expect(texts('in')).toEqual([
    'complete in:',
    'saved S1',
    'folder L1',
    'folder L2',
    'person inge@voss.example',
    'thread A1 T7',
  ])
  expect(texts('')).toEqual(['saved S1'])
  const thread = suggestionsOf({ ...parts, typed: 'invo' }).find(({ id }) => id.startsWith('thread'))
  expect(thread?.take).toEqual({
    kind: 'go',
    place: {
      screen: 'mail',
      list: { role: 'all', query: 'invo*' },
      thread: { accountId: 'A1', threadId: 'T7' },
    },
  })
})

test('operators are completed, and those with few values with each of them', () => {
  const offered = (part: string) =>
    completionsOf(part, { folders: ['Inbox', 'Old invoices'], today: '2026-11-22' }).map(({ text }) => text)
  expect(offered('su')).toEqual(['subject:'])
  expect(offered('-is:un')).toEqual(['-is:unread'])
  expect(offered('in:"old')).toEqual(['in:"Old invoices"'])
  expect(offered('after:')).toEqual(
    ['2026-11-22', '2026-11-01', '2026-01-01', '2025-01-01'].map((day) => `after:${day}`),
  )
  expect([offered('from:a'), offered(''), offered('constructor:')]).toEqual([[], [], []])
})

test('what is asked while somebody types ends in a beginning, and waits for the value of an operator', () => {
  expect(askedWhileTyping('old invo')).toBe('old invo*')
  expect(askedWhileTyping('old invoice ')).toBe('old invoice')
  expect(askedWhileTyping('from:ann')).toBe('from:ann')
  expect([askedWhileTyping('a'), askedWhileTyping('old from:'), askedWhileTyping('-in:"')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(personTyped('x from:an')).toEqual({ operator: 'from:', begun: 'an' })
  expect(personTyped('ing')).toEqual({ operator: 'from:', begun: 'ing' })
  expect([personTyped('subject:ann'), personTyped('a'), personTyped('ann ')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
