import type { ContactCard } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { changedBy, displayName, formOf, freeId } from './card-form.ts'
import { mergedInto } from './merge.ts'

const card: ContactCard = {
  id: 'V1',
  uid: 'u1',
  addressBookIds: { AB1: true },
  name: {
    full: 'Dr. Ada Lovelace',
    components: [
      { kind: 'title', value: 'Dr.' },
      { kind: 'given', value: 'Ada' },
      { kind: 'surname', value: 'Lovelace' },
    ],
  },
  emails: {
    e1: { address: 'ada@example.org', contexts: { work: true } },
    e2: { address: 'ada@home.example' },
  },
  organizations: { o1: { name: 'Engines', units: [{ name: 'Poetry' }] } },
}

describe('the form of a card', () => {
  test('that nobody touched changes nothing', () => {
    expect(changedBy(formOf(card), card)).toEqual({})
    expect(changedBy(formOf({}), {})).toEqual({})
  })

  test('keeps what it does not show', () => {
    const form = formOf(card)
    form.surname = 'King'
    form.organization = 'Analytics'
    form.emails = [
      { id: 'e1', value: 'ada@new.example' },
      { id: freeId('e', form.emails), value: 'third@example.org' },
    ]
    expect(changedBy(form, card)).toEqual({
      name: {
        full: 'Dr. Ada King',
        components: [
          { kind: 'title', value: 'Dr.' },
          { kind: 'given', value: 'Ada' },
          { kind: 'surname', value: 'King' },
        ],
      },
      organizations: { o1: { name: 'Analytics', units: [{ name: 'Poetry' }] } },
      emails: {
        e1: { address: 'ada@new.example', contexts: { work: true } },
        e3: { address: 'third@example.org' },
      },
    })
  })

  test('emptied takes properties away', () => {
    const form = { ...formOf(card), given: '', surname: '', organization: ' ', emails: [] }
    expect(changedBy(form, { ...card, name: { full: 'Ada L' } })).toEqual({
      name: null,
      organizations: null,
      emails: null,
    })
  })

  test('takes a name that was never divided apart', () => {
    expect(formOf({ name: { full: 'Grace Brewster Hopper' } })).toMatchObject({
      given: 'Grace Brewster',
      surname: 'Hopper',
    })
  })
})

test('a card is called by its name, its organization or its address', () => {
  expect(displayName(card)).toBe('Dr. Ada Lovelace')
  expect(
    displayName({
      name: {
        components: [
          { kind: 'surname', value: 'B' },
          { kind: 'given', value: 'A' },
        ],
      },
    }),
  ).toBe('A B')
  expect(displayName({ organizations: { o: { name: 'Engines' } } })).toBe('Engines')
  expect(displayName({ emails: { e: { address: 'x@y' } } })).toBe('x@y')
})

test('merging loses nothing and says nothing twice', () => {
  const duplicate: ContactCard = {
    id: 'V2',
    uid: 'u2',
    addressBookIds: { AB2: true },
    name: { full: 'A. Lovelace' },
    keywords: { math: true },
    emails: { e1: { address: 'ADA@example.org' }, e9: { address: 'countess@example.org' } },
    'example.org:mood': 'calm',
  }
  const changes = mergedInto(card, [duplicate])
  expect(Object.values(changes['emails'] as object)).toEqual([
    { address: 'ada@example.org', contexts: { work: true } },
    { address: 'ada@home.example' },
    { address: 'countess@example.org' },
  ])
  expect(changes).toMatchObject({ keywords: { math: true }, 'example.org:mood': 'calm' })
  expect(changes).not.toHaveProperty('name')
})
