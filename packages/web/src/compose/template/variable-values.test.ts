import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ValueParts, valuesFor } from './variable-values.ts'

const sender = (name: string | null) =>
  ({
    accountId: 'A1',
    identity: { id: 'i', name, email: 'me@x.example' },
  }) as unknown as ValueParts['fields']['sender']

function valuesOf(more: {
  to?: ValueParts['fields']['to']
  subject?: string
  own?: string | null
  locale?: string
}) {
  const { to = [], subject = '', own = 'Ada King', locale = 'en' } = more
  const now = new Date('2026-11-24T23:30:00Z')
  return valuesFor({ fields: { sender: sender(own), to, subject }, now, locale, timeZone: 'UTC' })
}

const person = (name: string | null, email = 'p@x.example') => ({ name, email })

describe('a variable about the recipient', () => {
  test.each([
    ['Ada King', 'Ada'],
    ['King, Ada', 'Ada'],
    ['Ada', 'Ada'],
  ])('takes the first name of %j', (name, first) => {
    expect(valuesOf({ to: [person(name)] })('recipient.firstName')).toBe(first)
  })

  test.each([[null], [''], ['ada@x.example']])('is not known of somebody called %j', (name) => {
    expect(valuesOf({ to: [person(name)] })('recipient.firstName')).toBeUndefined()
  })

  test('lists several in the language of the reader, or nobody where one is not known', () => {
    const to = [person('Ada King'), person('Bo Li'), person('Cy Ray')]
    expect(valuesOf({ to })('recipient.firstName')).toBe('Ada, Bo, and Cy')
    expect(valuesOf({ to, locale: 'de' })('recipient.firstName')).toBe('Ada, Bo und Cy')
    expect(valuesOf({ to: [...to, person(null)] })('recipient.firstName')).toBeUndefined()
    expect(valuesOf({ to: [person(null, 'a@x.example')] })('recipient.address')).toBe('a@x.example')
  })
})

describe('a variable about oneself and the message', () => {
  test('is taken from the identity and the subject', () => {
    const value = valuesOf({ subject: ' Dinner ' })
    expect(['my.firstName', 'my.name', 'my.address', 'subject'].map(value)).toEqual([
      'Ada',
      'Ada King',
      'me@x.example',
      'Dinner',
    ])
    expect(valuesOf({ own: null })('my.name')).toBeUndefined()
    expect(valuesOf({})('subject')).toBeUndefined()
  })

  test('is found in any case, and nothing else is found', () => {
    const value = valuesOf({})
    expect(value('MY.NAME')).toBe('Ada King')
    for (const name of ['', 'toString', '__proto__', 'my', 'cursor']) expect(value(name)).toBeUndefined()
  })
})

describe('a date', () => {
  test.each([
    ['date', 'November 24, 2026'],
    ['date+7', 'December 1, 2026'],
    ['date - 1', 'November 23, 2026'],
  ])('%s is %s', (name, text) => expect(valuesOf({})(name)).toBe(text))

  test('further away than anybody writes is none', () => {
    expect(valuesOf({})('date+36501')).toBeUndefined()
    expect(valuesOf({})('date+1.5')).toBeUndefined()
  })
})

test('no name of a variable throws', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(['string', 'undefined']).toContain(typeof valuesOf({ to: [person('A B')] })(name))
    }),
  )
})
