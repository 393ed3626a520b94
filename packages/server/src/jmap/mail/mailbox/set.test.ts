import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { disagreements } from '../../../../../server-testing/src/mail/test-mail.ts'
import {
  ada,
  box,
  call,
  deliver,
  get,
  ids,
  made,
  rig,
  set,
  state,
  type Json,
  type Name,
  mailboxesForTests,
} from '../../../../../server-testing/src/jmap/mail/mailbox/mailbox-calls.ts'

mailboxesForTests()

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
    expect(plain).toMatchObject({ ...counts, parentId: null, role: null, sortOrder: 0, isSubscribed: true })
    expect(plain).toHaveProperty('myRights.mayDelete', true)
    expect(await get(full!['id'] as string)).toMatchObject({
      name: 'Full',
      parentId: box('work'),
      sortOrder: 7,
      isSubscribed: false,
      role: 'archive',
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
      name: 'twig',
      parentId: created['root']!['id'],
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
    [{ 'myRights/mayAddItems': false }, 'invalidProperties', ['myRights/mayAddItems']],
    [{ role: 'sent' }, 'invalidProperties', ['role']],
    [{ role: 'inbox' }, 'invalidProperties', ['role']],
    [{ parentId: 'self' }, 'invalidProperties', ['parentId']],
    [{ parentId: 'child' }, 'invalidProperties', ['parentId']],
    [{ parentId: 'L999999' }, 'invalidProperties', ['parentId']],
    [{ 'name/x': 'y' }, 'invalidPatch', undefined],
    [{ myRights: {}, 'myRights/mayDelete': true }, 'invalidPatch', undefined],
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
      L999999: notFound,
      [foreign]: notFound,
      nonsense: notFound,
      '#none': notFound,
      [box('work')]: { type: 'willDestroy' },
    })
    expect(answer['destroyed']).toEqual([box('work')])
    expect(answer['notDestroyed']).toEqual({
      L999998: notFound,
      [foreign]: notFound,
      x: notFound,
      '#none': notFound,
    })
    const [theirs] = await rig.bob.call(['Mailbox/get', { accountId: rig.bob.accountId, ids: [foreign] }])
    expect(theirs![1]['list']).toMatchObject([{ name: 'Work' }])
  })

  test('destroys no mailbox with a child, and then its mail stays as well', async () => {
    const { child } = await made({ child: { name: 'child', parentId: box('work') } })
    const mail = await deliver(['work'])
    const answer = await set({ destroy: [box('work')], onDestroyRemoveEmails: true })
    expect(answer).toMatchObject({
      destroyed: null,
      notDestroyed: { [box('work')]: { type: 'mailboxHasChild' } },
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
      newState: before,
      notDestroyed: { [box('work')]: { type: 'mailboxHasEmail' } },
    })
    rig.room.sent.length = 0
    const done = await set({ destroy: [box('work')], onDestroyRemoveEmails: true })
    expect(done).toMatchObject({ destroyed: [box('work')], notDestroyed: null })
    const emails = await call('Email/get', { ids: [here, both], properties: ['mailboxIds'] })
    expect(emails).toMatchObject({
      list: [{ id: both, mailboxIds: { [box('inbox')]: true } }],
      notFound: [here],
    })
    const changes = await call('Email/changes', { sinceState: before })
    expect(changes).toMatchObject({ updated: [both], destroyed: [here] })
    expect(await call('Mailbox/changes', { sinceState: before })).toMatchObject({ destroyed: [box('work')] })
    expect(await get(box('work'))).toBeUndefined()
    expect(await ids()).toHaveLength(4)
    const fields = rig.room.sent.map((outboxIntent) => outboxIntent.field)
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
        ifInState,
        create: { x: { name: 'x' } },
        destroy: [box('work')],
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

describe('the lists extension', () => {
  test('gives a mailbox a colour, which no provider hears of and which outlives the next list', async () => {
    const { painted } = await made({ painted: { name: 'Painted', hue: 4 } })
    expect(await get(painted!)).toMatchObject({ name: 'Painted', hue: 4 })
    rig.room.sent.length = 0
    await set({ update: { [box('work')]: { hue: 11 }, [painted!]: { hue: null } } })
    expect([await get(box('work')), await get(painted!)]).toMatchObject([{ hue: 11 }, { hue: null }])
    expect(rig.room.sent).toEqual([])
    await set({ update: { [box('work')]: { name: 'Renamed' } } })
    expect(await get(box('work'))).toMatchObject({ name: 'Renamed', hue: 11 })
    for (const hue of [12, -1, 1.5, 'red'])
      expect(await set({ update: { [box('work')]: { hue } } })).toMatchObject({
        notUpdated: { [box('work')]: { type: 'invalidProperties', properties: ['hue'] } },
      })
  })

  test('is not there for who does not use it', async () => {
    const using = ['urn:ietf:params:jmap:core', 'urn:ietf:params:jmap:mail']
    const methodCalls = [
      ['Mailbox/get', { accountId: ada.accountId, ids: [box('work')] }, 'get'],
      ['Mailbox/set', { accountId: ada.accountId, update: { [box('work')]: { hue: 1 } } }, 'set'],
      ['Mailbox/set', { accountId: ada.accountId, onDestroyMoveEmailsTo: box('trash') }, 'move'],
    ]
    const { json } = await ada.post(JSON.stringify({ using, methodCalls }))
    const [got, painted, moved] = json['methodResponses'] as [string, Json][]
    expect((got![1]['list'] as Json[])[0]).not.toHaveProperty('hue')
    expect(painted![1]).toMatchObject({ notUpdated: { [box('work')]: { type: 'invalidProperties' } } })
    expect(moved!.slice(0, 2)).toMatchObject(['error', { type: 'invalidArguments' }])
  })

  test('moves mail that is nowhere else when its mailbox goes, and leaves the rest where it is', async () => {
    await deliver(['work'])
    await deliver(['work', 'inbox'])
    const args = { destroy: [box('work')] }
    expect(await set({ ...args, onDestroyMoveEmailsTo: box('work') })).toMatchObject({
      notDestroyed: { [box('work')]: { type: 'mailboxHasEmail' } },
    })
    expect(await set({ ...args, onDestroyMoveEmailsTo: box('trash') })).toMatchObject({
      destroyed: [box('work')],
    })
    expect([await get(box('trash')), await get(box('inbox'))]).toMatchObject([
      { totalEmails: 1 },
      { totalEmails: 1 },
    ])
    expect(await disagreements(rig.room, ada.account.id)).toEqual([])
  })
})
