import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ada,
  box,
  call,
  deliver,
  get,
  ids,
  made,
  names,
  set,
  state,
  type Json,
  mailboxesForTests,
} from '../../../../../server-testing/src/jmap/mail/mailbox/mailbox-calls.ts'

mailboxesForTests()

describe('Mailbox/get (RFC 8621 §2.1)', () => {
  test('gives all facts of every mailbox, and only what is asked for', async () => {
    const answer = await call('Mailbox/get', { ids: null })
    expect(answer).toMatchObject({ accountId: ada.accountId, notFound: [] })
    expect(answer['list']).toHaveLength(5)
    const rights = { mayReadItems: true, mayAddItems: true, mayRemoveItems: true, maySetSeen: true }
    expect(await get(box('work'))).toEqual({
      id: box('work'),
      name: 'Work',
      parentId: null,
      role: null,
      sortOrder: 100,
      isSubscribed: true,
      totalEmails: 0,
      unreadEmails: 0,
      totalThreads: 0,
      unreadThreads: 0,
      hue: null,
      myRights: {
        ...rights,
        maySetKeywords: true,
        mayCreateChild: true,
        mayRename: true,
        mayDelete: true,
        maySubmit: true,
      },
    })
    expect(await get(box('inbox'), ['role'])).toEqual({ id: box('inbox'), role: 'inbox' })
    const some = await call('Mailbox/get', { ids: [box('sent'), 'L999999', 'nonsense', `${box('sent')}`] })
    expect((some['list'] as Json[]).map((json) => json['id'])).toEqual([box('sent')])
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
    const total = async (more: Json = {}, collapseThreads = false) => {
      const filter = { inMailbox: box('work'), ...more }
      return (await call('Email/query', { filter, collapseThreads, limit: 0, calculateTotal: true }))['total']
    }
    const counted = async () => ({
      totalEmails: await total(),
      unreadEmails: await total({ notKeyword: '$seen' }),
      totalThreads: await total({}, true),
    })
    expect(await counted()).toMatchObject({ totalEmails: 2, unreadEmails: 2 })
    expect(await get(box('work'))).toMatchObject(await counted())
    const [first] = (await call('Email/query', { filter: { inMailbox: box('work') } }))['ids'] as [string]
    await call('Email/set', { update: { [first]: { 'keywords/$seen': true } } })
    expect(await counted()).toMatchObject({ totalEmails: 2, unreadEmails: 1 })
    expect(await get(box('work'))).toMatchObject(await counted())
  })
})

describe('Mailbox/query (RFC 8621 §2.3)', () => {
  test('filters by parent, name, role and subscription, with operators', async () => {
    const { child } = await made({
      child: { name: 'Wörk child', parentId: box('work'), isSubscribed: false },
    })
    expect(await names({ filter: { parentId: null }, sort: [{ property: 'name' }] })).toEqual([
      'Drafts',
      'INBOX',
      'Sent',
      'Trash',
      'Work',
    ])
    expect(await ids({ filter: { parentId: box('work') } })).toEqual([child])
    expect(await ids({ filter: { parentId: 'L99999' } })).toEqual([])
    expect(await names({ filter: { name: 'wö' } })).toEqual(['Wörk child'])
    expect(await names({ filter: { role: 'sent' } })).toEqual(['Sent'])
    expect(await names({ filter: { hasAnyRole: false }, sort: [{ property: 'name' }] })).toEqual([
      'Work',
      'Wörk child',
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
      b: { name: 'beta', sortOrder: 3 },
      a: { name: 'Älpha', sortOrder: 9 },
      c: { name: 'Alpine', sortOrder: 3 },
    })
    await made({ d: { name: 'aardvark', parentId: b, sortOrder: 1 } })
    const filter = { hasAnyRole: false }
    const byName = [{ property: 'name' }]
    expect(await names({ filter, sort: byName })).toEqual(['aardvark', 'Älpha', 'Alpine', 'beta', 'Work'])
    expect(await names({ filter, sort: [{ property: 'name', isAscending: false }] })).toEqual([
      'Work',
      'beta',
      'Alpine',
      'Älpha',
      'aardvark',
    ])
    expect(await names({ filter, sort: [{ property: 'sortOrder' }, ...byName] })).toEqual([
      'aardvark',
      'Alpine',
      'beta',
      'Älpha',
      'Work',
    ])
    expect(await names({ filter, sort: byName, sortAsTree: true })).toEqual([
      'Älpha',
      'Alpine',
      'beta',
      'aardvark',
      'Work',
    ])
    const noBeta = { operator: 'NOT', conditions: [{ name: 'beta' }, { hasAnyRole: true }] }
    expect(await names({ filter: noBeta, sort: byName })).toContain('aardvark')
    expect(await names({ filter: noBeta, sort: byName, filterAsTree: true })).toEqual([
      'Älpha',
      'Alpine',
      'Work',
    ])
  })

  test('gives pages, anchors and totals', async () => {
    const all = await ids({ sort: [{ property: 'name' }] })
    const sort = [{ property: 'name' }]
    expect(await call('Mailbox/query', { sort, position: 1, limit: 2, calculateTotal: true })).toEqual({
      accountId: ada.accountId,
      queryState: await state(),
      canCalculateChanges: true,
      position: 1,
      ids: all.slice(1, 3),
      total: 5,
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
    [{ sort: [{ property: 'name', collation: 'i;ascii-casemap' }] }, 'unsupportedSort'],
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
      accountId: ada.accountId,
      oldState: before,
      newState: before,
      hasMoreChanges: false,
      created: [],
      updated: [],
      destroyed: [],
      updatedProperties: null,
    })
    await deliver(['work'])
    const counted = await since(before)
    expect(counted).toMatchObject({ created: [], updated: [box('work')], destroyed: [] })
    const counters = ['totalEmails', 'totalThreads', 'unreadEmails', 'unreadThreads']
    expect(counted['updatedProperties']).toEqual(counters)
    await set({ update: { [box('work')]: { name: 'Labour' } } })
    expect(await since(before)).toMatchObject({ updated: [box('work')], updatedProperties: null })
  })

  test('name the counters where a mailbox was made before and only counts changed since', async () => {
    await made({ a: { name: 'a' } })
    const before = await state()
    await deliver(['work'])
    const counted = await since(before)
    expect(counted).toMatchObject({ created: [], updated: [box('work')] })
    expect(counted['updatedProperties']).toEqual(expect.arrayContaining(['totalEmails', 'unreadEmails']))
    await made({ b: { name: 'b' } })
    const both = await since(before)
    expect(both).toMatchObject({ updated: [box('work')] })
    expect(both['updatedProperties']).toEqual(expect.arrayContaining(['totalEmails', 'unreadEmails']))
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
      accountId: ada.accountId,
      oldQueryState: before,
      newQueryState: before,
      total: 5,
      removed: [],
      added: [],
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
        for (const action of steps as Step[]) {
          const all = [null, ...(await ids())]
          const under = all[(action['under'] ?? 0) % all.length]
          const which = all[1 + ((action['which'] ?? 0) % (all.length - 1))]!
          if (action['do'] === 'create')
            await set({ create: { x: { name: action['name'], parentId: under } } })
          else if (action['do'] === 'destroy') await set({ destroy: [which] })
          else {
            const { do: _do, which: _which, under: _under, ...rest } = action
            await set({ update: { [which]: action['do'] === 'move' ? { parentId: under } : rest } })
          }
        }
        const changed = await call('Mailbox/queryChanges', {
          ...asked,
          sinceQueryState: before['queryState'],
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
