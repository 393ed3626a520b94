import type { EmailAddress } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAddress, parseRecipients, unique, without, writeRecipient } from './recipients.ts'

describe('an address', () => {
  test.each([
    'a@b.example',
    'ü@bücher.example',
    'first.last+tag@mail.example.org',
    'a@[192.0.2.1]',
    'a@[2001:db8::1]',
  ])('%s can be written to', (address) => expect(isAddress(address)).toBe(true))

  test.each([
    '',
    'a',
    'a@b',
    'a@b.c',
    '@b.example',
    'a b@c.example',
    'a@b@c.example',
    'a@.example',
    'a@b..example',
    '<a@b.example>',
    `${'x'.repeat(65)}@b.example`,
    `a@${'b.'.repeat(125)}example`,
  ])('%s cannot', (text) => expect(isAddress(text)).toBe(false))
})

describe('what is typed or pasted', () => {
  test.each<[string, EmailAddress[]]>([
    ['a@x.example', [{ name: null, email: 'a@x.example' }]],
    ['Ann Lee <a@x.example>', [{ name: 'Ann Lee', email: 'a@x.example' }]],
    ['"Lee, Ann" <a@x.example>', [{ name: 'Lee, Ann', email: 'a@x.example' }]],
    ['"Ann \\"Bo\\" Lee" <a@x.example>', [{ name: 'Ann "Bo" Lee', email: 'a@x.example' }]],
    ['<mailto:a@x.example>', [{ name: null, email: 'a@x.example' }]],
    ['mailto:a@x.example', [{ name: null, email: 'a@x.example' }]],
    ['Ann Lee', [{ name: null, email: 'Ann Lee' }]],
    ['Ann <>', [{ name: null, email: 'Ann <>' }]],
  ])('%s is read', (text, people) => expect(parseRecipients(text)).toEqual(people))

  test.each([
    'a@x.example, b@x.example',
    'a@x.example; b@x.example',
    'a@x.example\nb@x.example',
    'a@x.example\tb@x.example',
    'a@x.example b@x.example',
  ])('%j is two people', (text) =>
    expect(parseRecipients(text).map(({ email }) => email)).toEqual(['a@x.example', 'b@x.example']),
  )

  test('a quote that nobody closed ends with its line', () => {
    expect(parseRecipients('"Ann <a@x.example>\nb@x.example').at(-1)).toEqual({
      name: null,
      email: 'b@x.example',
    })
  })

  test('nothing but separators is nobody', () => {
    expect(parseRecipients(' ,;\n\t, ')).toEqual([])
  })

  test('written again, any person is read as they were', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    const name = line.filter(
      (text) => text === text.trim() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && text !== '',
    )
    const email = fc.constantFrom('a@x.example', 'b.c@mail.example', 'ü@bücher.example')
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.option(name), email }), { maxLength: 4 }), (people) => {
        expect(parseRecipients(people.map(writeRecipient).join(', '))).toEqual(people)
      }),
    )
  })
})

describe('people who come more than once', () => {
  const ann = { name: 'Ann', email: 'a@x.example' }

  test('are one, under the first name that is one', () => {
    const nameless = { name: null, email: 'A@X.example' }
    expect(unique([nameless, ann, { name: 'Other', email: 'a@x.example' }])).toEqual([ann])
  })

  test('are left out whatever the case of their address', () => {
    const bo = { name: null, email: 'B@x.example' }
    expect(without([ann, bo], new Set(['b@x.example']))).toEqual([ann])
  })
})
