import type { Email } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { laterOf, rowOf, withoutReplyMark } from './list-row.ts'

function email(n: number, more: Partial<Email> & { marks?: string[] } = {}): Email {
  const { marks = ['$seen'], ...rest } = more
  return {
    id: `M${String(n)}`,
    subject: 'Dinner',
    preview: `preview ${String(n)}`,
    from: [{ name: `Person ${String(n)}`, email: `p${String(n)}@x.example` }],
    to: [{ name: 'Zoe', email: 'zoe@x.example' }],
    receivedAt: `2026-11-2${String(n)}T10:00:00Z`,
    keywords: Object.fromEntries(marks.map((name) => [name, true])),
    hasAttachment: false,
    ...rest,
  } as unknown as Email
}

describe('the row of a conversation', () => {
  test('is nothing until its messages are here', () => {
    expect(rowOf([], 'M1', new Set(), false)).toBeUndefined()
  })

  test('shows the message that stands for it, and what is true of any of them', () => {
    const emails = [
      email(1, { marks: [] }),
      email(2, { hasAttachment: true }),
      email(3, { marks: ['$seen', '$flagged'] }),
    ]
    expect(rowOf(emails, 'M2', new Set(), false)).toMatchObject({
      preview: 'preview 2',
      count: 3,
      isUnread: true,
      isStarred: true,
      hasAttachment: true,
      hasDraft: false,
      at: new Date('2026-11-22T10:00:00Z'),
    })
  })

  test('does not count a draft, unless there is nothing else', () => {
    const draft = email(2, { marks: ['$seen', '$draft'] })
    expect(rowOf([email(1), draft], 'M1', new Set(), false)).toMatchObject({ count: 1, hasDraft: true })
    expect(rowOf([draft], 'M2', new Set(), false)).toMatchObject({ count: 1, hasDraft: true })
  })

  test('names who wrote, and in Sent who was written to', () => {
    expect(rowOf([email(1)], 'M1', new Set(), false)?.people).toContain('Person 1')
    expect(rowOf([email(1)], 'M1', new Set(), true)?.people).toContain('Zoe')
  })

  test('falls back to the newest where the one it names is gone', () => {
    expect(rowOf([email(1), email(2)], 'M9', new Set(), false)?.preview).toBe('preview 2')
  })
})

describe('why it stands where it stands', () => {
  const snoozed = (until: string, wokenAt: string | null = null, wokenBy: 'time' | 'answer' | null = null) =>
    ({ snoozed: { until, wokenAt, wokenBy } }) as Partial<Email>
  const followUp = (at: string, isDue: boolean) => ({ followUp: { at, isDue } }) as unknown as Partial<Email>

  test('is nothing for most', () => {
    expect(laterOf([email(1), email(2)])).toBeUndefined()
  })

  test('is the first time at which something wakes', () => {
    const emails = [email(1, snoozed('2026-12-05T08:00:00Z')), email(2, snoozed('2026-12-01T08:00:00Z'))]
    expect(laterOf(emails)).toEqual({ kind: 'snoozed', at: new Date('2026-12-01T08:00:00Z') })
  })

  test('is its return, until news came later than that', () => {
    const woken = snoozed('2026-11-22T08:00:00Z', '2026-11-22T12:00:00Z', 'time')
    expect(laterOf([email(1), email(2, woken)])).toMatchObject({ kind: 'returned', by: 'time' })
    expect(laterOf([email(1, woken), email(3)])).toBeUndefined()
  })

  test('is the answer that woke it, however late that came', () => {
    const woken = snoozed('2026-12-22T08:00:00Z', '2026-11-22T12:00:00Z', 'answer')
    expect(laterOf([email(1, woken), email(3)])).toMatchObject({ kind: 'returned', by: 'answer' })
  })

  test('is an answer that did not come, before all else', () => {
    const emails = [
      email(1, followUp('2026-11-25T08:00:00Z', true)),
      email(2, snoozed('2026-12-01T08:00:00Z')),
    ]
    expect(laterOf(emails)).toEqual({ kind: 'unanswered', at: new Date('2026-11-21T10:00:00Z') })
    expect(laterOf([email(1, followUp('2026-11-25T08:00:00Z', false))])).toMatchObject({ kind: 'waiting' })
  })
})

test.each([
  ['Re: Re: Dinner', 'Dinner'],
  ['AW: Re[3]: Dinner', 'Dinner'],
  ['Regarding dinner', 'Regarding dinner'],
  ['Fwd: Dinner', 'Fwd: Dinner'],
  ['Re:', ''],
])('%j is about %j', (subject, rest) => expect(withoutReplyMark(subject)).toBe(rest))
