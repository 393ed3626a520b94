import { defaultPreferences } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type JmapForTests,
  type JmapUser,
  jmapForTests,
} from '../../../../server-testing/src/jmap/test-jmap.ts'

let rig: JmapForTests
let ada: JmapUser
beforeAll(async () => {
  rig = await jmapForTests()
  ada = rig.ada
})
afterAll(() => rig[Symbol.asyncDispose]())

async function ask(name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const [[answered, answer] = ['']] = await ada.call([name, { accountId: ada.personalId, ...args }])
  expect([answered, answer]).toEqual([name, expect.anything()])
  return answer as Record<string, unknown>
}
const update = (patch: Record<string, unknown>) => ask('Preferences/set', { update: { singleton: patch } })
const preferences = async () => ((await ask('Preferences/get')) as { list: [object] }).list[0]

const asked = (name: string, args: Record<string, unknown> = {}) => ask(`Template/${name}`, args)

describe('templates', () => {
  const made = async (fields: Record<string, unknown>) =>
    ((await asked('set', { create: { t: fields } }))['created'] as { t: { id: string } }).t.id

  test('are kept, found by their words, changed and removed', async () => {
    const { state } = await asked('get', { ids: [] })
    const thanks = await made({ name: ' Thanks ', htmlBody: '<div>Dear {{recipient.firstName}}</div>' })
    const order = await made({ name: 'Order', subject: 'Your order', sortOrder: 1 })
    expect((await asked('get'))['list']).toEqual([
      { id: thanks, name: 'Thanks', subject: '', htmlBody: expect.stringContaining('{{'), sortOrder: 0 },
      { id: order, name: 'Order', subject: 'Your order', htmlBody: '', sortOrder: 1 },
    ])
    const found = async (text: string) => (await asked('query', { filter: { text } }))['ids']
    expect(await found('dear FIRSTNAME')).toEqual([thanks])
    expect(await found('div')).toEqual([])
    expect(await found('')).toEqual([thanks, order])
    expect(await asked('set', { update: { [order]: { subject: '' } }, destroy: [thanks] })).toMatchObject({
      updated: { [order]: null },
      destroyed: [thanks],
    })
    expect(await asked('changes', { sinceState: state })).toMatchObject({ created: [order], destroyed: [] })
    expect(await asked('get', { ids: [thanks, order], properties: ['subject'] })).toMatchObject({
      list: [{ id: order, subject: '' }],
      notFound: [thanks],
    })
    await asked('set', { destroy: [order] })
  })

  test.each([
    [{ htmlBody: 'x' }, ['name']],
    [{ name: ' ' }, ['name']],
    [{ name: 'x\n' }, ['name']],
    [{ name: 'x', subject: 'a\r\nBcc: b@example.org' }, ['subject']],
    [{ name: 'x', htmlBody: 'x'.repeat(256 * 1024 + 1) }, ['htmlBody']],
    [{ name: 'x', htmlBody: '\u0000' }, ['htmlBody']],
    [{ name: 'x', sortOrder: -1, id: 'MT1' }, ['sortOrder', 'id']],
  ])('that cannot be are refused: %o', async (fields, properties) => {
    expect(await asked('set', { create: { t: fields } })).toMatchObject({
      created: null,
      notCreated: { t: { type: 'invalidProperties', properties } },
    })
  })

  test('that are too many, or not there, are refused one by one', async () => {
    const create = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`t${n}`, { name: `${n}` }]))
    const { created } = (await asked('set', { create })) as { created: Record<string, { id: string }> }
    const { notCreated } = await asked('set', { create: { more: { name: 'more' } } })
    expect(notCreated).toMatchObject({ more: { type: 'overQuota' } })
    const destroy = Object.values(created).map(({ id }) => id)
    expect(await asked('set', { destroy })).toMatchObject({ notDestroyed: null })
    expect(await asked('set', { update: { MT999999: { name: 'x' } }, destroy: ['SS1'] })).toMatchObject({
      notUpdated: { MT999999: { type: 'notFound' } },
      notDestroyed: { SS1: { type: 'notFound' } },
    })
    const [[, refused] = []] = await ada.call([
      'Template/query',
      { accountId: ada.personalId, sort: [{ property: 'name' }] },
    ])
    expect(refused).toMatchObject({ type: 'unsupportedSort' })
  })
})

describe('preferences', () => {
  test('are the default ones until something is chosen', async () => {
    expect(await preferences()).toEqual({ id: 'singleton', ...defaultPreferences })
    expect(
      await ask('Preferences/get', { ids: ['singleton', 'other'], properties: ['theme'] }),
    ).toMatchObject({
      list: [{ id: 'singleton', theme: 'system' }],
      notFound: ['other'],
    })
  })

  test('are chosen one by one, and every change is in the log', async () => {
    const { state } = await ask('Preferences/get', { ids: [] })
    expect(await update({ theme: 'contrast', 'keys/archive': ['y'] })).toMatchObject({
      oldState: state,
      updated: { singleton: null },
    })
    await update({ 'keys/star': [] })
    expect(await preferences()).toMatchObject({ theme: 'contrast', keys: { archive: ['y'], star: [] } })
    expect(await ask('Preferences/changes', { sinceState: state })).toMatchObject({ updated: ['singleton'] })
    await update({ noReceiptsTo: ['bo@example.test'], asksReceipts: ['A1'] })
    expect(await preferences()).toMatchObject({ noReceiptsTo: ['bo@example.test'], asksReceipts: ['A1'] })
    await update({ noReceiptsTo: null, asksReceipts: null })
    const tabsSeenAt = { social: '2026-11-21T10:00:00Z' }
    await update({ hasCategoryTabs: true, tabsSeenAt })
    expect(await preferences()).toMatchObject({ hasCategoryTabs: true, tabsSeenAt })
    await update({ hasCategoryTabs: null, tabsSeenAt: null })
    await update({ theme: null, 'keys/archive': null, 'keys/star': null })
    expect(await preferences()).toEqual({ id: 'singleton', ...defaultPreferences })
  })

  test('that change nothing leave the state where it is', async () => {
    await update({ theme: 'dark' })
    const { newState } = await update({ theme: 'dark' })
    expect((await ask('Preferences/get', { ids: [] }))['state']).toBe(newState)
    expect(await update({ theme: 'dark' })).toMatchObject({ oldState: newState, newState })
  })

  test.each([
    [{ theme: 'pink' }, ['theme']],
    [{ theme: 'dark', undoSendSeconds: 7, isAdmin: true }, ['undoSendSeconds', 'isAdmin']],
    [{ darkBodies: 'yes' }, ['darkBodies']],
    [{ noReceiptsTo: ['Bo@example.test'] }, ['noReceiptsTo']],
    [{ noReceiptsTo: ['a@x.org', 'a@x.org'] }, ['noReceiptsTo']],
    [{ asksReceipts: ['L1'] }, ['asksReceipts']],
    [{ asksReceipts: 'A1' }, ['asksReceipts']],
    [{ tabsSeenAt: ['2026-11-21T10:00:00Z'] }, ['tabsSeenAt']],
    [{ tabsSeenAt: { spam: '2026-11-21T10:00:00Z' } }, ['tabsSeenAt']],
    [{ tabsSeenAt: { social: '2026-11-21' } }, ['tabsSeenAt']],
    [{ tabsSeenAt: { social: '2026-99-21T10:00:00Z' } }, ['tabsSeenAt']],
    [{ keys: { archive: 'e' } }, ['keys']],
    [{ keys: { 'Archive!': ['e'] } }, ['keys']],
    [{ 'keys/archive': ['x'.repeat(41)] }, ['keys']],
    [{ keys: { archive: ['\u0000'] } }, ['keys']],
    [{ __proto__x: 1 }, ['__proto__x']],
  ])('that cannot be are refused whole: %o', async (patch, properties) => {
    const before = await preferences()
    expect(await update(patch)).toMatchObject({
      updated: null,
      notUpdated: { singleton: { type: 'invalidProperties', properties } },
    })
    expect(await preferences()).toEqual(before)
  })

  test('are one object that nobody makes or destroys', async () => {
    const request = {
      create: { p: {} },
      destroy: ['singleton', 'x'],
      update: { x: {}, singleton: { 'theme/x': 1 } },
    }
    expect(await ask('Preferences/set', request)).toMatchObject({
      notCreated: { p: { type: 'singleton' } },
      notDestroyed: { singleton: { type: 'singleton' }, x: { type: 'notFound' } },
      notUpdated: { x: { type: 'notFound' }, singleton: { type: 'invalidPatch' } },
    })
  })

  test('belong to one user', async () => {
    await update({ theme: 'light' })
    const [[, answer] = ['', {}]] = await rig.bob.call(['Preferences/get', { accountId: rig.bob.personalId }])
    expect(answer).toMatchObject({ list: [{ theme: 'system' }] })
  })
})

describe('saved searches', () => {
  test('are kept, renamed and forgotten', async () => {
    const { created } = (await ask('SavedSearch/set', {
      create: { a: { name: ' Invoices ', query: 'subject:invoice' }, b: { name: 'Ada', query: 'from:ada' } },
    })) as { created: Record<string, { id: string }> }
    const [a, b] = [created['a']!.id, created['b']!.id]
    const { list, state } = await ask('SavedSearch/get')
    expect(list).toEqual([
      { id: b, name: 'Ada', query: 'from:ada', sortOrder: 0 },
      { id: a, name: 'Invoices', query: 'subject:invoice', sortOrder: 0 },
    ])
    await ask('SavedSearch/set', { update: { [b]: { sortOrder: 1, name: 'Lady Ada' } }, destroy: [a] })
    expect(await ask('SavedSearch/changes', { sinceState: state })).toMatchObject({
      updated: [b],
      destroyed: [a],
    })
    expect((await ask('SavedSearch/get', { ids: [a, b] }))['list']).toMatchObject([{ name: 'Lady Ada' }])
    await ask('SavedSearch/set', { destroy: [b] })
  })

  test('with names and texts that cannot be are refused', async () => {
    const create = {
      none: { query: 'x' },
      empty: { name: ' ', query: 'x' },
      long: { name: 'x', query: 'x'.repeat(2001) },
      odd: { name: 'x', query: 'y', color: 'red' },
      control: { name: 'a\u0000', query: 'x' },
    }
    const { notCreated, created } = await ask('SavedSearch/set', { create })
    expect(created).toBeNull()
    const bad = Object.entries(notCreated as Record<string, { properties: string[] }>)
    expect(Object.fromEntries(bad.map(([name, { properties }]) => [name, properties]))).toEqual({
      none: ['name'],
      empty: ['name'],
      long: ['query'],
      odd: ['color'],
      control: ['name'],
    })
  })

  test('are a hundred at most', async () => {
    const create = Object.fromEntries(
      Array.from({ length: 101 }, (_, n) => [`s${n}`, { name: `S${n}`, query: 'x' }]),
    )
    const { created, notCreated } = await ask('SavedSearch/set', { create })
    expect(Object.keys(created as object)).toHaveLength(100)
    expect(notCreated).toEqual({
      s100: {
        type: 'overQuota',
        description: 'You have too many saved searches.',
        problem: 'searches/too-many',
        parameters: {},
      },
    })
  })

  test('say so when another window was faster', async () => {
    const [[name, answer] = ['']] = await ada.call([
      'SavedSearch/set',
      { accountId: ada.personalId, ifInState: '0', destroy: [] },
    ])
    expect([name, (answer as { type: string }).type]).toEqual(['error', 'stateMismatch'])
  })
})
