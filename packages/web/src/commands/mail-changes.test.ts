import type { Email, MailboxRole } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import {
  changesToArchive,
  changesToCategorise,
  changesToDestroy,
  changesToLabel,
  changesToMove,
  changesToMute,
  changesToRead,
  changesToRemind,
  changesToSnooze,
  changesToStar,
  changesToUnmute,
  changesToUnread,
  changesToWake,
  type ListedMail,
} from './mail-changes.ts'

const ref = { accountId: 'A1', threadId: 'T1' }
const roles: Partial<Record<MailboxRole, string>> = {
  inbox: 'IN',
  archive: 'AR',
  snoozed: 'SN',
}

interface Draft {
  in: string[]
  marks?: string[]
  followUp?: Email['followUp']
}

/** One conversation, oldest first, seen in the list of a mailbox, or in a view that is none. */
function listed(seenIn: string | undefined, ...drafts: Draft[]): ListedMail {
  const emails = drafts.map(({ in: mailboxes, marks = [], followUp = null }, index) => ({
    id: `M${String(index + 1)}`,
    mailboxIds: Object.fromEntries(mailboxes.map((id) => [id, true])),
    keywords: Object.fromEntries(marks.map((name) => [name, true])),
    followUp,
  })) as unknown as Email[]
  const store = {
    peekEmailsOf: () => emails,
    mailboxWithRole: (_: string, role: MailboxRole) => roles[role] && { id: roles[role] },
  } as unknown as ListedMail['store']
  return { store, mailboxIn: () => seenIn }
}

const inbox = { in: ['IN'] }
const sent = { in: ['SE'], marks: ['$seen'] }

describe('moving', () => {
  test('takes what lies in the list, and leaves the answer in Sent where it is', () => {
    expect(changesToMove(listed('IN', inbox, sent, inbox), ref, 'FO')).toEqual(
      new Map([
        ['M1', { 'mailboxIds/IN': null, 'mailboxIds/FO': true }],
        ['M3', { 'mailboxIds/IN': null, 'mailboxIds/FO': true }],
      ]),
    )
  })

  test('keeps the labels that a message has besides the list', () => {
    expect(changesToMove(listed('IN', { in: ['IN', 'WORK'] }), ref, 'FO').get('M1')).toEqual({
      'mailboxIds/IN': null,
      'mailboxIds/FO': true,
    })
  })

  test('out of a view takes all of the conversation from wherever it lies', () => {
    expect(changesToMove(listed(undefined, { in: ['IN', 'WORK'] }, sent), ref, 'FO')).toEqual(
      new Map([
        ['M1', { 'mailboxIds/IN': null, 'mailboxIds/WORK': null, 'mailboxIds/FO': true }],
        ['M2', { 'mailboxIds/SE': null, 'mailboxIds/FO': true }],
      ]),
    )
  })

  test('into the mailbox where it lies leaves it there', () => {
    expect(changesToMove(listed('IN', inbox), ref, 'IN').get('M1')).toEqual({ 'mailboxIds/IN': true })
  })
})

describe('archiving', () => {
  test('from a view takes what is in the Inbox, and only that', () => {
    expect([...changesToArchive(listed(undefined, inbox, sent), ref, 'AR').keys()]).toEqual(['M1'])
  })

  test('answers a reminder that has come up, wherever its message lies', () => {
    const due = { ...sent, followUp: { at: '2026-11-24T08:00:00Z', isDue: true } }
    const changes = changesToArchive(listed('IN', inbox, due), ref, 'AR')
    expect(changes.get('M2')).toEqual({ followUp: null })
    expect(changes.get('M1')).not.toHaveProperty('followUp')
  })

  test('keeps a reminder that is still to come', () => {
    const waiting = { ...inbox, followUp: { at: '2026-11-30T08:00:00Z', isDue: false } }
    expect(changesToArchive(listed('IN', waiting), ref, 'AR').get('M1')).not.toHaveProperty('followUp')
  })
})

describe('muting', () => {
  test('marks every message and takes the Inbox’s away', () => {
    expect(changesToMute(listed('IN', inbox, sent), ref, 'AR')).toEqual(
      new Map([
        ['M1', { 'mailboxIds/IN': null, 'mailboxIds/AR': true, 'keywords/$muted': true }],
        ['M2', { 'keywords/$muted': true }],
      ]),
    )
  })

  test('is taken back on those that are muted', () => {
    const mail = listed('AR', { in: ['AR'], marks: ['$muted'] }, { in: ['AR'] })
    expect(changesToUnmute(mail, ref)).toEqual(new Map([['M1', { 'keywords/$muted': null }]]))
  })
})

describe('snoozing', () => {
  const until = '2026-11-25T08:00:00Z'
  const snoozed = { until, wokenAt: null, wokenBy: null }

  test('puts what is in the Inbox away, and not the answers', () => {
    expect(changesToSnooze(listed('IN', inbox, sent), ref, until, 'SN')).toEqual(
      new Map([['M1', { 'mailboxIds/IN': null, 'mailboxIds/SN': true, snoozed }]]),
    )
  })

  test('of a conversation that is not in the Inbox takes its newest message from where it is', () => {
    expect(changesToSnooze(listed('AR', { in: ['AR'] }, { in: ['AR'] }), ref, until, 'SN')).toEqual(
      new Map([['M2', { 'mailboxIds/AR': null, 'mailboxIds/SN': true, snoozed }]]),
    )
  })

  test('ends in the Inbox', () => {
    expect(changesToWake(listed('SN', { in: ['SN'] }, sent), ref)).toEqual(
      new Map([['M1', { 'mailboxIds/SN': null, 'mailboxIds/IN': true, snoozed: null }]]),
    )
  })
})

describe('stars and what is read', () => {
  test('a star goes onto the newest message that the list shows', () => {
    expect([...changesToStar(listed('IN', inbox, inbox, sent), ref, true).keys()]).toEqual(['M2'])
  })

  test('stars come off every message that has one, also outside of the list', () => {
    const mail = listed('IN', { in: ['IN'], marks: ['$flagged'] }, inbox, { in: ['SE'], marks: ['$flagged'] })
    expect([...changesToStar(mail, ref, false).keys()]).toEqual(['M1', 'M3'])
  })

  test('reading marks only what is unread', () => {
    expect([...changesToRead(listed('IN', { in: ['IN'], marks: ['$seen'] }, inbox), ref).keys()]).toEqual([
      'M2',
    ])
  })

  test('unread is the newest in the list alone', () => {
    expect(changesToUnread(listed('IN', inbox, inbox, sent), ref)).toEqual(
      new Map([['M2', { 'keywords/$seen': null }]]),
    )
  })
})

describe('labels', () => {
  test('are put on what the list shows', () => {
    expect(changesToLabel(listed('IN', inbox, sent), ref, 'WORK', true)).toEqual(
      new Map([['M1', { 'mailboxIds/WORK': true }]]),
    )
  })

  test('come off wherever they are', () => {
    const mail = listed('IN', { in: ['IN', 'WORK'] }, { in: ['SE', 'WORK'] }, inbox)
    expect(changesToLabel(mail, ref, 'WORK', false)).toEqual(
      new Map([
        ['M1', { 'mailboxIds/WORK': null }],
        ['M2', { 'mailboxIds/WORK': null }],
      ]),
    )
  })

  test('never leave a message nowhere: what had only this one is archived', () => {
    expect(changesToLabel(listed('WORK', { in: ['WORK'] }), ref, 'WORK', false).get('M1')).toEqual({
      'mailboxIds/WORK': null,
      'mailboxIds/AR': true,
    })
  })
})

describe('what is decided for later', () => {
  const at = new Date('2026-11-26T09:00:00Z')

  test('a reminder is kept at the newest message, wherever it lies', () => {
    expect(changesToRemind(listed('IN', inbox, sent), ref, at)).toEqual(
      new Map([['M2', { followUp: { at: '2026-11-26T09:00:00.000Z', isDue: false } }]]),
    )
  })

  test('a reminder is taken off every message that has one', () => {
    const followUp = { at: '2026-11-26T09:00:00Z', isDue: false }
    expect(changesToRemind(listed('IN', { ...inbox, followUp }, inbox), ref, null)).toEqual(
      new Map([['M1', { followUp: null }]]),
    )
  })

  test('a category is kept at the newest that lasts, which a draft does not', () => {
    const mail = listed('IN', inbox, { in: ['IN'], marks: ['$draft'] })
    expect(changesToCategorise(mail, ref, 'social')).toEqual(new Map([['M1', { categoryByHand: 'social' }]]))
  })

  test('for good is what the list shows, and the sent answers stay', () => {
    expect(changesToDestroy(listed('IN', inbox, sent), ref)).toEqual(new Map([['M1', 'destroy']]))
  })
})
