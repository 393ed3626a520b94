import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JmapForTests, jmapForTests } from '../../../../../server-testing/src/jmap/test-jmap.ts'

let jmap: JmapForTests
beforeEach(async () => {
  jmap = await jmapForTests()
})
afterEach(() => jmap[Symbol.asyncDispose]())

type Json = Record<string, unknown>

async function one(name: string, args: Json): Promise<Json> {
  const [answer] = await jmap.ada.call([name, { accountId: jmap.ada.accountId, ...args }])
  expect(answer![0]).toBe(name)
  return answer![1]
}

const list = async () => (await one('Identity/get', {}))['list'] as Json[]
const set = (args: Json) => one('Identity/set', args)

describe('the first identity', () => {
  test('is there without anybody making it, once, and cannot be destroyed', async () => {
    const [first, ...more] = await list()
    expect(more).toEqual([])
    expect(first).toEqual({
      id: expect.stringMatching(/^I\d+$/) as string,
      name: 'Ann',
      email: 'a@example.test',
      replyTo: null,
      bcc: null,
      textSignature: '',
      htmlSignature: '',
      mayDelete: false,
    })
    expect(await list()).toEqual([first])
    const answer = await set({ destroy: [first!['id']] })
    expect(answer).toMatchObject({
      destroyed: null,
      notDestroyed: { [first!['id'] as string]: { type: 'forbidden' } },
    })
  })

  test('is made once however many ask for it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, list))
    expect(new Set(answers.map((found) => JSON.stringify(found))).size).toBe(1)
    expect(answers[0]).toHaveLength(1)
  })
})

describe('Identity/set', () => {
  test('keeps what is changed, and changes tell of it', async () => {
    const [first] = await list()
    const id = first!['id'] as string
    const { state } = (await one('Identity/get', { ids: [] })) as { state: string }
    const signatures = { textSignature: '-- \nAnn', htmlSignature: '<b>Ann</b>' }
    const replyTo = [{ name: null, email: 'team@example.test' }]
    const answer = await set({
      ifInState: state,
      update: { [id]: { name: 'Ann B', ...signatures, replyTo } },
    })
    expect(answer).toMatchObject({ oldState: state, updated: { [id]: null }, notUpdated: null })
    expect(await list()).toEqual([{ ...first, name: 'Ann B', ...signatures, replyTo }])
    expect(await one('Identity/changes', { sinceState: state })).toMatchObject({
      created: [],
      updated: [id],
      destroyed: [],
      newState: answer['newState'],
    })
    await set({ update: { [id]: { replyTo: null } } })
    expect(await list()).toEqual([{ ...first, name: 'Ann B', ...signatures }])
  })

  test('makes and removes others, of the same address and of aliases', async () => {
    const answer = await set({
      create: { same: { email: 'A@Example.test' }, alias: { email: 'sales@example.test', name: 'Sales' } },
    })
    expect(answer).toMatchObject({
      created: { same: { mayDelete: true, name: '', replyTo: null }, alias: { mayDelete: true } },
      notCreated: null,
    })
    const { same, alias } = answer['created'] as Record<'same' | 'alias', { id: string }>
    const ids = [same.id, alias.id]
    expect(await set({ destroy: ids })).toMatchObject({ destroyed: ids, notDestroyed: null })
    expect(await list()).toHaveLength(1)
  })

  test('takes no alias that is no address', async () => {
    const [none, two] = [`${'a'.repeat(250)}@b.test`, 'a@b.test, b@b.test']
    for (const email of ['nobody', 'a@b', 'a b@b.test', 'A <a@b.test>', none, two]) {
      const answer = await set({ create: { bad: { email } } })
      const refusal = { type: 'invalidProperties', properties: ['email'] }
      expect(answer).toMatchObject({ notCreated: { bad: refusal } })
    }
  })

  test('refuses each wrong thing by its name and leaves the others alone', async () => {
    const [first] = await list()
    const id = first!['id'] as string
    const answer = await set({
      create: {
        noEmail: { name: 'x' },
        header: { email: 'a@example.test', name: 'x\r\nBcc: everybody@example.test' },
        unknown: { email: 'a@example.test', colour: 'red' },
        fixed: { email: 'a@example.test', mayDelete: true },
        list: { email: 'a@example.test', bcc: ['x'] },
      },
      update: {
        [id]: { email: 'b@example.test' },
        I999: { name: 'x' },
        nonsense: {},
      },
      destroy: ['I998'],
    })
    expect(answer).toMatchObject({
      created: null,
      notCreated: {
        noEmail: { type: 'invalidProperties', properties: ['email'] },
        header: { type: 'invalidProperties', properties: ['name'] },
        unknown: { type: 'invalidProperties', properties: ['colour'] },
        fixed: { type: 'invalidProperties', properties: ['mayDelete'] },
        list: { type: 'invalidProperties', properties: ['bcc'] },
      },
      notUpdated: {
        [id]: { type: 'invalidProperties', properties: ['email'] },
        I999: { type: 'notFound' },
        nonsense: { type: 'notFound' },
      },
      notDestroyed: { I998: { type: 'notFound' } },
    })
  })

  test("does nothing at all in another state, and nothing in a stranger's account", async () => {
    const [first] = await list()
    const id = first!['id'] as string
    const [mismatch] = await jmap.ada.call([
      'Identity/set',
      { accountId: jmap.ada.accountId, ifInState: '0', update: { [id]: { name: 'x' } } },
    ])
    expect(mismatch!.slice(0, 2)).toEqual(['error', { type: 'stateMismatch' }])
    const [foreign] = await jmap.bob.call([
      'Identity/set',
      { accountId: jmap.ada.accountId, update: { [id]: { name: 'x' } } },
    ])
    expect(foreign!.slice(0, 2)).toEqual(['error', { type: 'accountNotFound' }])
    const [own] = await jmap.bob.call([
      'Identity/set',
      { accountId: jmap.bob.accountId, update: { [id]: { name: 'x' } }, destroy: [] },
    ])
    expect(own![1]).toMatchObject({ notUpdated: { [id]: { type: 'notFound' } } })
    expect(await list()).toEqual([first])
  })
})
