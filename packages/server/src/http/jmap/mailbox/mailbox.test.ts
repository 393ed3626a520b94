import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { disagreements, newAccount } from '../../../mail/mail-for-tests.ts'
import { type JmapForTests, jmapForTests, type JmapUser } from '../jmap-for-tests.ts'

let rig: JmapForTests
let ada: JmapUser
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())
beforeEach(async () => {
  // an account of its own for each test: the usual folders and nothing else
  const account = await newAccount({ ...rig.room, user: rig.ada.id })
  ada = { ...rig.ada, account, accountId: `A${account.id}` }
  rig.room.sent.length = 0
})

type Json = Record<string, unknown>
type Name = 'inbox' | 'sent' | 'drafts' | 'trash' | 'work'
const box = (name: Name) => `L${ada.account.boxes[name]}`
const call = async (name: string, args: Json = {}): Promise<Json> => {
  const [answer] = await rig.ada.call([name, { accountId: ada.accountId, ...args }])
  return answer![1]
}
const set = (args: Json) => call('Mailbox/set', args)
const get = async (id: string, properties?: string[]): Promise<Json | undefined> =>
  ((await call('Mailbox/get', { ids: [id], ...(properties ? { properties } : {}) }))['list'] as Json[])[0]
const state = async () => (await call('Mailbox/get', { ids: [] }))['state'] as string
const ids = async (args: Json = {}) => (await call('Mailbox/query', args))['ids'] as string[]
const names = async (args: Json = {}) => {
  const list = (await call('Mailbox/get'))['list'] as Json[]
  return (await ids(args)).map((id) => list.find((one) => one['id'] === id)?.['name'])
}
const made = async (create: Record<string, Json>): Promise<Record<string, string>> => {
  const answer = await set({ create })
  expect(answer['notCreated']).toBeNull()
  return Object.fromEntries(
    Object.entries(answer['created'] as Record<string, Json>).map(([name, one]) => [
      name,
      one['id'] as string,
    ]),
  )
}
const deliver = (boxes: Name[], subject = 'x') =>
  rig.room.mail.ingest
    .prepare([Buffer.from(`Subject: ${subject}\r\nMessage-ID: <${Math.random()}@x>\r\n\r\nHi`)])
    .then(async (prepared) => {
      const written = await rig.room.changes.write(
        ada.account.id,
        { actor: { kind: 'provider' }, verb: 'arrive' },
        (change) =>
          rig.room.mail.ingest.arrive(change, [
            {
              prepared: prepared[0]!,
              mailboxIds: boxes.map((name) => ada.account.boxes[name]),
              keywords: [],
            },
          ]),
      )
      return `M${written.result[0]}`
    })

describe('Mailbox/get (RFC 8621 §2.1)', () => {
  test('gives all thirteen facts of every mailbox, and only what is asked for', async () => {
    const answer = await call('Mailbox/get', { ids: null })
    expect(answer).toMatchObject({ accountId: ada.accountId, notFound: [] })
    expect(answer['list']).toHaveLength(5)
    const rights = { mayReadItems: true, mayAddItems: true, mayRemoveItems: true, maySetSeen: true }
    expect(await get(box('work'))).toEqual({
      ...{ id: box('work'), name: 'Work', parentId: null, role: null, sortOrder: 100, isSubscribed: true },
      ...{ totalEmails: 0, unreadEmails: 0, totalThreads: 0, unreadThreads: 0 },
      myRights: {
        ...{ ...rights, maySetKeywords: true, mayCreateChild: true },
        ...{ mayRename: true, mayDelete: true, maySubmit: true },
      },
    })
    expect(await get(box('inbox'), ['role'])).toEqual({ id: box('inbox'), role: 'inbox' })
    const some = await call('Mailbox/get', { ids: [box('sent'), 'L999999', 'nonsense', `${box('sent')}`] })
    expect((some['list'] as Json[]).map((one) => one['id'])).toEqual([box('sent')])
    expect(new Set(some['notFound'] as string[])).toEqual(new Set(['L999999', 'nonsense']))
    expect(await call('Mailbox/get', { properties: ['colour'] })).toMatchObject({ type: 'invalidArguments' })
  })

  test('says that Inbox cannot be renamed or deleted', async () => {
    const { myRights } = (await get(box('inbox'))) as { myRights: Json }
    expect(myRights).toMatchObject({ mayRename: false, mayDelete: false, mayCreateChild: true })
    const renamed = await set({ update: { [box('inbox')]: { name: 'In' } } })
    const answer = await set({ destroy: [box('inbox')] })
    expect(renamed['notUpdated']).toMatchObject({ [box('inbox')]: { type: 'forbidden' } })
    expect(answer['notDestroyed']).toMatchObject({ [box('inbox')]: { type: 'forbidden' } })
    expect(await get(box('inbox'))).toMatchObject({ name: 'INBOX' })
  })

  test('counts what Email/query finds', async () => {
    await deliver(['work'])
    await deliver(['work', 'inbox'])
    const found = await call('Email/query', { filter: { inMailbox: box('work') }, calculateTotal: true })
    expect((await get(box('work'), ['totalEmails']))?.['totalEmails']).toBe(found['total'])
    expect(found['total']).toBe(2)
  })
})

describe('Mailbox/query (RFC 8621 §2.3)', () => {
  test('filters by parent, name, role and subscription, with operators', async () => {
    const { child } = await made({
      child: { name: 'Wörk child', parentId: box('work'), isSubscribed: false },
    })
    expect(await names({ filter: { parentId: null }, sort: [{ property: 'name' }] })).toEqual([
      ...['Drafts', 'INBOX', 'Sent', 'Trash', 'Work'],
    ])
    expect(await ids({ filter: { parentId: box('work') } })).toEqual([child])
    expect(await ids({ filter: { parentId: 'L99999' } })).toEqual([])
    expect(await names({ filter: { name: 'wö' } })).toEqual(['Wörk child'])
    expect(await names({ filter: { role: 'sent' } })).toEqual(['Sent'])
    expect(await names({ filter: { hasAnyRole: false }, sort: [{ property: 'name' }] })).toEqual([
      ...['Work', 'Wörk child'],
    ])
    expect(await ids({ filter: { hasAnyRole: true } })).toHaveLength(4)
    expect(await ids({ filter: { isSubscribed: false } })).toEqual([child])
    expect(await names({ filter: { parentId: null, hasAnyRole: false } })).toEqual(['Work'])
    const either = { operator: 'OR', conditions: [{ role: 'inbox' }, { name: 'child' }] }
    expect(await ids({ filter: either })).toHaveLength(2)
    expect(await ids({ filter: { operator: 'NOT', conditions: [either] } })).toHaveLength(4)
    expect(await ids({ filter: null })).toHaveLength(6)
    expect(await ids({ filter: {} })).toHaveLength(6)
  })

  test('sorts names as a person would, and by sortOrder, as a list or as a tree', async () => {
    const { b } = await made({
      ...{ b: { name: 'beta', sortOrder: 3 }, a: { name: 'Älpha', sortOrder: 9 } },
      ...{ c: { name: 'Alpine', sortOrder: 3 } },
    })
    await made({ d: { name: 'aardvark', parentId: b, sortOrder: 1 } })
    const filter = { hasAnyRole: false }
    const byName = [{ property: 'name' }]
    expect(await names({ filter, sort: byName })).toEqual(['aardvark', 'Älpha', 'Alpine', 'beta', 'Work'])
    expect(await names({ filter, sort: [{ property: 'name', isAscending: false }] })).toEqual([
      ...['Work', 'beta', 'Alpine', 'Älpha', 'aardvark'],
    ])
    expect(await names({ filter, sort: [{ property: 'sortOrder' }, ...byName] })).toEqual([
      ...['aardvark', 'Alpine', 'beta', 'Älpha', 'Work'],
    ])
    expect(await names({ filter, sort: byName, sortAsTree: true })).toEqual([
      ...['Älpha', 'Alpine', 'beta', 'aardvark', 'Work'],
    ])
    const noBeta = { operator: 'NOT', conditions: [{ name: 'beta' }, { hasAnyRole: true }] }
    expect(await names({ filter: noBeta, sort: byName })).toContain('aardvark')
    expect(await names({ filter: noBeta, sort: byName, filterAsTree: true })).toEqual([
      ...['Älpha', 'Alpine', 'Work'],
    ])
  })

  test('gives pages, anchors and totals', async () => {
    const all = await ids({ sort: [{ property: 'name' }] })
    const sort = [{ property: 'name' }]
    expect(await call('Mailbox/query', { sort, position: 1, limit: 2, calculateTotal: true })).toEqual({
      ...{ accountId: ada.accountId, queryState: await state(), canCalculateChanges: true },
      ...{ position: 1, ids: all.slice(1, 3), total: 5 },
    })
    expect(await ids({ sort, position: -2 })).toEqual(all.slice(-2))
    expect(await ids({ sort, position: 99 })).toEqual([])
    expect(await ids({ sort, anchor: all[2], anchorOffset: -1, limit: 2 })).toEqual(all.slice(1, 3))
    expect(await ids({ sort, limit: 0 })).toEqual([])
    expect(await call('Mailbox/query', { anchor: 'L999999' })).toMatchObject({ type: 'anchorNotFound' })
  })

  test.each([
    [{ filter: { colour: 1 } }, 'unsupportedFilter'],
    [{ filter: { name: 1 } }, 'invalidArguments'],
    [{ filter: { hasAnyRole: 'yes' } }, 'invalidArguments'],
    [{ sort: [{ property: 'totalEmails' }] }, 'unsupportedSort'],
    [{ sort: [{ property: 'name', collation: 'i;klingon' }] }, 'unsupportedSort'],
    [{ sortAsTree: 1 }, 'invalidArguments'],
    [{ limit: -1 }, 'invalidArguments'],
  ])('%j is answered %s', async (args, type) => {
    expect(await call('Mailbox/query', args)).toMatchObject({ type })
  })
})

interface Step {
  do: string
  name?: string
  which?: number
  under?: number
  sortOrder?: number
}

describe('Mailbox/changes and Mailbox/queryChanges', () => {
  const since = (sinceState: string) => call('Mailbox/changes', { sinceState })
  const moved = (sinceQueryState: string, args: Json = {}) =>
    call('Mailbox/queryChanges', { sinceQueryState, sort: [{ property: 'name' }], ...args })

  test('name the counters only while nothing else changed', async () => {
    const before = await state()
    expect(await since(before)).toEqual({
      ...{ accountId: ada.accountId, oldState: before, newState: before, hasMoreChanges: false },
      ...{ created: [], updated: [], destroyed: [], updatedProperties: null },
    })
    await deliver(['work'])
    const counted = await since(before)
    expect(counted).toMatchObject({ created: [], updated: [box('work')], destroyed: [] })
    const counters = ['totalEmails', 'totalThreads', 'unreadEmails', 'unreadThreads']
    expect(counted['updatedProperties']).toEqual(counters)
    await set({ update: { [box('work')]: { name: 'Labour' } } })
    expect(await since(before)).toMatchObject({ updated: [box('work')], updatedProperties: null })
  })

  test('a mailbox made since is created only, one made and destroyed since is not mentioned', async () => {
    const before = await state()
    const { a, b } = await made({ a: { name: 'a' }, b: { name: 'b' } })
    await set({ update: { [a!]: { name: 'z' } }, destroy: [b] })
    expect(await since(before)).toMatchObject({ created: [a], updated: [], destroyed: [] })
  })

  test('nothing changes in a query when only counters did', async () => {
    const before = await state()
    expect(await moved(before, { calculateTotal: true, filter: null })).toEqual({
      ...{ accountId: ada.accountId, oldQueryState: before, newQueryState: before },
      ...{ total: 5, removed: [], added: [] },
    })
    await deliver(['work', 'inbox'])
    expect(await moved(before)).toMatchObject({ removed: [], added: [] })
    expect(await moved(before, { maxChanges: 0 })).toMatchObject({ type: 'invalidArguments' })
    expect(await moved('987654321')).toMatchObject({ type: 'cannotCalculateChanges' })
    await set({ update: { [box('work')]: { name: 'A' }, [box('sent')]: { name: 'B' } } })
    expect(await moved(before, { maxChanges: 3 })).toMatchObject({ type: 'tooManyChanges' })
  })

  test('earlier results and the changes give the present ones, whatever was done', async () => {
    const property = fc.constantFrom('name', 'sortOrder', 'parentId')
    const question = fc.record({
      sort: fc.array(fc.record({ property, isAscending: fc.boolean() }), { maxLength: 2 }),
      sortAsTree: fc.boolean(),
      filterAsTree: fc.boolean(),
      filter: fc.constantFrom<Json | null>(null, { hasAnyRole: false }, { name: 'a' }, { parentId: null }),
    })
    const pick = fc.nat({ max: 20 })
    const step = fc.oneof(
      fc.record({ do: fc.constant('create'), name: fc.stringMatching(/^[a-cA-C]{1,3}$/), under: pick }),
      fc.record({ do: fc.constant('rename'), name: fc.stringMatching(/^[a-cA-C]{1,3}$/), which: pick }),
      fc.record({ do: fc.constant('move'), which: pick, under: pick }),
      fc.record({ do: fc.constant('order'), which: pick, sortOrder: fc.nat({ max: 5 }) }),
      fc.record({ do: fc.constant('destroy'), which: pick }),
    )
    await fc.assert(
      fc.asyncProperty(question, fc.array(step, { minLength: 1, maxLength: 6 }), async (asked, steps) => {
        const before = await call('Mailbox/query', asked)
        for (const one of steps as Step[]) {
          const all = [null, ...(await ids())]
          const under = all[(one['under'] ?? 0) % all.length]
          const which = all[1 + ((one['which'] ?? 0) % (all.length - 1))]!
          if (one['do'] === 'create') await set({ create: { x: { name: one['name'], parentId: under } } })
          else if (one['do'] === 'destroy') await set({ destroy: [which] })
          else {
            const { do: _do, which: _which, under: _under, ...rest } = one
            await set({ update: { [which]: one['do'] === 'move' ? { parentId: under } : rest } })
          }
        }
        const changed = await call('Mailbox/queryChanges', {
          ...{ ...asked, sinceQueryState: before['queryState'] },
        })
        const removed = new Set(changed['removed'] as string[])
        const list = (before['ids'] as string[]).filter((id) => !removed.has(id))
        for (const { id, index } of changed['added'] as Array<{ id: string; index: number }>) {
          list.splice(index, 0, id)
        }
        expect(list).toEqual(await ids(asked))
      }),
      { numRuns: 40 },
    )
  })
})

describe('Mailbox/set (RFC 8621 §2.5)', () => {
  test('creates with everything that can be set, and tells what the server chose', async () => {
    const before = await state()
    const answer = await set({
      create: {
        plain: { name: 'Plain' },
        full: { name: 'Full', parentId: box('work'), sortOrder: 7, isSubscribed: false, role: 'archive' },
      },
    })
    expect(answer).toMatchObject({ accountId: ada.accountId, oldState: before, notCreated: null })
    expect(answer['newState']).toBe(await state())
    const { plain, full } = answer['created'] as Record<string, Json>
    const counts = { totalEmails: 0, unreadEmails: 0, totalThreads: 0, unreadThreads: 0 }
    expect(plain).toMatchObject({ ...counts, parentId: null, role: null, sortOrder: 100, isSubscribed: true })
    expect(plain).toHaveProperty('myRights.mayDelete', true)
    expect(await get(full!['id'] as string)).toMatchObject({
      ...{ name: 'Full', parentId: box('work'), sortOrder: 7, isSubscribed: false, role: 'archive' },
    })
    expect(rig.room.sent).toMatchObject([
      { field: 'create-mailbox', desired: { name: 'Plain' } },
      { field: 'create-mailbox', desired: { name: 'Full', role: 'archive' } },
      { field: 'subscribe-mailbox', desired: { isSubscribed: false } },
    ])
  })

  test('creates a tree in one call, whatever the order, and goes on with it in the same request', async () => {
    const [answer, renamed] = await rig.ada.call(
      [
        'Mailbox/set',
        {
          accountId: ada.accountId,
          create: {
            leaf: { name: 'leaf', parentId: '#branch' },
            branch: { name: 'branch', parentId: '#root' },
            root: { name: 'root' },
            a: { name: 'a', parentId: '#b' },
            b: { name: 'b', parentId: '#a' },
          },
        },
      ],
      [
        'Mailbox/set',
        {
          accountId: ada.accountId,
          update: { '#leaf': { name: 'twig', parentId: '#root' } },
          destroy: ['#branch'],
        },
      ],
    )
    const created = answer![1]['created'] as Record<string, Json>
    expect(Object.keys(created).sort()).toEqual(['branch', 'leaf', 'root'])
    const invalid = { type: 'invalidProperties', properties: ['parentId'] }
    expect(answer![1]['notCreated']).toMatchObject({ a: invalid, b: invalid })
    expect(renamed![1]).toMatchObject({ notUpdated: null, destroyed: [created['branch']!['id']] })
    expect(await get(created['leaf']!['id'] as string)).toMatchObject({
      ...{ name: 'twig', parentId: created['root']!['id'] },
    })
  })

  test.each<[Json, string, string[] | undefined]>([
    [{}, 'invalidProperties', ['name']],
    [{ name: '' }, 'invalidProperties', ['name']],
    [{ name: ' x' }, 'invalidProperties', ['name']],
    [{ name: 'a\u0007b' }, 'invalidProperties', ['name']],
    [{ name: 'ä'.repeat(101) }, 'invalidProperties', ['name']],
    [{ name: 7, colour: 1 }, 'invalidProperties', ['name', 'colour']],
    [{ name: 'x', id: 'L1' }, 'invalidProperties', ['id']],
    [{ name: 'x', totalEmails: 0 }, 'invalidProperties', ['totalEmails']],
    [{ name: 'x', parentId: 'L999999' }, 'invalidProperties', ['parentId']],
    [{ name: 'x', parentId: '#none' }, 'invalidProperties', ['parentId']],
    [{ name: 'x', parentId: 7 }, 'invalidProperties', ['parentId']],
    [{ name: 'x', role: 'inbox' }, 'invalidProperties', ['role']],
    [{ name: 'x', role: 'trash' }, 'invalidProperties', ['role']],
    [{ name: 'x', role: 'nonsense' }, 'invalidProperties', ['role']],
    [{ name: 'x', role: 'all' }, 'invalidProperties', ['role']],
    [{ name: 'x', sortOrder: -1 }, 'invalidProperties', ['sortOrder']],
    [{ name: 'x', sortOrder: 2 ** 31 }, 'invalidProperties', ['sortOrder']],
    [{ name: 'x', isSubscribed: null }, 'invalidProperties', ['isSubscribed']],
    [{ name: 'WORK' }, 'alreadyExists', ['name']],
  ])('does not create %j', async (wanted, type, properties) => {
    const before = await state()
    const answer = await set({ create: { x: wanted, __proto__x: { name: 'other' } } })
    expect(answer['notCreated']).toMatchObject({ x: { type, properties } })
    expect(answer['created']).toHaveProperty('__proto__x.id')
    expect(answer['newState']).not.toBe(before)
  })

  test('keeps names in one form and says so', async () => {
    const answer = await set({ create: { x: { name: 'e\u0301' } } })
    const { x } = answer['created'] as Record<string, Json>
    expect(x!['name']).toBe('\u00e9')
    const id = x!['id'] as string
    expect((await set({ update: { [id]: { name: 'u\u0308' } } }))['updated']).toEqual({
      [id]: { name: '\u00fc' },
    })
  })

  test('renames, moves, orders, subscribes and gives roles; the mail server hears of it', async () => {
    const { a, b } = await made({ a: { name: 'a' }, b: { name: 'b', parentId: box('work') } })
    rig.room.sent.length = 0
    const patch = { name: 'Labour', parentId: a, sortOrder: 4, isSubscribed: false, role: 'archive' }
    const answer = await set({ update: { [box('work')]: patch } })
    expect(answer).toMatchObject({ updated: { [box('work')]: null }, notUpdated: null })
    expect(await get(box('work'))).toMatchObject(patch)
    expect(await get(b!)).toMatchObject({ parentId: box('work') })
    const id = ada.account.boxes.work
    expect(rig.room.sent).toMatchObject([
      { field: 'rename-mailbox', mailboxId: id, base: { name: 'Work', parentId: null } },
      { field: 'subscribe-mailbox', mailboxId: id, desired: { isSubscribed: false } },
    ])
    const journal = await rig.room.changes.journal.list(ada.account.id, 1)
    expect(journal[0]).toMatchObject({
      verb: 'change-mailbox',
      items: [{ type: 'Mailbox', id, before: { name: 'Work', role: null }, after: { name: 'Labour' } }],
    })
    expect(
      (await set({ update: { [box('work')]: { role: null, parentId: null } } }))['notUpdated'],
    ).toBeNull()
    expect(await disagreements(rig.room, ada.account.id)).toEqual([])
  })

  test('changes nothing, not even the state, for an update to what is', async () => {
    const before = await state()
    const whole = await get(box('work'))
    const answer = await set({
      update: { [box('work')]: whole, [box('sent')]: {}, [box('trash')]: { 'myRights/mayDelete': true } },
    })
    expect(answer).toMatchObject({ oldState: before, newState: before, notUpdated: null })
    expect(rig.room.sent).toEqual([])
  })

  test.each<[Json, string, string[] | undefined]>([
    [{ name: 'SENT' }, 'alreadyExists', ['name']],
    [{ name: '' }, 'invalidProperties', ['name']],
    [{ id: 'L1' }, 'invalidProperties', ['id']],
    [{ totalEmails: 5, name: 3 }, 'invalidProperties', ['totalEmails', 'name']],
    [{ 'myRights/mayDelete': false }, 'invalidProperties', ['myRights/mayDelete']],
    [{ role: 'sent' }, 'invalidProperties', ['role']],
    [{ role: 'inbox' }, 'invalidProperties', ['role']],
    [{ parentId: 'self' }, 'invalidProperties', ['parentId']],
    [{ parentId: 'child' }, 'invalidProperties', ['parentId']],
    [{ parentId: 'L999999' }, 'invalidProperties', ['parentId']],
    [{ 'name/x': 'y' }, 'invalidProperties', ['name/x']],
  ])('refuses the update %j', async (patch, type, properties) => {
    const { child } = await made({ child: { name: 'child', parentId: box('work') } })
    const stand: Json = { self: box('work'), child }
    const real = Object.fromEntries(
      Object.entries(patch).map(([key, value]) => [key, stand[value as string] ?? value]),
    )
    const before = await state()
    const answer = await set({ update: { [box('work')]: real } })
    const refused = (answer['notUpdated'] as Record<string, Json>)[box('work')]!
    expect(refused['type']).toBe(type)
    expect(new Set(refused['properties'] as string[])).toEqual(new Set(properties))
    expect(answer).toMatchObject({ updated: null, newState: before })
  })

  test('roles that the mail server gives are its own', async () => {
    const answer = await set({ update: { [box('trash')]: { role: null } } })
    expect(answer['notUpdated']).toMatchObject({ [box('trash')]: { properties: ['role'] } })
  })

  test('unknown ids are not found, another user’s among them, and what is destroyed is not updated', async () => {
    const foreign = `L${rig.bob.account.boxes.work}`
    const patch = { name: 'Mine' }
    const answer = await set({
      update: { L999999: patch, [foreign]: patch, nonsense: patch, '#none': patch, [box('work')]: patch },
      destroy: [box('work'), 'L999998', foreign, 'x', '#none'],
    })
    const notFound = { type: 'notFound' }
    expect(answer['notUpdated']).toMatchObject({
      ...{ L999999: notFound, [foreign]: notFound, nonsense: notFound, '#none': notFound },
      [box('work')]: { type: 'willDestroy' },
    })
    expect(answer['destroyed']).toEqual([box('work')])
    expect(answer['notDestroyed']).toEqual({
      ...{ L999998: notFound, [foreign]: notFound, x: notFound, '#none': notFound },
    })
    const [theirs] = await rig.bob.call(['Mailbox/get', { accountId: rig.bob.accountId, ids: [foreign] }])
    expect(theirs![1]['list']).toMatchObject([{ name: 'Work' }])
  })

  test('destroys no mailbox with a child, and then its mail stays as well', async () => {
    const { child } = await made({ child: { name: 'child', parentId: box('work') } })
    const mail = await deliver(['work'])
    const answer = await set({ destroy: [box('work')], onDestroyRemoveEmails: true })
    expect(answer).toMatchObject({
      ...{ destroyed: null, notDestroyed: { [box('work')]: { type: 'mailboxHasChild' } } },
    })
    const email = await call('Email/get', { ids: [mail], properties: ['mailboxIds'] })
    expect(email['list']).toMatchObject([{ mailboxIds: { [box('work')]: true } }])
    const both = await set({ destroy: [box('work'), child], onDestroyRemoveEmails: true })
    expect(new Set(both['destroyed'] as string[])).toEqual(new Set([box('work'), child]))
  })

  test('destroys mail only when told to, and only what is nowhere else', async () => {
    const [here, both] = [await deliver(['work']), await deliver(['work', 'inbox'])]
    const before = await state()
    const refused = await set({ destroy: [box('work')] })
    expect(refused).toMatchObject({
      ...{ newState: before, notDestroyed: { [box('work')]: { type: 'mailboxHasEmail' } } },
    })
    rig.room.sent.length = 0
    const done = await set({ destroy: [box('work')], onDestroyRemoveEmails: true })
    expect(done).toMatchObject({ destroyed: [box('work')], notDestroyed: null })
    const emails = await call('Email/get', { ids: [here, both], properties: ['mailboxIds'] })
    expect(emails).toMatchObject({
      ...{ list: [{ id: both, mailboxIds: { [box('inbox')]: true } }], notFound: [here] },
    })
    const changes = await call('Email/changes', { sinceState: before })
    expect(changes).toMatchObject({ updated: [both], destroyed: [here] })
    expect(await call('Mailbox/changes', { sinceState: before })).toMatchObject({ destroyed: [box('work')] })
    expect(await get(box('work'))).toBeUndefined()
    expect(await ids()).toHaveLength(4)
    const fields = rig.room.sent.map((one) => one.field)
    expect(fields.sort()).toEqual(['destroy', 'destroy-mailbox', 'mailboxes'])
    expect(await disagreements(rig.room, ada.account.id)).toEqual([])
    const back = await set({ create: { again: { name: 'Work' } } })
    expect(back['notCreated']).toBeNull()
    const filed = await call('Email/set', { update: { [both]: { mailboxIds: { [box('work')]: true } } } })
    expect(filed['notUpdated']).toMatchObject({ [both]: { properties: ['mailboxIds'] } })
  })

  test('does nothing at all when the state is another than expected', async () => {
    const before = await state()
    for (const ifInState of ['0', 'nonsense', `${before}0`]) {
      const answer = await set({
        ...{ ifInState, create: { x: { name: 'x' } }, destroy: [box('work')] },
        update: { [box('sent')]: { name: 'y' } },
      })
      expect(answer).toEqual({ type: 'stateMismatch' })
    }
    expect(await state()).toBe(before)
    expect(await set({ ifInState: before, create: { x: { name: 'x' } } })).toMatchObject({ oldState: before })
  })

  test('takes no more objects than announced', async () => {
    const destroy = Array.from({ length: 1001 }, (_, index) => `L${index + 1}`)
    expect(await set({ destroy })).toMatchObject({ type: 'requestTooLarge' })
    const create = Object.fromEntries(destroy.slice(0, 501).map((id) => [id, { name: id }]))
    expect(await set({ create, destroy: destroy.slice(0, 500) })).toMatchObject({ type: 'requestTooLarge' })
    expect(await ids()).toHaveLength(5)
  })

  test('no random call makes it fail on our side or breaks the tree', async () => {
    const anyId = fc
      .constantFrom('work', 'sent', 'inbox', 'L999', '#x', '__proto__')
      .map((name) => (Object.hasOwn(ada.account.boxes, name) ? box(name as Name) : name))
    const value = fc.oneof(
      anyId,
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('a', 'archive', 0, true, null),
    )
    const keys = ['name', 'parentId', 'role', 'sortOrder', 'isSubscribed', 'id', 'name/x', '__proto__']
    const object = fc.dictionary(fc.constantFrom(...keys), value)
    const args = fc.record(
      {
        create: fc.dictionary(fc.constantFrom('x', 'y', '__proto__'), object),
        update: fc.dictionary(anyId, object),
        destroy: fc.array(anyId, { maxLength: 3 }),
        onDestroyRemoveEmails: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(args, async (random) => {
        expect((await set(random))['type']).toBeUndefined()
        const all = await ids({ sortAsTree: true })
        expect(new Set(all)).toEqual(new Set(await ids()))
      }),
      { numRuns: 100 },
    )
  })
})
