import { expect, test } from 'vitest'
import type { Capability } from './capability.ts'
import type { Method } from './method.ts'
import { createMethodTable } from './method-table.ts'

const method: Method = { run: async () => ({}) }
const declared = (uri: string, name: string, more: Partial<Capability> = {}): Capability => ({
  uri,
  methods: { [name]: method },
  ...more,
})

test('a method is opened by the capability that declares it', () => {
  const table = createMethodTable([declared('urn:one', 'Note/get'), declared('urn:two', 'Card/get')])
  expect([...table].map(([name, { openedBy }]) => [name, openedBy])).toEqual([
    ['Note/get', ['urn:one']],
    ['Card/get', ['urn:two']],
  ])
})

test('capabilities of one family open each other’s methods, and those of strangers do not', () => {
  const table = createMethodTable([
    declared('urn:mail', 'Email/get', { family: 'mail' }),
    { uri: 'urn:quota', family: 'mail' },
    declared('urn:other', 'Note/get'),
  ])
  expect(table.get('Email/get')?.openedBy).toEqual(['urn:mail', 'urn:quota'])
  expect(table.get('Note/get')?.openedBy).toEqual(['urn:other'])
})

test('two capabilities that declare the same method are refused, and so is one that is declared twice', () => {
  const twice = [declared('urn:one', 'Note/get'), declared('urn:two', 'Note/get')]
  expect(() => createMethodTable(twice)).toThrow('Note/get is declared by urn:one and by urn:two')
  expect(() => createMethodTable([{ uri: 'urn:one' }, { uri: 'urn:one' }])).toThrow(
    'urn:one is declared twice',
  )
})
