import { describe, expect, test } from 'vitest'
import type { Email, Mailbox, MailboxRole } from '@plmail/wire'
import { badgeSaid, folderTree } from './folders/folder-tree.ts'
import { reachSentence, refusalSentence } from './folders/folder-sentences.ts'
import { labelsOf } from './list/labels.ts'
import { laterOf, rowOf } from './list/row.ts'
import { nextStages } from './thread/prepared-threads.ts'

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

  test('is marked for a draft, which is counted neither as a message nor as its sender', () => {
    const me = new Set(['me@example.org'])
    const fromMe = { from: [{ name: 'Me Myself', email: 'me@example.org' }] }
    const received = email('M1', {})
    const draft = email('M2', { ...fromMe, keywords: { $seen: true, $draft: true } })
    expect(rowOf([received, draft], 'M1', me, false)).toMatchObject({
      people: 'Ada Lovelace',
      count: 1,
      hasDraft: true,
    })
    expect(rowOf([received, email('M3', fromMe)], 'M1', me, false)).toMatchObject({
      count: 2,
      hasDraft: false,
    })
    expect(rowOf([draft], 'M2', me, true)).toMatchObject({ people: 'Alan', count: 1, hasDraft: true })
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

  test('and say of each number what it counts', () => {
    expect([
      badgeSaid('inbox', 2),
      badgeSaid(null, 1),
      badgeSaid('drafts', 4),
      badgeSaid('drafts', 1),
    ]).toEqual(['2 unread', '1 unread', '4 drafts', '1 draft'])
  })
})

describe('why a row stands where it stands', () => {
  const until = '2026-02-01T08:00:00Z'
  const asleep = { until, wokenAt: null, wokenBy: null }
  const at = (time: string) => new Date(time)

  test('snoozed: until the first of its messages comes back', () => {
    const thread = [
      email('M1', { snoozed: { ...asleep, until: '2026-03-01T08:00:00Z' } }),
      email('M2', { snoozed: asleep }),
    ]
    expect(laterOf(thread)).toEqual({ kind: 'snoozed', at: at(until) })
  })

  test('returned: until there is news of another kind', () => {
    const back = email('M1', { snoozed: { until, wokenAt: until, wokenBy: 'time' } })
    expect(laterOf([back])).toEqual({ kind: 'returned', at: at(until), by: 'time' })
    const news = email('M2', { receivedAt: '2026-02-02T08:00:00Z' })
    expect(laterOf([back, news])).toBeUndefined()
    const woken = email('M1', { snoozed: { until, wokenAt: until, wokenBy: 'answer' } })
    expect(laterOf([woken, news])).toMatchObject({ kind: 'returned', by: 'answer' })
  })

  test('unanswered: since the message was sent, and before anything else', () => {
    const sent = email('M1', { followUp: { at: until, isDue: true }, snoozed: asleep })
    expect(laterOf([sent])).toEqual({ kind: 'unanswered', at: at('2026-01-01T00:00:00Z') })
    const waiting = email('M1', { followUp: { at: until, isDue: false } })
    expect(laterOf([waiting])).toEqual({ kind: 'waiting', at: at(until) })
    expect(laterOf([email('M1', {})])).toBeUndefined()
  })
})

describe('what is said of a folder', () => {
  test('before it goes: how much it holds, what stays, and where the rest goes', () => {
    expect(reachSentence({ total: 0, only: 0 }, false)).toBe('It is empty.')
    expect(reachSentence({ total: 3210, only: 3210 }, true)).toBe(
      'It holds 3,210 messages. 3,210 messages stay in All mail.',
    )
    expect(reachSentence({ total: 3, only: 1 }, false)).toBe(
      'It holds 3 messages. 2 are in other folders too and stay there. 1 message goes to Trash.',
    )
    expect(reachSentence({ total: 2, only: 0 }, false)).toMatch(/All of them are in other folders/)
    expect(reachSentence(undefined, false)).toMatch(/cannot be told/)
  })

  test('when the server refuses: at the field it is about', () => {
    expect(refusalSentence({ type: 'alreadyExists', properties: ['name'] }).field).toBe('name')
    expect(refusalSentence({ type: 'invalidProperties', properties: ['parentId'] }).field).toBe('parent')
    expect(refusalSentence({ type: 'mailboxHasChild' }).text).toMatch(/folders within it/)
    expect(refusalSentence({ type: 'odd', description: 'The label limit is reached' }).text).toBe(
      'The label limit is reached',
    )
    expect(refusalSentence(undefined).text).toMatch(/cannot be reached/)
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

test('a conversation shows the labels it is in, not what everybody has and not the one it is seen in', () => {
  const box = (id: string, name: string, role: 'inbox' | null = null) => ({ id, name, role }) as Mailbox
  const boxes = [box('L1', 'Inbox', 'inbox'), box('L2', 'Work'), box('L3', 'Bills')]
  const of = (id: string) => boxes.find((one) => one.id === id)
  const emails = [
    email('M1', { mailboxIds: { L1: true, L2: true } }),
    email('M2', { mailboxIds: { L2: true, L3: true, L9: true } }),
  ]
  expect(labelsOf(emails, of, undefined).map(({ name }) => name)).toEqual(['Bills', 'Work'])
  expect(labelsOf(emails, of, 'L2').map(({ name }) => name)).toEqual(['Bills'])
})
