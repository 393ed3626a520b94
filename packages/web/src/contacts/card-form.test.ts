import type { ContactCard } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedBy, displayName, formOf, freeId } from './card-form.ts'

const card = {
  name: {
    components: [
      { kind: 'title', value: 'Dr.' },
      { kind: 'surname', value: 'King' },
      { kind: 'given', value: 'Ada' },
    ],
  },
  organizations: { o1: { name: 'Engines', units: [{ name: 'Notes' }] }, o2: { name: 'Society' } },
  titles: { t1: { name: 'Countess' } },
  emails: { e1: { address: 'ada@x.example', contexts: { work: true } }, e2: { address: 'home@x.example' } },
  phones: { p1: { number: '+44 1' } },
  notes: { n1: { note: 'Likes horses' } },
} as unknown as ContactCard

describe('the name that is shown', () => {
  test.each<[string, Partial<ContactCard>]>([
    ['Dr. Ada King', card],
    ['Countess Lovelace', { ...card, name: { full: ' Countess Lovelace ' } } as ContactCard],
    ['Engines', { organizations: card.organizations } as ContactCard],
    ['ada@x.example', { emails: card.emails } as ContactCard],
    ['', {}],
  ])('%j is found where it is', (name, from) => expect(displayName(from)).toBe(name))
})

describe('the form of a card', () => {
  test('shows its parts', () => {
    expect(formOf(card)).toMatchObject({
      given: 'Ada',
      surname: 'King',
      organization: 'Engines',
      title: 'Countess',
      emails: [
        { id: 'e1', value: 'ada@x.example' },
        { id: 'e2', value: 'home@x.example' },
      ],
      note: 'Likes horses',
    })
  })

  test.each([
    ['Ada King', 'Ada', 'King'],
    ['Ada Augusta King', 'Ada Augusta', 'King'],
    ['Ada', 'Ada', ''],
  ])('splits %j at its last word', (full, given, surname) => {
    expect(formOf({ name: { full } } as ContactCard)).toMatchObject({ given, surname })
  })

  test('that nobody touched changes nothing', () => {
    expect(changedBy(formOf(card), card)).toEqual({})
    expect(changedBy(formOf({}), {})).toEqual({})
  })

  test('keeps what it does not show', () => {
    const form = { ...formOf(card), organization: 'Looms', emails: [{ id: 'e1', value: ' new@x.example ' }] }
    expect(changedBy(form, card)).toEqual({
      organizations: { o1: { name: 'Looms', units: [{ name: 'Notes' }] }, o2: { name: 'Society' } },
      emails: { e1: { address: 'new@x.example', contexts: { work: true } } },
    })
  })

  test('takes away what was emptied', () => {
    const form = { ...formOf(card), organization: '', title: ' ', note: '', emails: [], phones: [] }
    expect(changedBy(form, card)).toEqual({
      organizations: { o2: { name: 'Society' } },
      titles: null,
      notes: null,
      emails: null,
      phones: null,
    })
  })

  test('keeps the title of a person whose names change, and writes the whole name anew', () => {
    expect(changedBy({ ...formOf(card), surname: 'Byron' }, card)).toEqual({
      name: {
        components: [
          { kind: 'title', value: 'Dr.' },
          { kind: 'given', value: 'Ada' },
          { kind: 'surname', value: 'Byron' },
        ],
        full: 'Dr. Ada Byron',
      },
    })
  })
})

test('an id that is free is not taken, and is the first that is not', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 12 })), (numbers) => {
      const entries = numbers.map((n) => ({ id: `e${String(n)}`, value: '' }))
      const id = freeId('e', entries)
      expect(numbers).not.toContain(Number(id.slice(1)))
      for (let n = 1; n < Number(id.slice(1)); n += 1) expect(numbers).toContain(n)
    }),
  )
})
