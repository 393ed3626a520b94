import { describe, expect, test } from 'vitest'
import type { Email, Mailbox, MailboxRole } from '@plmail/wire'
import { folderTree } from './folders.ts'
import { rowOf } from './row.ts'
import { nextStages } from './stages.ts'

const email = (id: string, part: Partial<Email>): Email => ({
  id,
  threadId: 'T1',
  mailboxIds: {},
  keywords: { $seen: true },
  receivedAt: '2026-01-01T00:00:00Z',
  subject: 'Dinner',
  from: [{ name: 'Ada Lovelace', email: 'ada@example.org' }],
  to: [{ name: 'Alan', email: 'alan@example.org' }],
  preview: id,
  hasAttachment: false,
  size: 1,
  ...part,
})

describe('a row', () => {
  const own = new Set<string>()

  test('gathers what its messages have in common', () => {
    const thread = [
      email('M1', { hasAttachment: true, keywords: {} }),
      email('M2', { subject: 'Re: AW: Dinner', keywords: { $seen: true, $flagged: true } }),
    ]
    expect(rowOf(thread, 'M2', own, false)).toMatchObject({
      count: 2,
      subject: 'Dinner',
      preview: 'M2',
      isUnread: true,
      isStarred: true,
      hasAttachment: true,
    })
  })

  test('shows whom one wrote to in Sent', () => {
    expect(rowOf([email('M1', {})], 'M1', own, true)?.people).toBe('Alan')
  })

  test('is nothing until a message is here, and survives one without anything', () => {
    expect(rowOf([], 'M1', own, false)).toBeUndefined()
    const bare = email('M1', { subject: null, from: null, to: null })
    expect(rowOf([bare], 'M1', own, false)).toMatchObject({ people: '(no sender)', subject: '(no subject)' })
    expect(rowOf([bare], 'M1', own, true)?.people).toBe('nobody')
  })
})

describe('folders', () => {
  const box = (
    id: string,
    name: string,
    role: MailboxRole | null,
    parentId: string | null = null,
  ): Mailbox => ({
    id,
    name,
    role,
    parentId,
    sortOrder: 0,
    isSubscribed: true,
    hue: null,
    totalEmails: 5,
    unreadEmails: 3,
    totalThreads: 4,
    unreadThreads: 2,
    myRights: { mayAddItems: true } as Mailbox['myRights'],
  })

  test('stand in the usual order, children below their parents', () => {
    const tree = folderTree([
      box('L1', 'Work', null),
      box('L2', 'Papierkorb', 'trash'),
      box('L3', 'Bills', null, 'L1'),
      box('L4', 'INBOX', 'inbox'),
      box('L5', 'Art', null),
    ])
    expect(tree.map(({ path, depth }) => [path, depth])).toEqual([
      ['Inbox', 0],
      ['Trash', 0],
      ['Art', 0],
      ['Work', 0],
      ['Work / Bills', 1],
    ])
  })

  test('a folder whose parent is not listed is not lost', () => {
    expect(folderTree([box('L3', 'Bills', null, 'L9')]).map(({ name }) => name)).toEqual(['Bills'])
  })

  test('count what is unread, drafts all, sent and trash nothing', () => {
    const badges = (['inbox', 'drafts', 'sent', 'trash'] as const).map(
      (role) => folderTree([box('L1', role, role)])[0]?.badge,
    )
    expect(badges).toEqual([2, 4, 0, 0])
  })
})

describe('stages of the reading pane', () => {
  const [one, two, three] = ['T1', 'T2', 'T3'].map((threadId) => ({ accountId: 'A1', threadId }))
  const keys = (stages: ReturnType<typeof nextStages>) => stages.map(({ key }) => key)

  test('opening what was prepared moves no frame', () => {
    const prepared = nextStages(nextStages([], one, undefined), one, two)
    expect(keys(prepared)).toEqual(['A1/T1', 'A1/T2'])
    const opened = nextStages(prepared, two, two)
    expect(opened).toEqual([prepared[1]])
    expect(opened[0]).toBe(prepared[1])
    expect(keys(nextStages(opened, two, three))).toEqual(['A1/T2', 'A1/T3'])
  })

  test('nothing open, nothing prepared, nothing kept', () => {
    expect(nextStages(nextStages([], one, two), undefined, undefined)).toEqual([])
  })
})
