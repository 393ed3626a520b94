import { type UserId, accountWireId } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContacts, type Contacts } from '../../contacts/index.ts'
import { systemRandom } from '../../kit/random.ts'
import {
  type JmapForTests,
  type JmapUser,
  jmapForTests,
} from '../../../../server-testing/src/jmap/test-jmap.ts'

type Json = Record<string, unknown>
let rig: JmapForTests
let ada: JmapUser
beforeAll(async () => {
  rig = await jmapForTests()
  ada = rig.ada
})
afterAll(() => rig[Symbol.asyncDispose]())

async function ask(name: string, args: Json = {}, who = ada): Promise<Json> {
  const [[answered, answer] = ['']] = await who.call([name, { accountId: who.personalId, ...args }])
  expect([answered, answer]).toEqual([name, expect.anything()])
  return answer as Json
}
const card = (full: string, ...addresses: string[]): Json => ({
  name: { full },
  ...(addresses.length > 0 && {
    emails: Object.fromEntries(addresses.map((address, at) => [`e${String(at)}`, { address }])),
  }),
})
async function create(cards: Record<string, Json>): Promise<Record<string, string>> {
  const { created, notCreated } = await ask('ContactCard/set', { create: cards })
  expect(notCreated).toBeNull()
  return Object.fromEntries(
    Object.entries(created as Record<string, { id: string }>).map(([name, { id }]) => [name, id]),
  )
}
const found = async (filter: Json, sort?: Json[]) =>
  (await ask('ContactCard/query', { filter, sort: sort ?? [{ property: 'name' }] }))['ids']

describe('address books', () => {
  test('are there from the first look on: one of one’s own, one for those written to', async () => {
    const { list } = (await ask('AddressBook/get')) as { list: Json[] }
    expect(list).toMatchObject([
      { name: 'Contacts', role: 'personal', isDefault: true, myRights: { mayWrite: true, mayDelete: false } },
      { name: 'Collected', role: 'collected', isDefault: false },
    ])
  })

  test('are made, made the default one, and go with or without their cards', async () => {
    const { created } = (await ask('AddressBook/set', {
      create: { w: { name: 'Work' } },
      onSuccessSetIsDefault: '#w',
    })) as { created: { w: { id: string } } }
    const { id } = created.w
    const { c } = await create({ c: card('At Work') })
    expect((await ask('ContactCard/get', { ids: [c], properties: ['addressBookIds'] }))['list']).toEqual([
      { id: c, addressBookIds: { [id]: true } },
    ])
    expect(await ask('AddressBook/set', { destroy: [id] })).toMatchObject({
      notDestroyed: { [id]: { type: 'forbidden' } },
    })
    const { list } = (await ask('AddressBook/get')) as { list: Array<{ id: string; role: string }> }
    const home = list.find(({ role }) => role === 'personal')?.id
    await ask('AddressBook/set', { onSuccessSetIsDefault: home })
    const doomed = (await ask('AddressBook/set', { create: { d: { name: 'Doomed' } } })) as {
      created: { d: { id: string } }
    }
    const { id: goes } = doomed.created.d
    await ask('AddressBook/set', { destroy: [goes], onSuccessSetIsDefault: goes })
    expect(((await ask('AddressBook/get')) as { list: Json[] }).list).toContainEqual(
      expect.objectContaining({ id: home, isDefault: true }),
    )
    expect(await ask('AddressBook/set', { destroy: [id] })).toMatchObject({
      notDestroyed: { [id]: { type: 'addressBookHasContents' } },
    })
    const { state } = await ask('AddressBook/get', { ids: [] })
    await ask('AddressBook/set', { destroy: [id], onDestroyRemoveContents: true })
    expect(await ask('AddressBook/changes', { sinceState: state })).toMatchObject({ destroyed: [id] })
    expect(await ask('ContactCard/changes', { sinceState: state })).toMatchObject({ destroyed: [c] })
  })
})

describe('cards', () => {
  test('keep what a client gives them, known here or not, and change by paths', async () => {
    const given = {
      kind: 'individual',
      name: { components: [{ kind: 'given', value: 'Grace' }] },
      'example.org:mood': { deep: [1] },
      emails: { e: { address: 'grace@navy.example', label: 'Ship' } },
    }
    const { g } = await create({ g: given })
    const { list } = (await ask('ContactCard/get', { ids: [g] })) as { list: [Json] }
    expect(list[0]).toMatchObject({
      ...given,
      '@type': 'Card',
      version: '1.0',
      uid: expect.stringMatching(/^urn:uuid:/),
    })
    const patch = {
      'emails/e/address': 'hopper@navy.example',
      'name/full': 'Grace Hopper',
      'example.org:mood': null,
    }
    expect(await ask('ContactCard/set', { update: { [String(g)]: patch } })).toMatchObject({
      updated: { [String(g)]: null },
    })
    const [after] = (await ask('ContactCard/get', { ids: [g] }))['list'] as [Json]
    expect(after).toMatchObject({
      emails: { e: { address: 'hopper@navy.example', label: 'Ship' } },
      name: { full: 'Grace Hopper' },
    })
    expect(after).not.toHaveProperty('example.org:mood')
  })

  test.each([
    [{ '@type': 'Group' }, 'invalidProperties', ['@type']],
    [{ emails: { e: { label: 'x' } } }, 'invalidProperties', ['emails']],
    [{ emails: 'x@y' }, 'invalidProperties', ['emails']],
    [{ name: { full: 5 } }, 'invalidProperties', ['name']],
    [{ addressBookIds: { AB987654321: true } }, 'invalidProperties', ['addressBookIds']],
    [{ addressBookIds: {} }, 'invalidProperties', ['addressBookIds']],
    [{ id: 'V1' }, 'invalidProperties', ['id']],
    [{ notes: { n: { note: 'a\u0000b' } } }, 'invalidProperties', ['notes']],
    [{ notes: { n: { note: 'x'.repeat(600_000) } } }, 'tooLarge', undefined],
  ])('that cannot be are refused: %o', async (bad, type, properties) => {
    const { notCreated } = await ask('ContactCard/set', { create: { c: bad } })
    expect(notCreated).toMatchObject({ c: { type, ...(properties && { properties }) } })
  })

  test('have a uid of their own, which stays', async () => {
    const { a } = await create({ a: { uid: 'same', ...card('First') } })
    const { notCreated } = await ask('ContactCard/set', { create: { b: { uid: 'same' } } })
    expect(notCreated).toMatchObject({ b: { type: 'alreadyExists', existingId: a } })
    const patches = [{ uid: 'other' }, { 'name/nothing/there': 1 }, { id: 'V9' }]
    for (const patch of patches)
      expect((await ask('ContactCard/set', { update: { [String(a)]: patch } }))['notUpdated']).not.toBeNull()
  })

  test('are found by what is asked and sorted as asked', async () => {
    const { x, y, z } = await create({
      x: {
        ...card('Zoë Äpfel', 'zoe@fruit.example'),
        organizations: { o: { name: 'Fruit & Co' } },
        keywords: { k: true },
      },
      y: { ...card('Band'), kind: 'group', uid: 'band', members: { 'urn:zoe': true } },
      z: {
        name: {
          components: [
            { kind: 'given', value: 'Bo' },
            { kind: 'surname', value: 'Zz' },
          ],
        },
        phones: { p: { number: '+49 (30) 123' } },
      },
    })
    expect(await found({ text: 'apfel zoe' })).toEqual([x])
    expect(await found({ organization: 'fruit' })).toEqual([x])
    expect(await found({ phone: '4930123' })).toEqual([z])
    expect(await found({ 'name/surname': 'zz' })).toEqual([z])
    expect(await found({ hasMember: 'urn:zoe' })).toEqual([y])
    expect(await found({ kind: 'group' })).toEqual([y])
    expect(await found({ text: "');--" })).toEqual([])
    expect(await found({ operator: 'OR', conditions: [{ uid: 'band' }, { email: 'zoe@fruit' }] })).toEqual([
      y,
      x,
    ])
    expect(await found({ operator: 'NOT', conditions: [{ createdAfter: '2000-01-01T00:00:00Z' }] })).toEqual(
      [],
    )
    const [[answered, answer] = ['']] = await ada.call([
      'ContactCard/query',
      { accountId: ada.personalId, filter: { updatedAfter: 'now' } },
    ])
    expect([answered, (answer as Json)['type']]).toEqual(['error', 'invalidArguments'])
  })

  test('that changed are told by queryChanges, in their new place', async () => {
    const { m } = await create({ m: card('Mm Moves') })
    const question = { filter: { name: 'mm' }, sort: [{ property: 'name' }] }
    const { queryState } = await ask('ContactCard/query', question)
    const { n } = await create({ n: card('Mm Before') })
    await ask('ContactCard/set', { update: { [String(m)]: { 'name/full': 'Gone' } } })
    expect(
      await ask('ContactCard/queryChanges', {
        ...question,
        sinceQueryState: queryState,
        calculateTotal: true,
      }),
    ).toMatchObject({ removed: [m], added: [{ id: n, index: 0 }], total: 1 })
  })
})

describe('people', () => {
  const typed = async (text: string, limit = 10) => {
    const { list } = (await ask('Person/complete', { text, limit })) as { list: Array<{ email: string }> }
    return list.map(({ email }) => email)
  }

  test('are completed from the beginning of any part of a name or address', async () => {
    await create({
      a: card('Karl Friedrich Gauß', 'gauss@math.example', 'karl@home.example'),
      b: card('Sophie Germain', 'sophie.germain@math.example'),
    })
    expect(await typed('gaus')).toEqual(['gauss@math.example', 'karl@home.example'])
    expect(await typed('karl@h')).toEqual(['karl@home.example'].concat('gauss@math.example'))
    expect(await typed('germ')).toEqual(['sophie.germain@math.example'])
    expect(await typed('fried gau')).toEqual(['gauss@math.example', 'karl@home.example'])
    expect(await typed('riedrich')).toEqual([])
    expect(await typed("%' or 1=1")).toEqual([])
  })

  test('are known by their address', async () => {
    expect(await ask('Person/get', { addresses: ['Gauss@Math.example', 'nobody@x.example'] })).toMatchObject({
      list: [{ name: 'karl friedrich gauß', email: 'gauss@math.example' }].map(() => ({
        email: 'gauss@math.example',
        name: 'Karl Friedrich Gauß',
      })),
      notFound: ['nobody@x.example'],
    })
  })

  test('written to often and lately come first, and get a card when they have none', async () => {
    const accountId = accountWireId.decode(ada.personalId)
    const mailId = accountWireId.decode(ada.accountId)
    if (accountId === undefined || mailId === undefined) throw new Error('no account')
    const sent = [
      { at: new Date('2024-01-01'), to: ['rank.old@x.example', 'rank.old@x.example', 'rank.old@x.example'] },
      { at: new Date('2026-11-01'), to: ['rank.new@x.example', 'me@x.example', 'no address'] },
      { at: new Date('2026-11-02'), to: ['rank.top@x.example'] },
      { at: new Date('2026-11-03'), to: ['rank.top@x.example'] },
    ].map(({ at, to }) => ({
      at,
      to: to.map((email) => ({ name: email.startsWith('rank.top') ? 'Top Person' : null, email })),
    }))
    await create({ o: card('Rank Never', 'rank.never@x.example') })
    const { db, changes, clock } = rig.room
    const contacts: Contacts = createContacts({
      database: db.database,
      changes,
      clock,
      random: systemRandom,
      jobs: { handle: () => {}, enqueue: async () => {} },
      sentAfter: async (_account, cursor) =>
        cursor.messageId > 0
          ? { messages: [], cursor, isMore: false }
          : { messages: sent, cursor: { messageId: 4, settledAt: cursor.settledAt }, isMore: false },
      listAccounts: async () => [mailId],
      ownAddresses: async () => new Set(['me@x.example']),
    })
    // Each key that somebody types asks: a later one is not answered from what the first is still counting.
    let isCounted = false
    void contacts.collect(ada.id as UserId).then(() => (isCounted = true))
    await contacts.collect(ada.id as UserId)
    expect(isCounted).toBe(true)
    await contacts.collect(ada.id as UserId)
    expect(await typed('rank')).toEqual([
      'rank.top@x.example',
      'rank.new@x.example',
      'rank.old@x.example',
      'rank.never@x.example',
    ])
    expect(await typed('me@x')).toEqual([])
    expect(await typed('top pers')).toEqual(['rank.top@x.example'])
    expect((await typed('', 2))[0]).toBe('rank.top@x.example')
    const { list } = (await ask('AddressBook/get')) as { list: Array<{ id: string; role: string }> }
    const collected = list.find(({ role }) => role === 'collected')?.id
    expect(await found({ inAddressBook: collected })).toHaveLength(3)
  })

  test('are counted again after a failure, which only the first of those who asked is told', async () => {
    const { db, changes, clock } = rig.room
    let tries = 0
    const contacts = createContacts({
      database: db.database,
      changes,
      clock,
      random: systemRandom,
      jobs: { handle: () => {}, enqueue: async () => {} },
      sentAfter: async (_account, cursor) => ({ messages: [], cursor, isMore: false }),
      listAccounts: async () => {
        if (tries++ === 0) throw new Error('no connection')
        return []
      },
      ownAddresses: async () => new Set(),
    })
    const collect = () => contacts.collect(ada.id as UserId)
    const [first, second] = await Promise.allSettled([collect(), collect()])
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
    await collect()
    expect(tries).toBe(2)
    await collect()
    expect(tries).toBe(2)
  })

  test('with two cards are proposed as one', async () => {
    const { a, b, c } = await create({
      a: card('Double Person', 'double@x.example'),
      b: card('D. P.', 'DOUBLE@x.example'),
      c: card('Double Person'),
    })
    const { list } = (await ask('ContactCard/duplicates')) as { list: Array<{ ids: string[] }> }
    expect(list.map(({ ids }) => ids.toSorted())).toContainEqual([a, b, c].toSorted())
  })

  test('are nobody else’s', async () => {
    const { list } = (await ask('Person/complete', { text: 'gauss' }, rig.bob)) as { list: [] }
    expect(list).toEqual([])
  })
})
