import type { MailboxId } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EmailFilter, everything, mentions, nothing, wordsIn } from '../email-filter.ts'
import { everywhere } from '../word-fields.ts'
import { checkTyped } from './check.ts'
import { parseTypedFilter } from './parse.ts'

const box = (id: number, name: string, role: string | null = null, parent: number | null = null) => ({
  id: id as MailboxId,
  name,
  role,
  parentId: parent as MailboxId | null,
})
const context = {
  mailboxes: [
    box(1, 'INBOX', 'inbox'),
    box(2, 'Trash', 'trash'),
    box(3, 'Work'),
    box(4, 'Projects', null, 3),
    box(5, 'Papierkorb Spam', 'junk'),
  ],
  now: new Date('2026-03-10T12:00:00Z'),
  timeZone: 'Europe/Berlin',
}
const parse = (text: string) => parseTypedFilter(text, context)
const word = (text: string) => wordsIn(text, everywhere)
const and = (...filters: EmailFilter[]): EmailFilter => ({ kind: 'and', filters })
const or = (...filters: EmailFilter[]): EmailFilter => ({ kind: 'or', filters })
const not = (filter: EmailFilter): EmailFilter => ({ kind: 'not', filters: [filter] })
const keyword = (name: string): EmailFilter => ({ kind: 'keyword', keyword: name, of: 'message' })
const inBox = (...ids: number[]): EmailFilter => ({ kind: 'in-mailbox', mailboxIds: ids as MailboxId[] })
const since = (at: string): EmailFilter => ({ kind: 'received-from', at: new Date(at) })
const until = (at: string): EmailFilter => ({ kind: 'received-before', at: new Date(at) })
const list = (text: string | null): EmailFilter => ({ kind: 'header', name: 'List-Id', text })

describe('a typed search', () => {
  const cases: Array<[string, EmailFilter]> = [
    ['', everything],
    ['  ', everything],
    ['offer', word('offer')],
    ['offer*', word('offer*')],
    ['two words', and(word('two'), word('words'))],
    ['"two words"', word('"two words"')],
    ['"not closed yet', word('"not closed yet"')],
    ['-spam', not(word('spam'))],
    ['a OR b', or(word('a'), word('b'))],
    ['a b OR c', or(and(word('a'), word('b')), word('c'))],
    ['a (b OR c)', and(word('a'), or(word('b'), word('c')))],
    ['-(a OR b)', not(or(word('a'), word('b')))],
    ['or a', and(word('or'), word('a'))],
    ['OR a OR', word('a')],
    ['(a', word('a')],
    ['a) b', and(word('a'), word('b'))],
    ['from:ann', wordsIn('ann', ['from'])],
    ['From:"Ann Lee"', wordsIn('"Ann Lee"', ['from'])],
    ['from:(ann OR bob)', or(wordsIn('ann', ['from']), wordsIn('bob', ['from']))],
    ['-from:ann@example.org', not(wordsIn('ann@example.org', ['from']))],
    ['to:a cc:b bcc:c', and(wordsIn('a', ['to']), wordsIn('b', ['cc']), wordsIn('c', ['bcc']))],
    ['subject:plan body:x', and(wordsIn('plan', ['subject']), wordsIn('x', ['body']))],
    ['filename:report.pdf', wordsIn('report.pdf', ['attachment-name'])],
    ['list:club.example', list('club.example')],
    ['has:list', list(null)],
    ['has:attachment', { kind: 'has-attachment' }],
    ['is:unread', not(keyword('$seen'))],
    ['is:starred is:read', and(keyword('$flagged'), keyword('$seen'))],
    ['in:inbox', inBox(1)],
    ['in:bin', inBox(2)],
    ['in:spam', inBox(5)],
    ['in:anywhere', everything],
    ['label:Work', inBox(3)],
    ['label:work/projects', inBox(4)],
    ['label:"Papierkorb Spam"', inBox(5)],
    ['in:nowhere', inBox()],
    ['larger:5M', { kind: 'at-least', octets: 5 * 1024 * 1024 }],
    ['smaller:1.5k', { kind: 'smaller-than', octets: 1536 }],
    ['larger:100', { kind: 'at-least', octets: 100 }],
    ['after:2026-03-01', since('2026-02-28T23:00:00Z')],
    ['before:2026/7/1', until('2026-06-30T22:00:00Z')],
    ['before:2026-07', until('2026-06-30T22:00:00Z')],
    ['after:2026', since('2025-12-31T23:00:00Z')],
    // clocks go forward at 02:00 on this day
    ['after:2026-03-29', since('2026-03-28T23:00:00Z')],
    ['newer_than:2d', since('2026-03-08T12:00:00Z')],
    ['older_than:1w', until('2026-03-03T12:00:00Z')],
  ]

  test.each(cases)('%s', (text, filter) => expect(parse(text)).toEqual(filter))

  test.each(['from:', 'from: ', 'subject:""', 'has:', 'before:', 'from:()', 'from:('])(
    '%s is half typed and matches nothing',
    (text) => expect(parse(text)).toEqual(nothing),
  )

  test.each([
    'larger:abc',
    'before:2026-02-30',
    'before:yesterday',
    'is:purple',
    'has:fun',
    'newer_than:2',
    'note:this',
  ])('%s cannot be used and is text', (text) => expect(parse(text)).toEqual(word(`"${text}"`)))

  test('a day begins at midnight where the user is', () => {
    const at = (timeZone: string) => parseTypedFilter('after:2026-11-01', { ...context, timeZone })
    expect(at('America/New_York')).toEqual(since('2026-11-01T04:00:00Z'))
    expect(at('Asia/Kathmandu')).toEqual(since('2026-10-31T18:15:00Z'))
    expect(at('UTC')).toEqual(since('2026-11-01T00:00:00Z'))
  })

  test('any text means something, without an error and without depth', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      '-',
      'OR',
      '"',
      'from:',
      'in:',
      'before:',
      'a',
      '日本',
      ' ',
      '*',
      '\0',
      '\\',
      "'",
      'x:y',
      '(((((((((((',
    )
    const depth = (filter: EmailFilter): number =>
      'filters' in filter ? 1 + Math.max(0, ...filter.filters.map(depth)) : 1
    const text = fc.oneof(
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(text, (typed) => {
        const filter = parse(typed)
        expect(depth(filter)).toBeLessThan(100)
        // a condition on words names some
        expect(
          mentions(filter, (emailFilter) => emailFilter.kind === 'words' && emailFilter.terms.length === 0),
        ).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('a long run of signs is read in no time', () => {
    for (const sign of ['(', '-', '-x', 'OR ', 'from:(', '"', ') '])
      expect(parse(sign.repeat(5_000))).toBeDefined()
  })
})

describe('a typed search that is checked', () => {
  const faults = (text: string) => checkTyped(text, context).map(({ kind, source }) => `${kind} ${source}`)

  test.each([
    'invoice',
    'from:ann (offer OR "second offer") -subject:draft has:attachment newer_than:2w',
    'from:(ann OR bob@example.org) in:inbox',
    'in:work/projects is:unread after:2026-03-01 larger:5M',
  ])('%s is sound', (text) => expect(faults(text)).toEqual([]))

  test.each([
    ['', 'empty '],
    ['OR -', 'empty OR -'],
    ['note:x offer', 'unknown-operator note:x'],
    ['from:', 'no-value from:'],
    ['is:purple', 'unusable-value is:purple'],
    ['before:soon', 'unusable-value before:soon'],
    ['is:(unread OR purple)', 'unusable-value is:purple'],
    ['label:Nowhere', 'no-such-mailbox label:Nowhere'],
    ['(offer', 'unbalanced ('],
    ['offer)', 'unbalanced )'],
    ['from:()', 'unbalanced )'],
    ['('.repeat(20), 'empty ('],
    [`${'('.repeat(20)}x${')'.repeat(20)}`, 'unbalanced ('],
  ])('%s is not', (text, fault) => expect(faults(text)[0]).toContain(fault))

  test('that is too long for anybody is not', () => {
    expect(faults('x'.repeat(3_000))).toEqual([`too-long ${'x'.repeat(40)}`])
  })

  test('that is sound is never read as if an operator were text', () => {
    const piece = fc.constantFrom(
      'a',
      'OR',
      '-',
      '(',
      ')',
      'from:',
      'is:',
      'unread',
      'x:y',
      'in:',
      'work',
      ' ',
      '"',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
        (typed) => {
          const filter = parse(typed)
          if (faults(typed).length > 0) return
          expect(mentions(filter, (part) => part.kind === 'in-mailbox' && part.mailboxIds.length === 0)).toBe(
            false,
          )
        },
      ),
      { numRuns: 2000 },
    )
  })
})
