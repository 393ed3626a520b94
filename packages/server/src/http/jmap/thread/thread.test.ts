import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Letter } from '../../../mail/mail-for-tests.ts'
import { deliver, newAccount } from '../../../mail/mail-for-tests.ts'
import { type JmapForTests, jmapForTests, type JmapUser } from '../jmap-for-tests.ts'

let rig: JmapForTests
let ada: JmapUser
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())
const fresh = async () => {
  const account = await newAccount({ ...rig.room, user: rig.ada.id })
  ada = { ...rig.ada, account, accountId: `A${account.id}` }
}
beforeEach(fresh)

type Json = Record<string, unknown>
const call = async (name: string, args: Json = {}): Promise<Json> => {
  const [answer] = await rig.ada.call([name, { accountId: ada.accountId, ...args }])
  return answer![1]
}
const arrive = async (...letters: Array<Omit<Letter, 'boxes'> & { box?: 'inbox' | 'sent' | 'work' }>) => {
  const { id, boxes } = ada.account
  const all = letters.map(({ box = 'inbox', ...letter }) => ({ ...letter, boxes: [boxes[box]] }))
  return (await deliver(rig.room, id, all)).map((one) => `M${one}`)
}
const threadOf = async (emailId: string): Promise<string> =>
  ((await call('Email/get', { ids: [emailId], properties: ['threadId'] }))['list'] as Json[])[0]![
    'threadId'
  ] as string
const threads = async (args: Json = {}) => (await call('Thread/get', args))['list'] as Json[]

const chain = [
  { id: 'one@x', subject: 'Plan', at: 0, box: 'sent' as const },
  { id: 'two@x', subject: 'Re: Plan', at: 1, inReplyTo: 'one@x', references: ['one@x'] },
  { id: 'three@x', subject: 'RE: Plan', at: 2, references: ['one@x', 'two@x'], box: 'work' as const },
  { id: 'four@x', subject: 'Re: Plan', at: 3, inReplyTo: 'three@x' },
  { id: 'five@x', subject: 'Re: Plan', at: 4, references: ['four@x'], inReplyTo: 'four@x' },
]

describe('Thread/get (RFC 8621 §3.1)', () => {
  test('a chain of answers is one thread, oldest first, in whatever order it comes and wherever it lies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(chain, { minLength: chain.length, maxLength: chain.length }),
        fc.boolean(),
        async (shuffled, atOnce) => {
          await fresh()
          if (atOnce) await arrive(...shuffled)
          else for (const letter of shuffled) await arrive(letter)
          const [single] = await arrive({ id: 'single@x', subject: 'Another', at: 2 })
          const all = await threads({ ids: null })
          expect(all).toHaveLength(2)
          const alone = await threadOf(single!)
          const whole = all.find((one) => one['id'] !== alone)!
          const emails = await call('Email/get', { ids: whole['emailIds'], properties: ['messageId'] })
          const list = emails['list'] as Array<{ id: string; messageId: string[] }>
          const ordered = (whole['emailIds'] as string[]).map(
            (id) => list.find((one) => one.id === id)!.messageId[0],
          )
          expect(ordered).toEqual(chain.map((letter) => letter.id))
        },
      ),
      { numRuns: 12 },
    )
  })

  test('gives what is asked for, and lists what is not there', async () => {
    const [id] = await arrive({ id: 'a@x', subject: 'a' })
    const thread = await threadOf(id!)
    const answer = await call('Thread/get', { ids: [thread, 'T999999', 'x'] })
    expect(answer).toMatchObject({ accountId: ada.accountId, list: [{ id: thread, emailIds: [id] }] })
    expect(new Set(answer['notFound'] as string[])).toEqual(new Set(['T999999', 'x']))
    expect(await threads({ ids: [thread], properties: [] })).toEqual([{ id: thread }])
    expect(await call('Thread/get', { ids: [] })).toMatchObject({ list: [], notFound: [] })
    expect(await call('Thread/get', { ids: [thread], properties: ['subject'] })).toMatchObject({
      type: 'invalidArguments',
    })
    const [theirs] = await rig.bob.call(['Thread/get', { accountId: rig.bob.accountId, ids: [thread] }])
    expect(theirs![1]).toMatchObject({ list: [], notFound: [thread] })
  })
})

describe('Thread/changes (RFC 8621 §3.2)', () => {
  test('a new thread is created, an answer updates it, its last message’s end destroys it', async () => {
    const state = async () => (await call('Thread/get', { ids: [] }))['state'] as string
    const before = await state()
    const [first] = await arrive({ id: 'a@x', subject: 'a' })
    const thread = await threadOf(first!)
    const since = (sinceState: string) => call('Thread/changes', { sinceState })
    expect(await since(before)).toMatchObject({
      ...{ oldState: before, newState: await state(), hasMoreChanges: false },
      ...{ created: [thread], updated: [], destroyed: [] },
    })
    const made = await state()
    const [second] = await arrive({ id: 'b@x', subject: 'Re: a', inReplyTo: 'a@x' })
    expect(await since(made)).toMatchObject({ created: [], updated: [thread], destroyed: [] })
    expect(await since(before)).toMatchObject({ created: [thread], updated: [], destroyed: [] })
    const answered = await state()
    await call('Email/set', { update: { [first!]: { 'keywords/$seen': true } } })
    expect(await since(answered)).toMatchObject({ created: [], updated: [], destroyed: [] })
    await call('Email/set', { destroy: [first, second] })
    expect(await since(answered)).toMatchObject({ created: [], updated: [], destroyed: [thread] })
    expect(await since(before)).toMatchObject({ created: [], updated: [], destroyed: [] })
    expect(await call('Thread/changes', { sinceState: '999999999' })).toMatchObject({
      type: 'cannotCalculateChanges',
    })
    expect(await since('nonsense')).toMatchObject({ type: 'cannotCalculateChanges' })
  })
})
