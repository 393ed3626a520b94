import type { Category, Email } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changed, type EmailChange, inverse, patchObject } from './patch.ts'

const email = (keywords: string[], mailboxIds: string[]) =>
  ({
    id: 'M1',
    keywords: Object.fromEntries(keywords.map((name) => [name, true])),
    mailboxIds: Object.fromEntries(mailboxIds.map((name) => [name, true])),
    snoozed: null,
    followUp: null,
  }) as unknown as Email

describe('a change of a message', () => {
  const before = email(['$seen'], ['in'])

  test('sets and removes, and leaves the message it was given as it is', () => {
    const after = changed(before, {
      'keywords/$flagged': true,
      'mailboxIds/in': null,
      'mailboxIds/all': true,
    })
    expect(after).toMatchObject({ keywords: { $seen: true, $flagged: true }, mailboxIds: { all: true } })
    expect(after?.mailboxIds).not.toHaveProperty('in')
    expect(before).toEqual(email(['$seen'], ['in']))
  })

  test('may name a keyword with a slash in it', () => {
    expect(changed(before, { 'keywords/a/b': true })?.keywords).toHaveProperty('a/b', true)
  })

  test('that destroys leaves nothing, and has no way back', () => {
    expect(changed(before, 'destroy')).toBeUndefined()
    expect(inverse(before, 'destroy')).toEqual({})
  })

  test('wakes what was snoozed when it is taken back', () => {
    const until = '2026-12-01T08:00:00Z'
    const snooze: EmailChange = { snoozed: { until, wokenAt: null, wokenBy: null } }
    expect(changed(before, snooze)?.snoozed).toMatchObject({ until })
    expect(inverse(before, snooze)).toEqual({ snoozed: null })
  })

  test('puts a conversation back into its category only where that is known', () => {
    const change: EmailChange = { categoryByHand: 'promotions' as Category }
    expect(inverse(before, change)).toEqual({})
    expect(inverse(before, change, 'primary' as Category)).toEqual({ categoryByHand: 'primary' })
  })

  test('goes on the wire as it is', () => {
    expect(patchObject({ 'keywords/$seen': null })).toEqual({ 'keywords/$seen': null })
  })
})

test('any change taken back gives the message as it was', () => {
  const names = ['$seen', '$flagged', 'work']
  const places = ['in', 'all', 'bin']
  const value = fc.constantFrom(true as const, null)
  const change = fc
    .tuple(
      fc.dictionary(fc.constantFrom(...names.map((name) => `keywords/${name}`)), value),
      fc.dictionary(fc.constantFrom(...places.map((name) => `mailboxIds/${name}`)), value),
    )
    .map(([keywords, mailboxes]): EmailChange => ({ ...keywords, ...mailboxes }))
  fc.assert(
    fc.property(fc.subarray(names), fc.subarray(places), change, (keywords, mailboxIds, drawn) => {
      const before = email(keywords, mailboxIds)
      const after = changed(before, drawn)
      expect(after && changed(after, inverse(before, drawn))).toEqual(before)
    }),
  )
})
