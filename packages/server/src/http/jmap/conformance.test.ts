import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliver, newAccount } from '../../mail/mail-for-tests.ts'
import { type JmapForTests, jmapForTests } from './jmap-for-tests.ts'
import { limits } from './limits.ts'
import { methods } from './methods.ts'

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

const table = [...methods({} as Parameters<typeof methods>[0]).keys()]
/** Those that have no state, or belong to no account, go by rules of their own. */
const special = /^(Blob|PushSubscription|SearchSnippet|RenderedBody|AttachmentPreview|List)\//
/** Those of the personal account, which this walk does not ask, have the same tests beside them. */
const personal = /^(Preferences|SavedSearch|Rule|TrustedSender|AddressBook|ContactCard|Person)\//
const called = (suffix: string) =>
  table.filter((name) => name.endsWith(`/${suffix}`) && !special.test(name) && !personal.test(name))

/** With every capability that the session announces. */
let using: string[] | undefined
async function one(name: string, args: Json, accountId: string | null = rig.ada.accountId): Promise<Json> {
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
const state = async () => (await one('Mailbox/get', { ids: [] }))['state'] as string
const many = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`)

test('the kinds of methods are as many as they should be', () => {
  expect(called('get').length).toBeGreaterThan(5)
  expect(called('changes').sort()).toEqual(
    ['Email', 'EmailSubmission', 'Identity', 'Mailbox', 'Quota', 'Thread'].map((type) => `${type}/changes`),
  )
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
    const none = { accountId: rig.ada.accountId, state: await state(), list: [], notFound: [] }
    expect(await one(name, { ids: [] })).toEqual(none)
    const answer = await one(name, { ids: ['x', 'x', '#x', '', '__proto__'] })
    expect(new Set(answer['notFound'] as string[])).toEqual(new Set(['x', '#x', '', '__proto__']))
  })

  test('gives what is asked for, and the id', async () => {
    const { list } = (await one(name, { ids: null, properties: [] })) as { list: Json[] }
    for (const object of list) expect(Object.keys(object)).toEqual(['id'])
    expect(await one(name, { ids: [], properties: ['nonsense'] })).toEqual({ error: 'invalidArguments' })
  })

  test('refuses wrong types, and more ids than announced', async () => {
    for (const ids of ['x', [7], {}, 7, true])
      expect([ids, await one(name, { ids })]).toEqual([ids, { error: 'invalidArguments' }])
    expect(await one(name, { ids: many(limits.maxObjectsInGet + 1) })).toEqual({ error: 'requestTooLarge' })
  })
})

describe.each(called('changes'))('%s (RFC 8620 §5.2)', (name) => {
  test('has nothing to tell of the state that is', async () => {
    const sinceState = await state()
    expect(await one(name, { sinceState })).toMatchObject({
      ...{ accountId: rig.ada.accountId, oldState: sinceState, newState: sinceState, hasMoreChanges: false },
      ...{ created: [], updated: [], destroyed: [] },
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

const settable = ['set', 'copy', 'import'].flatMap(called)

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
        throw new Error(`No wish for ${name}`)
    }
  }

  test('does nothing at all and says stateMismatch, also where there is nothing to do', async () => {
    const before = await state()
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
    expect(await state()).toBe(before)
  })
})

describe.each(called('set'))('%s (RFC 8620 §5.3)', (name) => {
  test('with nothing to do answers the state and nulls', async () => {
    const now = await state()
    const nothing = {
      ...{ accountId: rig.ada.accountId, oldState: now, newState: now, created: null, notCreated: null },
      ...{ updated: null, notUpdated: null, destroyed: null, notDestroyed: null },
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
    expect(all).toMatchObject({ position: 0, total: ids.length, queryState: await state() })
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
    if (query['canCalculateChanges'] === false) expect(answer).toEqual({ error: 'cannotCalculateChanges' })
    else
      expect(answer).toEqual({
        ...{ accountId: rig.ada.accountId, oldQueryState: sinceQueryState, newQueryState: sinceQueryState },
        ...{ removed: [], added: [], total: (query['ids'] as string[]).length },
      })
  })

  test('cannot tell of states that never were', async () => {
    for (const sinceQueryState of ['999999999', 'x', ''])
      expect(await one(name, { sinceQueryState })).toEqual({ error: 'cannotCalculateChanges' })
    expect((await one(name, {}))['error']).toMatch(/^(invalidArguments|cannotCalculateChanges)$/)
  })
})

// Last: it makes the account forget, as 30 days do.
test('states from before the log are no longer counted from, by any method', async () => {
  const old = await state()
  await rig.ada.deliver([{ subject: 'Two', boxes: [rig.ada.account.boxes.inbox] }])
  const { database } = rig.room.db
  await database.query('update jmap_account set oldest_state = state where id = $1', [rig.ada.account.id])
  await database.query('delete from change_log where account_id = $1', [rig.ada.account.id])
  for (const name of called('changes'))
    expect([name, await one(name, { sinceState: old })]).toEqual([name, { error: 'cannotCalculateChanges' }])
  for (const name of called('queryChanges'))
    expect([name, await one(name, { sinceQueryState: old })]).toEqual([
      ...[name, { error: 'cannotCalculateChanges' }],
    ])
})
