import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Email } from '@plmail/wire'
import { createEmails, type Pending } from './emails.ts'
import { changed, inverse, type EmailChange } from '../core/patch.ts'

const email = (
  keywords: Record<string, true> = {},
  mailboxIds: Record<string, true> = { L1: true },
): Email => ({
  id: 'M1',
  threadId: 'T1',
  mailboxIds,
  keywords,
  receivedAt: '2026-01-01T00:00:00Z',
  subject: 'Dinner',
  from: null,
  to: null,
  preview: '',
  hasAttachment: false,
  size: 1,
})
const star: EmailChange = { 'keywords/$flagged': true }
const pending = (change: EmailChange): Pending => ({ accountId: 'A1', changes: new Map([['M1', change]]) })
const isStarred = (emails: ReturnType<typeof createEmails>) =>
  emails.get('A1', 'M1')?.keywords['$flagged'] === true

describe('local changes over the server’s word', () => {
  test('a change shows at once and stays when an answer from before it arrives', () => {
    const emails = createEmails()
    emails.put('A1', [email()], emails.mark())
    const askedAt = emails.mark()
    const starring = pending(star)
    emails.apply(starring)
    emails.put('A1', [{ ...email(), subject: 'Dinner moved' }], askedAt)
    expect(isStarred(emails)).toBe(true)
    expect(emails.get('A1', 'M1')?.subject).toBe('Dinner moved')
  })

  test('an answer from before the change never overwrites it after confirmation either', () => {
    const emails = createEmails()
    emails.put('A1', [email()], emails.mark())
    const askedAt = emails.mark()
    const starring = pending(star)
    emails.apply(starring)
    emails.confirm(starring, ['M1'])
    emails.put('A1', [email()], askedAt)
    expect(isStarred(emails)).toBe(true)
    emails.put('A1', [email()], emails.mark())
    expect(isStarred(emails)).toBe(false)
  })

  test('a refused change leaves what the server said meanwhile', () => {
    const emails = createEmails()
    emails.put('A1', [email()], emails.mark())
    const starring = pending(star)
    emails.apply(starring)
    emails.put('A1', [email({ $seen: true })], emails.mark())
    emails.drop(starring, ['M1'])
    expect(emails.get('A1', 'M1')?.keywords).toEqual({ $seen: true })
  })

  test('a destroyed email is gone, and back when that was refused', () => {
    const emails = createEmails()
    emails.put('A1', [email()], emails.mark())
    const destroying = pending('destroy')
    emails.apply(destroying)
    expect(emails.get('A1', 'M1')).toBeUndefined()
    emails.drop(destroying, ['M1'])
    expect(emails.get('A1', 'M1')?.subject).toBe('Dinner')
  })

  test('stepping stones of a batch are no records, and parts add up', () => {
    const emails = createEmails()
    emails.put('A1', [{ id: 'M1', threadId: 'T1' }], 0)
    expect(emails.get('A1', 'M1')).toBeUndefined()
    emails.put('A1', [email()], 0)
    emails.put('A1', [{ id: 'M1', cc: [] }], 0)
    expect(emails.get('A1', 'M1')).toMatchObject({ subject: 'Dinner', cc: [] })
  })

  test('memory is given back, but never of something pending', () => {
    const emails = createEmails()
    emails.put('A1', [email()], 0)
    const starring = pending(star)
    emails.apply(starring)
    emails.forget('A1', ['M1'])
    expect(isStarred(emails)).toBe(true)
    emails.confirm(starring, ['M1'])
    emails.forget('A1', ['M1'])
    expect(emails.get('A1', 'M1')).toBeUndefined()
  })
})

describe('patches', () => {
  const name = fc.constantFrom('$seen', '$flagged', 'work')
  const keywords = fc
    .uniqueArray(name)
    .map((names) => Object.fromEntries(names.map((each) => [each, true as const])))
  const change = fc
    .array(fc.tuple(name, fc.constantFrom(true as const, null)), { minLength: 1 })
    .map((pairs) => Object.fromEntries(pairs.map(([key, value]) => [`keywords/${key}` as const, value])))

  test('an inverse always leads back', () => {
    fc.assert(
      fc.property(keywords, change, (before, done) => {
        const original = email(before)
        const after = changed(original, done) as Email
        expect(changed(after, inverse(original, done))).toEqual(original)
      }),
    )
  })

  test('any order of confirmed and refused changes ends where the server is', () => {
    fc.assert(
      fc.property(keywords, fc.array(fc.tuple(change, fc.boolean()), { maxLength: 5 }), (before, steps) => {
        const emails = createEmails()
        emails.put('A1', [email(before)], 0)
        const deeds = steps.map(([done, isAccepted]) => ({ deed: pending(done), isAccepted, done }))
        for (const { deed } of deeds) emails.apply(deed)
        for (const { deed, isAccepted } of deeds) emails[isAccepted ? 'confirm' : 'drop'](deed, ['M1'])
        const expected = deeds
          .filter(({ isAccepted }) => isAccepted)
          .reduce((current, { done }) => changed(current, done) as Email, email(before))
        expect(emails.get('A1', 'M1')).toEqual(expected)
      }),
    )
  })
})
