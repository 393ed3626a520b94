import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { draftOf, filterOf, groupOf, newGroup, newTest, ruleOf, withNode } from './rule-draft.ts'
import { sentenceOf } from './rule-sentence.ts'

const plain = { accountIds: null, stops: false }
const addressOf = (id: string) => `${id}@x.test`

describe('a rule as it is edited', () => {
  test('is the rule it was when nothing is changed, whatever another program wrote', () => {
    const { filter } = fc.letrec<{ filter: object }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(
          { from: 'a' },
          { to: 'b' },
          { header: ['List-Id', 'l'] },
          { header: ['X-Y'] },
          { minSize: 2_500_000 },
          { maxSize: 7 },
          { hasAttachment: true },
          { hasAttachment: false },
          { query: 'is:unread' },
          { hasKeyword: '$seen' },
          { from: 'a', subject: 'b' },
          { before: '2026-01-01T00:00:00Z' },
        ),
        fc.record({
          operator: fc.constantFrom('AND', 'OR', 'NOT'),
          conditions: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
        }),
      ),
    }))
    fc.assert(
      fc.property(filter, (condition) => {
        expect(filterOf(groupOf(condition))).toEqual(condition)
      }),
    )
  })

  test('is not whole while a value or a folder is missing', () => {
    const draft = draftOf({ name: '', condition: { from: 'a' }, actions: [{ type: 'star' }] })
    expect(ruleOf(draft, 'Unnamed')).toMatchObject({ name: 'a', condition: { from: 'a' } })
    expect(ruleOf({ ...draft, condition: newGroup('all', [newTest()]) }, '')).toBeUndefined()
    expect(ruleOf({ ...draft, condition: newGroup('all', []) }, '')).toBeUndefined()
    expect(ruleOf({ ...draft, condition: newGroup('all', [newTest('larger', 'big')]) }, '')).toBeUndefined()
    expect(ruleOf({ ...draft, actions: [{ type: 'moveTo', mailbox: '' }] }, '')).toBeUndefined()
    expect(ruleOf({ ...draft, actions: [] }, '')).toBeUndefined()
  })

  test('changes where its tree is changed', () => {
    const inner = newTest('from', 'a')
    const group = newGroup('all', [newGroup('none', [inner]), newTest('to', 'b')])
    const changed = withNode(group, inner.key, () => ({ ...inner, value: 'c' }))
    expect(filterOf(changed)).toEqual({
      operator: 'AND',
      conditions: [{ operator: 'NOT', conditions: [{ from: 'c' }] }, { to: 'b' }],
    })
    expect(filterOf(withNode(group, group.nodes[0]!.key, () => undefined))).toEqual({ to: 'b' })
  })
})

const condition = {
  operator: 'AND' as const,
  conditions: [
    { from: 'shop.test' },
    { operator: 'OR' as const, conditions: [{ subject: 'offer' }, { hasAttachment: true }] },
    {
      operator: 'NOT' as const,
      conditions: [
        { to: 'me' },
        { operator: 'AND' as const, conditions: [{ text: 'x' }, { minSize: 5_000_000 }] },
      ],
    },
  ],
}

test('its sentence says what the tree says, with a "not" where it belongs', () => {
  const actions = [{ type: 'moveTo' as const, mailbox: 'Shops' }, { type: 'markRead' as const }]
  expect(sentenceOf({ ...plain, condition: groupOf(condition), actions, stops: true }, addressOf)).toBe(
    'When new mail is from “shop.test” and (has “offer” in the subject or has attachments) and (doesn’t go to “me” and (doesn’t contain “x” or isn’t larger than 5 MB)), move it to “Shops” and mark it as read. No further rules apply after it.',
  )
  expect(sentenceOf({ ...plain, condition: newGroup('all'), actions: [] }, addressOf)).toBe(
    'When new mail meets a condition you haven’t set yet, nothing happens yet.',
  )
})

test('its German sentence has the verbs where German has them', async () => {
  vi.resetModules()
  vi.doMock('../../words/spoken.ts', async (original) => ({ ...(await original<object>()), spoken: 'de' }))
  const { sentenceOf: gesagt } = await import('./rule-sentence.ts')
  const actions = [{ type: 'moveTo' as const, mailbox: 'Läden' }, { type: 'star' as const }]
  expect(gesagt({ ...plain, accountIds: ['ann'], condition: groupOf(condition), actions }, addressOf)).toBe(
    'Wenn eine neue E-Mail bei ann@x.test von „shop.test“ kommt und (im Betreff „offer“ hat oder Anhänge hat) und (nicht an „me“ geht und („x“ nicht enthält oder nicht größer als 5 MB ist)), wird sie nach „Läden“ verschoben und mit einem Stern markiert.',
  )
  vi.doUnmock('../../words/spoken.ts')
})
