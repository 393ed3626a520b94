import type { Email } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import {
  earlierCount,
  firstToRead,
  foldsAtFirst,
  isExpanded,
  messageAfterStep,
  separateDrafts,
  unfold,
  unfoldAll,
  unfoldToReach,
} from './thread-folds.ts'

/** A conversation, oldest first: `r` a read message, `u` an unread one, `d` a draft. */
function conversation(marks: string): Email[] {
  return [...marks].map((mark, index) => ({
    id: `M${String(index + 1)}`,
    keywords: { ...(mark !== 'u' && { $seen: true }), ...(mark === 'd' && { $draft: true }) },
  })) as unknown as Email[]
}

const expandedIn = (marks: string) => {
  const emails = conversation(marks)
  const folds = foldsAtFirst(emails)
  return emails.map(({ id }) => (isExpanded(folds, emails, id) ? 'x' : '-')).join('')
}

describe('drafts in a conversation', () => {
  test('stand below its messages, wherever they were begun', () => {
    const { messages, drafts } = separateDrafts(conversation('rdrd'))
    expect(messages.map(({ id }) => id)).toEqual(['M1', 'M3'])
    expect(drafts.map(({ id }) => id)).toEqual(['M2', 'M4'])
  })

  test('are its messages where it has no others', () => {
    expect(separateDrafts(conversation('dd'))).toEqual({ messages: conversation('dd'), drafts: [] })
  })

  test('are none in a conversation that is not here yet', () => {
    expect(separateDrafts([])).toEqual({ messages: [], drafts: [] })
  })
})

describe('a conversation that is opened', () => {
  test.each([
    ['r', 'x', 'its only message'],
    ['rrr', '--x', 'the newest'],
    ['urr', 'x-x', 'what is unread, and the newest'],
    ['uuuuuuur', '--xxxxxx', 'no more than the last five that are unread'],
  ])('%s unfolds %s: %s', (marks, expanded) => {
    expect(expandedIn(marks)).toBe(expanded)
  })

  test.each([
    ['rru', 'M3'],
    ['ruu', 'M2'],
    ['rrr', 'M3'],
  ])('%s begins at %s', (marks, id) => {
    expect(firstToRead(conversation(marks))).toBe(id)
  })

  test('begins nowhere while nothing of it is here', () => {
    expect(firstToRead([])).toBeUndefined()
  })

  test('folds nothing away once what it showed is read', () => {
    const folds = foldsAtFirst(conversation('urr'))
    expect(isExpanded(folds, conversation('rrr'), 'M1')).toBe(true)
  })

  test('unfolds the message that comes while it is open, which is then the newest', () => {
    const folds = foldsAtFirst(conversation('rr'))
    expect(isExpanded(folds, conversation('rru'), 'M3')).toBe(true)
  })
})

describe('folding by hand', () => {
  const emails = conversation('urr')
  const folds = foldsAtFirst(emails)

  test('counts for the newest and for what was unread as well', () => {
    expect(isExpanded(unfold(folds, 'M3', false), emails, 'M3')).toBe(false)
    expect(isExpanded(unfold(folds, 'M1', false), emails, 'M1')).toBe(false)
  })

  test('leaves the folds that were before as they were', () => {
    unfold(folds, 'M2')
    expect(isExpanded(folds, emails, 'M2')).toBe(false)
  })

  test('of all shows every message, also those that stood behind one line', () => {
    const many = conversation('rrrrrr')
    const all = unfoldAll(foldsAtFirst(many), many)
    expect(many.every(({ id }) => isExpanded(all, many, id))).toBe(true)
    expect(earlierCount(all, many, 'M6')).toBe(0)
  })
})

describe('earlier messages', () => {
  const countOf = (marks: string) => {
    const emails = conversation(marks)
    return earlierCount(foldsAtFirst(emails), emails, firstToRead(emails))
  }

  test.each([
    ['rrrr', 0],
    ['rrrrr', 4],
    ['rrrrrru', 6],
    ['rrrrurr', 4],
    ['urrrrrr', 0],
  ])('of %s: %i stand behind one line', (marks, count) => {
    expect(countOf(marks)).toBe(count)
  })

  test('come out one by one as the reader unfolds among them', () => {
    const emails = conversation('rrrrrrr')
    const folds = unfold(foldsAtFirst(emails), 'M5')
    expect(earlierCount(folds, emails, 'M7')).toBe(4)
    expect(earlierCount({ ...folds, showsEarlier: true }, emails, 'M7')).toBe(0)
  })

  test('never hide the message at which the reader goes on', () => {
    const emails = conversation('rrrrrrr')
    expect(earlierCount(foldsAtFirst(emails), emails, 'M2')).toBe(0)
  })
})

describe('a message that is gone to', () => {
  const emails = conversation('rrrrrrr')
  const folds = foldsAtFirst(emails)

  test('unfolds, and comes out from behind the line with all that stand there', () => {
    const reached = unfoldToReach(folds, emails, { id: 'M2', earlier: 6 })
    expect(isExpanded(reached, emails, 'M2')).toBe(true)
    expect(reached.showsEarlier).toBe(true)
  })

  test('leaves the earlier ones behind their line where it stands below', () => {
    expect(unfoldToReach(folds, emails, { id: 'M7', earlier: 6 }).showsEarlier).toBe(false)
  })

  test('hides no earlier messages that are shown', () => {
    const shown = { ...folds, showsEarlier: true }
    expect(unfoldToReach(shown, emails, { id: 'M7', earlier: 0 }).showsEarlier).toBe(true)
  })
})

describe('a step through a conversation', () => {
  const emails = conversation('rrr')
  const stepFrom = (currentId: string, by: 1 | -1, isInside = true) =>
    messageAfterStep(emails, { currentId, isInside, by })?.id

  test('leads to the neighbour, and stops at both ends', () => {
    expect(stepFrom('M2', 1)).toBe('M3')
    expect(stepFrom('M2', -1)).toBe('M1')
    expect(stepFrom('M3', 1)).toBe('M3')
    expect(stepFrom('M1', -1)).toBe('M1')
  })

  test('from outside leads to the current message first', () => {
    expect(stepFrom('M2', 1, false)).toBe('M2')
    expect(stepFrom('M2', -1, false)).toBe('M2')
  })

  test('leads nowhere in a conversation without messages', () => {
    expect(messageAfterStep([], { currentId: undefined, isInside: false, by: 1 })).toBeUndefined()
  })
})
