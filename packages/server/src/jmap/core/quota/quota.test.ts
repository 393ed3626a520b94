import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type JmapForTests,
  type JmapUser,
  jmapForTests,
} from '../../../../../server-testing/src/jmap/test-jmap.ts'

let rig: JmapForTests
let ada: JmapUser
beforeAll(async () => {
  rig = await jmapForTests()
  ada = rig.ada
  await provide(1000)
})
afterAll(() => rig[Symbol.asyncDispose]())

function provide(used: number) {
  const cause = { actor: { kind: 'provider' as const }, verb: 'sync' }
  return rig.room.changes.write(ada.account.id, cause, (change) =>
    rig.room.mail.quotas.reconcile(change, [
      { resource: 'storage', used, hardLimit: 5000 },
      { resource: 'messages', used: 2000, hardLimit: 10_000 },
    ]),
  )
}

/** As Bulwark asks: with core and mail alone in `using`. */
async function call(name: string, args: Record<string, unknown> = {}, user = ada) {
  const using = ['urn:ietf:params:jmap:core', 'urn:ietf:params:jmap:mail']
  const methodCalls = [[name, { accountId: user.accountId, ...args }, '0']]
  const { json } = await user.post(JSON.stringify({ using, methodCalls }))
  const [[answered, answer]] = json['methodResponses'] as [[string, Record<string, unknown>]]
  return answered === 'error' ? { error: answer['type'] } : answer
}

test('quotas are got with core and mail alone in `using`', async () => {
  const { list, notFound } = await call('Quota/get', { ids: null })
  const same = { scope: 'account', types: ['Email'], warnLimit: null, softLimit: null, description: null }
  expect([list, notFound]).toEqual([
    [
      { id: 'Q1', resourceType: 'octets', used: 1000, hardLimit: 5000, name: 'Storage', ...same },
      { id: 'Q2', resourceType: 'count', used: 2000, hardLimit: 10_000, name: 'Messages', ...same },
    ],
    [],
  ])
  expect(await call('Quota/get', { ids: ['Q2', 'Q9', 'x'], properties: ['used'] })).toMatchObject({
    list: [{ id: 'Q2', used: 2000 }],
    notFound: ['x', 'Q9'],
  })
  expect(await call('Quota/get', { properties: ['colour'] })).toEqual({ error: 'invalidArguments' })
})

test('an account without quotas has none, and those of another user are as unknown as none', async () => {
  expect(await call('Quota/get', { ids: null }, rig.bob)).toMatchObject({ list: [], notFound: [] })
  expect(await call('Quota/get', { ids: ['Q1'] }, rig.bob)).toMatchObject({ list: [], notFound: ['Q1'] })
  for (const name of ['Quota/get', 'Quota/query', 'Quota/queryChanges'])
    expect(await call(name, { accountId: ada.accountId }, rig.bob)).toEqual({ error: 'accountNotFound' })
  const since = { accountId: ada.accountId, sinceState: '0' }
  expect(await call('Quota/changes', since, rig.bob)).toEqual({ error: 'accountNotFound' })
})

test('a client is told when nothing but the use has changed', async () => {
  const { state } = await call('Quota/get', { ids: [] })
  await provide(3000)
  expect(await call('Quota/changes', { sinceState: state })).toMatchObject({
    oldState: state,
    created: [],
    updated: ['Q1'],
    destroyed: [],
    updatedProperties: ['used'],
  })
})

test('quotas are filtered and sorted', async () => {
  const ids = async (args: Record<string, unknown>) => (await call('Quota/query', args))['ids']
  await provide(1000)
  expect(await ids({})).toEqual(['Q1', 'Q2'])
  expect(await ids({ sort: [{ property: 'used', isAscending: false }] })).toEqual(['Q2', 'Q1'])
  expect(await ids({ sort: [{ property: 'name' }] })).toEqual(['Q2', 'Q1'])
  expect(await ids({ filter: { resourceType: 'octets' } })).toEqual(['Q1'])
  expect(await ids({ filter: { name: 'stor', scope: 'account', type: 'Email' } })).toEqual(['Q1'])
  expect(await ids({ filter: { operator: 'NOT', conditions: [{ name: 'stor' }] } })).toEqual(['Q2'])
  const either = { operator: 'OR', conditions: [{ name: 'stor' }, { resourceType: 'count' }] }
  expect(await ids({ filter: either })).toEqual(['Q1', 'Q2'])
  expect(await ids({ filter: { operator: 'AND', conditions: [either, { type: 'Mailbox' }] } })).toEqual([])
  expect(await call('Quota/query', { calculateTotal: true, limit: 1, position: 1 })).toMatchObject({
    ids: ['Q2'],
    total: 2,
    position: 1,
    canCalculateChanges: false,
  })
})

test('what cannot be asked of quotas is refused', async () => {
  for (const filter of [{ used: 1 }, { name: 5 }, []])
    expect(await call('Quota/query', { filter })).toEqual({ error: 'invalidArguments' })
  expect(await call('Quota/query', { sort: [{ property: 'scope' }] })).toEqual({ error: 'unsupportedSort' })
  expect(await call('Quota/queryChanges', { sinceQueryState: '1' })).toEqual({
    error: 'cannotCalculateChanges',
  })
  expect(await call('Quota/set', {})).toEqual({ error: 'unknownMethod' })
})
