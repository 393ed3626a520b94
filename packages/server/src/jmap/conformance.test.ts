import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliver, newAccount } from '../../../server-testing/src/mail/test-mail.ts'
import {
  declaredMethods,
  type JmapForTests,
  jmapForTests,
} from '../../../server-testing/src/jmap/test-jmap.ts'
import { limits } from './engine/limits.ts'

/**
 * What RFC 8620 §5 says of every /get, /changes, /set, /query and /queryChanges, asked of each that there is. A new
 * method is asked as soon as it is in the table.
 */
let rig: JmapForTests
/** Another account of the same user, and a message in it. */
let second: { accountId: string; emailId: string }
beforeAll(async () => {
  rig = await jmapForTests()
  const cause = { actor: { kind: 'provider' as const }, verb: 'sync' }
  await rig.room.changes.write(rig.ada.account.id, cause, (change) =>
    rig.room.mail.quotas.reconcile(change, [{ resource: 'storage', used: 1, hardLimit: 2 }]),
  )
  await rig.ada.deliver([{ subject: 'One', boxes: [rig.ada.account.boxes.inbox] }])
  await one('Identity/get', {}) // makes the first one
  const { id, boxes } = await newAccount({ ...rig.room, user: rig.ada.id })
  const [emailId] = await deliver(rig.room, id, [{ subject: 'There', boxes: [boxes.inbox] }])
  second = { accountId: `A${id}`, emailId: `M${emailId}` }
})
afterAll(() => rig[Symbol.asyncDispose]())

type Json = Record<string, unknown>

const table = [...declaredMethods.keys()]
/** Those that have no state, or belong to no account, go by rules of their own. */
const special =
  /^(Blob|PushSubscription|SearchSnippet|RenderedBody|AttachmentPreview|List|Invitation|Person)\//
/** What lives in the personal account is asked there. */
const personal =
  /^(Preferences|SavedSearch|Template|Rule|TrustedSender|AddressBook|ContactCard|Calendar|CalendarEvent|CalendarEventNotification|ParticipantIdentity|ShareLink|BookingPage|Booking|Reminder)\//
const getPlace = (name: string) => (personal.test(name) ? rig.ada.personalId : rig.ada.accountId)
const called = (suffix: string) => table.filter((name) => name.endsWith(`/${suffix}`) && !special.test(name))

/** With every capability that the session announces. */
let using: string[] | undefined
async function one(name: string, args: Json, accountId: string | null = getPlace(name)): Promise<Json> {
  const headers = { authorization: `Bearer ${rig.ada.token}` }
  using ??= Object.keys(
    (await rig.http.app.inject({ url: '/jmap/session', headers })).json<{ capabilities: Json }>()
      .capabilities,
  )
  const methodCalls = [[name, accountId === null ? args : { accountId, ...args }, '0']]
  const { json } = await rig.ada.post(JSON.stringify({ using, methodCalls }))
  const [answered, answer] = (json['methodResponses'] as Array<[string, Json]>)[0]!
  return answered === 'error' ? { error: answer['type'] } : answer
}
const state = async (name: string) => (await one(`${name.split('/')[0]}/get`, { ids: [] }))['state'] as string
const many = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`)

test('the kinds of methods are as many as they should be', () => {
  expect(called('get').length).toBeGreaterThan(5)
  const types = called('changes').map((name) => name.split('/')[0]!)
  expect(types.filter((type) => !personal.test(`${type}/`)).sort()).toEqual([
    'Email',
    'EmailSubmission',
    'Identity',
    'Mailbox',
    'Quota',
    'Thread',
  ])
  expect(types.filter((type) => personal.test(`${type}/`)).length).toBeGreaterThan(10)
})

describe.each(table.filter((name) => !/^(Core|PushSubscription|List|Journal)\//.test(name)))('%s', (name) => {
  test('defaults no account, and knows its arguments', async () => {
    expect(await one(name, {}, null)).toEqual({ error: 'invalidArguments' })
    for (const accountId of [7, null, ['A1']])
      expect(await one(name, { accountId }, null)).toEqual({ error: 'invalidArguments' })
    expect(await one(name, { nonsense: 1 })).toEqual({ error: 'invalidArguments' })
  })
})

describe.each(called('get'))('%s (RFC 8620 §5.1)', (name) => {
  test('answers the state alone for no ids, and lists what is not there', async () => {
    const none = { accountId: getPlace(name), state: await state(name), list: [], notFound: [] }
    expect(await one(name, { ids: [] })).toEqual(none)
    const answer = await one(name, { ids: ['x', 'x', '#x', '', '__proto__'] })
    expect(new Set(answer['notFound'] as string[])).toEqual(new Set(['x', '#x', '', '__proto__']))
  })

  test('gives what is asked for, and the id', async () => {
    const { list } = (await one(name, { ids: null, properties: [] })) as { list: Json[] }
    for (const object of list) expect(Object.keys(object)).toEqual(['id'])
    // Cards and events keep what this server has no name for, so any property may be one of theirs.
    const isOpen = /^(ContactCard|CalendarEvent)\//.test(name)
    const unknown = await one(name, { ids: [], properties: ['nonsense'] })
    expect(unknown).toMatchObject(isOpen ? { list: [] } : { error: 'invalidArguments' })
  })

  test('refuses wrong types, and more ids than announced', async () => {
    for (const ids of ['x', [7], {}, 7, true])
      expect([ids, await one(name, { ids })]).toEqual([ids, { error: 'invalidArguments' }])
    expect(await one(name, { ids: many(limits.maxObjectsInGet + 1) })).toEqual({ error: 'requestTooLarge' })
  })
})

describe.each(called('changes'))('%s (RFC 8620 §5.2)', (name) => {
  test('has nothing to tell of the state that is', async () => {
    const sinceState = await state(name)
    expect(await one(name, { sinceState })).toMatchObject({
      accountId: getPlace(name),
      oldState: sinceState,
      newState: sinceState,
      hasMoreChanges: false,
      created: [],
      updated: [],
      destroyed: [],
    })
  })

  test('cannot tell of states that never were, nor of none', async () => {
    for (const sinceState of ['999999999', 'x', '', '-1', '1.5', '01', '9'.repeat(30)])
      expect(await one(name, { sinceState })).toEqual({ error: 'cannotCalculateChanges' })
    for (const sinceState of [undefined, null, 1, {}])
      expect(await one(name, { sinceState })).toEqual({ error: 'invalidArguments' })
    for (const maxChanges of [0, -1, 1.5, '5', Number.MAX_VALUE])
      expect(await one(name, { sinceState: '1', maxChanges })).toEqual({ error: 'invalidArguments' })
  })
})

/** Copies between accounts with calendars or cards have their tests beside them. */
const settable = ['set', 'copy', 'import']
  .flatMap(called)
  .filter((name) => !/^(ContactCard|CalendarEvent)\/copy$/.test(name))

describe.each(settable)('%s in another state than expected (RFC 8620 §5.3)', (name) => {
  const { boxes } = { boxes: () => rig.ada.account.boxes }
  const work = () => ({ [`L${boxes().work}`]: true })
  /** Each would change something, or at least be looked at, were the state right. */
  const wishes = async (): Promise<Json[]> => {
    const [id] = ((await one('Email/query', { limit: 1 }))['ids'] as string[]) ?? []
    const [identity] = (await one('Identity/get', {}))['list'] as Array<{ id: string }>
    switch (name) {
      case 'Email/set':
        return [
          { create: { c: { mailboxIds: work() } } },
          { update: { [id!]: { 'keywords/x': true } } },
          { destroy: [id] },
        ]
      case 'Mailbox/set':
        return [
          { create: { c: { name: 'New' } } },
          { update: { [`L${boxes().work}`]: { sortOrder: 9 } } },
          { destroy: [`L${boxes().work}`] },
        ]
      case 'Identity/set':
        return [{ update: { [identity!.id]: { name: 'Other' } } }]
      case 'EmailSubmission/set':
        return [{ create: { c: { identityId: identity!.id, emailId: id } } }]
      case 'Email/import':
        return [{ emails: { i: { blobId: 'Bnone', mailboxIds: work() } } }]
      case 'Email/copy':
        return [{ create: { c: { id: second.emailId, mailboxIds: work() } } }]
      default:
        return [
          { create: { c: { name: 'New' } } },
          { update: { x: { name: 'Other' } } },
          { create: { c: {} }, destroy: ['x'] },
        ]
    }
  }

  test('does nothing at all and says stateMismatch, also where there is nothing to do', async () => {
    const before = await state(name)
    const from = name === 'Email/copy' ? { fromAccountId: second.accountId } : {}
    const nothing = name.endsWith('/set')
      ? [{}, { update: { x: {} } }, { destroy: ['x'] }]
      : name === 'Email/copy'
        ? [{ create: {} }]
        : [{ emails: {} }]
    for (const wish of [...(await wishes()), ...nothing])
      for (const ifInState of ['0', '999999999', 'x', '']) {
        const answer = await one(name, { ...from, ifInState, ...wish })
        expect([wish, answer]).toEqual([wish, { error: 'stateMismatch' }])
        if (name !== 'Email/copy') continue
        const there = await one(name, { ...from, ifFromInState: ifInState, ...wish })
        expect([wish, there]).toEqual([wish, { error: 'stateMismatch' }])
      }
    expect(await one(name, { ...from, ...(await wishes())[0], ifInState: 7 })).toEqual({
      error: 'invalidArguments',
    })
    expect(await state(name)).toBe(before)
  })
})

describe.each(called('set'))('%s (RFC 8620 §5.3)', (name) => {
  test('with nothing to do answers the state and nulls', async () => {
    const now = await state(name)
    const nothing = {
      accountId: getPlace(name),
      oldState: now,
      newState: now,
      created: null,
      notCreated: null,
      updated: null,
      notUpdated: null,
      destroyed: null,
      notDestroyed: null,
    }
    const { journalId: _journalId, ...answer } = await one(name, {
      create: null,
      update: null,
      destroy: null,
    })
    expect(answer).toEqual(nothing)
  })

  test('names what is not there, and leaves the rest', async () => {
    const update = { x: {}, '#none': {}, ['__proto__']: {} }
    const answer = await one(name, { update, destroy: ['y', '#none'] })
    const notUpdated = Object.entries(answer['notUpdated'] as Record<string, Json>)
    expect(notUpdated.map(([id, { type }]) => [id, type]).sort()).toEqual([
      ['#none', 'notFound'],
      ['__proto__', 'notFound'],
      ['x', 'notFound'],
    ])
    expect(Object.keys(answer['notDestroyed'] as Json).sort()).toEqual(['#none', 'y'])
    expect(answer).toMatchObject({ updated: null, destroyed: null })
  })

  test('refuses wrong types, and more objects than announced', async () => {
    for (const wrong of [
      { create: [] },
      { update: 7 },
      { destroy: {} },
      { destroy: [7] },
      { create: { a: 1 } },
    ])
      expect([wrong, await one(name, wrong)]).toEqual([wrong, { error: 'invalidArguments' }])
    const destroy = many(limits.maxObjectsInSet)
    expect(await one(name, { destroy: [...destroy, 'y'] })).toEqual({ error: 'requestTooLarge' })
    expect(await one(name, { destroy, update: { y: {} } })).toEqual({ error: 'requestTooLarge' })
  })
})

describe.each(called('query'))('%s (RFC 8620 §5.5)', (name) => {
  test('pages from either end, and counts when asked', async () => {
    const all = await one(name, { filter: null, sort: null, calculateTotal: true })
    const ids = all['ids'] as string[]
    expect(all).toMatchObject({ position: 0, total: ids.length, queryState: await state(name) })
    expect(await one(name, {})).not.toHaveProperty('total')
    expect(await one(name, { filter: {} })).toMatchObject({ ids })
    expect(await one(name, { limit: 0, calculateTotal: true })).toMatchObject({ ids: [], total: ids.length })
    expect(await one(name, { position: -1 })).toMatchObject({ ids: ids.slice(-1) })
    expect(await one(name, { position: -999_999 })).toMatchObject({ ids, position: 0 })
    expect(await one(name, { position: 999_999 })).toMatchObject({ ids: [] })
    expect(await one(name, { anchor: 'x' })).toEqual({ error: 'anchorNotFound' })
  })

  test('refuses what it cannot sort or filter by', async () => {
    const sorts = [[{ property: 'nonsense' }], [{ property: 'id', collation: 'i;nonsense' }]]
    for (const sort of sorts) expect(await one(name, { sort })).toEqual({ error: 'unsupportedSort' })
    for (const sort of [7, [7], [{}], [{ property: 7 }]])
      expect([sort, await one(name, { sort })]).toEqual([sort, { error: 'invalidArguments' }])
    for (const filter of [7, [], { operator: 'XOR', conditions: [] }, { operator: 'AND' }])
      expect([filter, await one(name, { filter })]).toEqual([filter, { error: 'invalidArguments' }])
    expect((await one(name, { filter: { nonsense: 1 } }))['error']).toMatch(
      /^(invalidArguments|unsupportedFilter)$/,
    )
    for (const limit of [-1, 1.5, '7'])
      expect(await one(name, { limit })).toEqual({ error: 'invalidArguments' })
  })
})

describe.each(called('queryChanges'))('%s (RFC 8620 §5.6)', (name) => {
  test('has exactly nothing to tell of the state that is, where its query says it can', async () => {
    const query = await one(name.replace('queryChanges', 'query'), {})
    const sinceQueryState = query['queryState'] as string
    const answer = await one(name, { sinceQueryState, filter: null, calculateTotal: true })
    const unchanged = {
      accountId: getPlace(name),
      oldQueryState: sinceQueryState,
      newQueryState: sinceQueryState,
      removed: [],
      added: [],
      total: (query['ids'] as string[]).length,
    }
    const cannot = { error: 'cannotCalculateChanges' }
    expect(answer).toEqual(query['canCalculateChanges'] === false ? cannot : unchanged)
  })

  test('cannot tell of states that never were', async () => {
    for (const sinceQueryState of ['999999999', 'x', ''])
      expect(await one(name, { sinceQueryState })).toEqual({ error: 'cannotCalculateChanges' })
    expect((await one(name, {}))['error']).toMatch(/^(invalidArguments|cannotCalculateChanges)$/)
  })
})

// Last: it makes the accounts forget, as 30 days do.
test('states from before the log are no longer counted from, by any method', async () => {
  // Addresses of one's own have no log: the state says which they are.
  const isLogged = (name: string) => !name.startsWith('ParticipantIdentity/')
  const names = [...called('changes'), ...called('queryChanges')].filter(isLogged)
  const old = new Map<string, string>()
  for (const name of names) old.set(name, await state(name))
  await rig.ada.deliver([{ subject: 'Two', boxes: [rig.ada.account.boxes.inbox] }])
  await one('AddressBook/set', { create: { b: { name: 'New' } } })
  const accounts = [rig.ada.account.id, Number(rig.ada.personalId.slice(1))]
  const { database } = rig.room.db
  await database.query('update jmap_account set oldest_state = state where id = any ($1)', [accounts])
  await database.query('delete from change_log where account_id = any ($1)', [accounts])
  for (const name of names) {
    const since = name.endsWith('/changes') ? 'sinceState' : 'sinceQueryState'
    expect([name, await one(name, { [since]: old.get(name) })]).toEqual([
      name,
      { error: 'cannotCalculateChanges' },
    ])
  }
})
