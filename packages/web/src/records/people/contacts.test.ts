import type { ContactCard } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { methodServer, type Method } from '../../net/method-server.fixture.ts'
import type { News } from '../core/records-context.ts'
import { contactsOf } from './contacts.ts'

const card = (id: string): ContactCard => ({ id, name: { full: id } }) as unknown as ContactCard
const stored = ['V1', 'V2', 'V3'].map(card)

function setting(more: Record<string, Method> = {}) {
  const listeners: ((news: News) => void)[] = []
  const client = methodServer(
    {
      'AddressBook/get': () => ({ list: [{ id: 'AB1', name: 'Contacts' }] }),
      'ContactCard/query': () => ({ ids: ['V3', 'V1', 'V9'], total: 12 }),
      'ContactCard/get': () => ({ list: stored }),
      'ContactCard/set': ({ create }) => ({ created: { c0: { id: 'V7' }, c1: { id: 'V8' } }, create }),
      'ContactCard/duplicates': () => ({ list: [{ ids: ['V1', 'V2'], shared: 'ada@example.org' }] }),
      ...more,
    },
    {
      'POST /api/contacts/vcards': () => ({ status: 200, body: { created: 3, replaced: 1, unreadable: 0 } }),
    },
  )
  const contacts = contactsOf({ ...client, listen: (listener) => void listeners.push(listener) })
  const announce = (news: News) => listeners.forEach((listener) => listener(news))
  return { ...client, contacts, announce }
}

describe('a page of contacts', () => {
  test('is in the order of the query, without those that are gone by now', async () => {
    const { contacts } = setting()
    const page = await contacts.page({ text: '', limit: 50 })
    expect(page?.cards.map(({ id }) => id)).toEqual(['V3', 'V1'])
    expect(page?.total).toBe(12)
  })

  test('is asked for with what was typed and the book, and of neither where there is none', async () => {
    const { contacts, argumentsOf } = setting()
    await contacts.page({ text: ' ann ', bookId: 'AB1', limit: 50 })
    await contacts.page({ text: '  ', limit: 50 })
    expect(argumentsOf('ContactCard/query').map(({ filter }) => filter)).toEqual([
      { text: ' ann ', inAddressBook: 'AB1' },
      {},
    ])
  })

  test('is undefined when one of its two answers is missing', async () => {
    const { contacts } = setting({ 'ContactCard/get': () => 'serverFail' })
    expect(await contacts.page({ text: '', limit: 50 })).toBeUndefined()
  })
})

describe('saving contacts', () => {
  test('gives the ids of what was made in the order it was asked for', async () => {
    const { contacts, argumentsOf } = setting()
    expect(await contacts.save({ create: [{ a: 1 }, { b: 2 }] })).toEqual({ ok: true, created: ['V7', 'V8'] })
    expect(argumentsOf('ContactCard/set')).toEqual([
      { accountId: 'A0', create: { c0: { a: 1 }, c1: { b: 2 } }, update: {}, destroy: [] },
    ])
  })

  test.each(['notCreated', 'notUpdated', 'notDestroyed'])('fails with the reason in %s', async (property) => {
    const why = { type: 'invalidProperties', properties: ['emails'] }
    const { contacts } = setting({ 'ContactCard/set': () => ({ [property]: { V1: why } }) })
    expect(await contacts.save({ destroy: ['V1'] })).toEqual({ ok: false, why })
  })

  test('fails with the method’s error, and without any where the server is away', async () => {
    const at = setting({ 'ContactCard/set': () => 'accountReadOnly' })
    expect(await at.contacts.save({ destroy: ['V1'] })).toMatchObject({ why: { type: 'accountReadOnly' } })
    at.server.isDown = true
    expect(await at.contacts.save({ destroy: ['V1'] })).toEqual({ ok: false, why: undefined })
  })
})

describe('screens hear of a change', () => {
  test('that was made here, by a file too, but not of one that failed', async () => {
    const { contacts, server } = setting()
    await contacts.save({ destroy: ['V1'] })
    expect(contacts.version).toBe(1)
    expect(await contacts.importFile(new Blob(['BEGIN:VCARD']))).toMatchObject({
      ok: true,
      value: { created: 3 },
    })
    expect(contacts.version).toBe(2)
    server.isDown = true
    await contacts.save({ destroy: ['V1'] })
    expect(contacts.version).toBe(2)
  })

  test('that another client made, when it is one of contacts', () => {
    const { contacts, announce } = setting()
    const changed = (type: string): News => ({
      kind: 'state',
      change: { '@type': 'StateChange', changed: { A0: { [type]: '7' } } },
    })
    announce(changed('Email'))
    expect(contacts.version).toBe(0)
    announce(changed('ContactCard'))
    expect(contacts.version).toBe(1)
  })
})

test('books, cards and duplicates are empty without a server', async () => {
  const { contacts, server } = setting()
  expect(await contacts.books()).toEqual([{ id: 'AB1', name: 'Contacts' }])
  expect(await contacts.duplicates()).toEqual([{ ids: ['V1', 'V2'], shared: 'ada@example.org' }])
  server.isDown = true
  expect([await contacts.books(), await contacts.get(['V1']), await contacts.duplicates()]).toEqual([
    [],
    [],
    [],
  ])
})
