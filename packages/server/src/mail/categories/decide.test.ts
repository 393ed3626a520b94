import fc from 'fast-check'
import { categories } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { decide, dependsOnSender, fromKnown } from './decide.ts'

/** Header fields as search keeps them. */
const lines = (...headers: string[]) => headers.join('\n').toLowerCase()

const messages: Array<
  [what: string, from: string, headers: string, expected: string, because: string | null]
> = [
  [
    'a friend',
    'ann@example.test',
    lines('From: Ann <ann@example.test>', 'X-Mailer: iPhone'),
    'primary',
    null,
  ],
  [
    ...(['a Mailman list', 'bob@example.test'] as const),
    lines(
      'List-Id: Talk about boats <boats.lists.example.test>',
      'List-Post: <mailto:boats@lists.example.test>',
      'List-Unsubscribe: <https://lists.example.test/leave>',
      'Precedence: list',
    ),
    ...(['forums', 'list-post: boats.lists.example.test'] as const),
  ],
  [
    ...([
      'a list that says no more than its name',
      'bob@example.test',
      lines('List-ID: <crew.example.test>'),
    ] as const),
    ...(['forums', 'list-id: crew.example.test'] as const),
  ],
  [
    ...(['a forum', 'forum@example.test', lines('X-Discourse-Post-Id: 4711')] as const),
    ...(['forums', 'x-discourse-post-id: 4711'] as const),
  ],
  [
    ...(['a newsletter that nobody may answer', 'news@shop.test'] as const),
    lines('List-Id: <news.shop.test>', 'List-Post: NO', 'List-Unsubscribe: <https://shop.test/out>'),
    ...(['promotions', 'list-unsubscribe: news.shop.test'] as const),
  ],
  [
    ...(['mass mail', 'hello@shop.test', lines('Precedence: Bulk')] as const),
    ...(['promotions', 'precedence: bulk'] as const),
  ],
  [
    ...(['a social network', 'invitations@e.linkedin.com'] as const),
    lines('List-Unsubscribe: <https://linkedin.com/out>'),
    ...(['social', 'from: linkedin.com'] as const),
  ],
  ['no social network', 'sales@notlinkedin.com', '', 'primary', null],
  [
    ...([
      'a program',
      'tickets@example.test',
      lines('Auto-Submitted: auto-generated', 'Precedence: bulk'),
    ] as const),
    ...(['updates', 'auto-submitted: auto-generated'] as const),
  ],
  ['somebody whose program says so', 'ann@example.test', lines('Auto-Submitted: no'), 'primary', null],
  ['a bank', 'no-reply@bank.test', '', 'updates', 'from: no-reply@bank.test'],
  ['an invoice', 'billing@host.test', '', 'updates', 'from: billing@host.test'],
  ['somebody with an odd name', 'norephlyn@example.test', '', 'primary', null],
]

describe('the category of a message', () => {
  test.each(messages)('%s', (_what, from, headers, expected, because) => {
    const { name, field, value } = decide({ from, headers })
    expect([name, field && `${field}: ${value}`]).toEqual([expected, because])
  })

  test('depends on whether the user has written to the sender, unless a list sent it', () => {
    const headers = lines('List-Unsubscribe: <https://shop.test/out>')
    expect(dependsOnSender(decide({ from: 'ann@shop.test', headers }))).toBe(true)
    expect(fromKnown('Ann@Shop.test')).toEqual({
      name: 'primary',
      rule: 'known',
      field: 'from',
      value: 'ann@shop.test',
    })
    const toList = lines('List-Post: <mailto:boats@example.test>')
    expect(dependsOnSender(decide({ from: 'ann@example.test', headers: toList }))).toBe(false)
    expect(dependsOnSender(decide({ from: 'ann@example.test', headers: '' }))).toBe(false)
  })

  test('is found whatever the header holds, with a reason that fits a row', () => {
    const name = fc.constantFrom(
      'List-Id',
      'list-post',
      'Precedence',
      'AUTO-SUBMITTED',
      'Feedback-ID',
      'List-Unsubscribe',
      'X-Odd',
      '',
    )
    const line = fc.tuple(name, fc.string({ unit: 'binary' })).map(([field, value]) => `${field}:${value}`)
    const facts = fc.record({
      from: fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress())),
      headers: fc.oneof(
        fc.array(line).map((all) => all.join('\n')),
        fc.string({ unit: 'binary' }),
      ),
    })
    fc.assert(
      fc.property(facts, (one) => {
        const { name: found, field, value, rule } = decide(one)
        expect(categories).toContain(found)
        expect([rule === 'nothing', found === 'primary']).toEqual([field === null, field === null])
        expect((value ?? '').length).toBeLessThanOrEqual(200)
        expect(value ?? '').not.toMatch(/\0|\p{Surrogate}/u)
      }),
    )
  })
})
