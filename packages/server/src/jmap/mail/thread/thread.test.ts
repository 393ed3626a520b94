import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type MessageToDeliver,
  deliver,
  newAccount,
} from '../../../../../server-testing/src/mail/test-mail.ts'
import {
  type JmapForTests,
  jmapForTests,
  type JmapUser,
} from '../../../../../server-testing/src/jmap/test-jmap.ts'

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
const arrive = async (
  ...messages: Array<Omit<MessageToDeliver, 'boxes'> & { box?: 'inbox' | 'sent' | 'work' }>
) => {
  const { id, boxes } = ada.account
  const all = messages.map(({ box = 'inbox', ...message }) => ({ ...message, boxes: [boxes[box]] }))
  return (await deliver(rig.room, id, all)).map((messageId) => `M${messageId}`)
}
const loadThread = async (emailId: string): Promise<string> =>
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
          else for (const message of shuffled) await arrive(message)
          const [single] = await arrive({ id: 'single@x', subject: 'Another', at: 2 })
          const all = await threads({ ids: null })
          expect(all).toHaveLength(2)
          const alone = await loadThread(single!)
          const whole = all.find((json) => json['id'] !== alone)!
          const emails = await call('Email/get', { ids: whole['emailIds'], properties: ['messageId'] })
          const list = emails['list'] as Array<{ id: string; messageId: string[] }>
          const ordered = (whole['emailIds'] as string[]).map(
            (id) => list.find((one) => one.id === id)!.messageId[0],
          )
          expect(ordered).toEqual(chain.map((message) => message.id))
        },
      ),
      { numRuns: 12 },
    )
  })

  test('gives what is asked for, and lists what is not there', async () => {
    const [id] = await arrive({ id: 'a@x', subject: 'a' })
    const thread = await loadThread(id!)
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

describe('A conversation opened by Thread/get and Email/get (RFC 8621 §4.10)', () => {
  type Call = [name: string, args: Json]
  const opening = (accountId: string, ids: string[], more: Json = {}): [Call, Call] => {
    const reference = { resultOf: 'c0', name: 'Thread/get', path: '/list/*/emailIds' }
    return [
      ['Thread/get', { accountId, ids }],
      ['Email/get', { accountId, fetchTextBodyValues: true, ...more, '#ids': reference }],
    ]
  }
  const answers = async (calls: Call[], user = rig.ada) => (await user.call(...calls)).map(([, one]) => one)

  test('is what each of the two answers alone', async () => {
    const [first, other] = await arrive({ id: 'a@x', subject: 'a', at: 5 }, { id: 'c@x', subject: 'c' })
    await arrive({ id: 'b@x', subject: 'Re: a', inReplyTo: 'a@x', at: 2 })
    const ids = [await loadThread(first!), await loadThread(other!)]
    const [thread, emails] = await answers(opening(ada.accountId, ids))
    expect(thread).toEqual(await call('Thread/get', { ids }))
    const emailIds = (thread!['list'] as Json[]).flatMap((json) => json['emailIds'] as string[])
    expect(emailIds).toHaveLength(3)
    expect(emails).toEqual(await call('Email/get', { ids: emailIds, fetchTextBodyValues: true }))
    const properties = ['subject', 'textBody']
    const [, some] = await answers(opening(ada.accountId, ids, { properties }))
    expect(some).toEqual(await call('Email/get', { ids: emailIds, properties }))
    const [theirs] = await answers(opening(rig.bob.accountId, ids), rig.bob)
    expect(theirs).toMatchObject({ list: [], notFound: ids })
  })

  test('shows what was written between the two', async () => {
    const [id] = await arrive({ id: 'a@x', subject: 'a' })
    const [open, read] = opening(ada.accountId, [await loadThread(id!)])
    const update = { [id!]: { 'keywords/$seen': true } }
    const [, , shown] = await answers([open, ['Email/set', { accountId: ada.accountId, update }], read])
    expect(shown).toMatchObject({ list: [{ id, keywords: { $seen: true } }] })
  })
})

describe('Thread/changes (RFC 8621 §3.2)', () => {
  test('a new thread is created, an answer updates it, its last message’s end destroys it', async () => {
    const state = async () => (await call('Thread/get', { ids: [] }))['state'] as string
    const before = await state()
    const [first] = await arrive({ id: 'a@x', subject: 'a' })
    const thread = await loadThread(first!)
    const since = (sinceState: string) => call('Thread/changes', { sinceState })
    expect(await since(before)).toMatchObject({
      oldState: before,
      newState: await state(),
      hasMoreChanges: false,
      created: [thread],
      updated: [],
      destroyed: [],
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

describe('categories (docs/jmap.md)', () => {
  const shop = { from: 'news@shop.test', headers: ['List-Unsubscribe: <https://shop.test/out>'] }
  const inCategory = (category: string) =>
    call('Email/query', {
      filter: { inMailbox: `L${ada.account.boxes.inbox}`, inCategory: category },
      collapseThreads: true,
      calculateTotal: true,
    })
  const list = async (name: string, args: Json) => {
    const [answer] = await rig.ada.call([name, { accountId: ada.accountId, ...args }])
    return answer![1]
  }

  test('a thread says which it is in and why, and lists and counts have it there', async () => {
    const [offer, message] = await arrive({ id: 'a@c', ...shop }, { id: 'b@c', at: 1 })
    const [said] = await threads({ ids: [await loadThread(offer!)], properties: ['category'] })
    expect(said!['category']).toEqual({
      name: 'promotions',
      rule: 'bulk',
      field: 'list-unsubscribe',
      value: '<https://shop.test/out>',
      emailId: offer,
    })
    const [plain] = await threads({ ids: [await loadThread(message!)] })
    expect(plain).not.toHaveProperty('category')
    expect(await inCategory('promotions')).toMatchObject({ ids: [offer], total: 1 })
    const shown = await list('List/query', { role: 'inbox', category: 'promotions' })
    expect(shown).toMatchObject({ items: [{ emailId: offer }], total: 1 })
    const seenAt = { promotions: '2036-01-01T00:00:00Z' }
    const counts = (await list('List/categories', { role: 'inbox', seenAt }))['list'] as Json[]
    expect(counts.map(({ category, total, fresh: unseen }) => [category, total, unseen])).toEqual([
      ['primary', 1, 1],
      ['social', 0, 0],
      ['promotions', 1, 0],
      ['updates', 0, 0],
      ['forums', 0, 0],
    ])
  })

  test('one set by hand moves the conversation, tells clients, and is undone', async () => {
    const [offer] = await arrive({ id: 'a@h', ...shop })
    const before = await inCategory('promotions')
    const set = await call('Email/set', {
      verb: 'categorise',
      update: { [offer!]: { categoryByHand: 'forums' } },
    })
    expect((await inCategory('forums'))['ids']).toEqual([offer])
    const since = { sinceQueryState: before['queryState'], collapseThreads: true }
    const filter = { inMailbox: `L${ada.account.boxes.inbox}`, inCategory: 'promotions' }
    expect(await call('Email/queryChanges', { filter, ...since })).toMatchObject({
      removed: [offer],
      added: [],
    })
    expect(await call('Thread/changes', { sinceState: before['queryState'] })).toMatchObject({
      updated: [await loadThread(offer!)],
    })
    await rig.ada.call(['Journal/undo', { ids: [set['journalId']] }])
    expect((await inCategory('promotions'))['ids']).toEqual([offer])
  })

  test('what is no category is refused', async () => {
    const [offer] = await arrive({ id: 'a@r', ...shop })
    const { notUpdated } = await call('Email/set', { update: { [offer!]: { categoryByHand: 'spam' } } })
    expect(notUpdated).toEqual({ [offer!]: { type: 'invalidProperties', properties: ['categoryByHand'] } })
    const invalid = { type: 'invalidArguments' }
    expect(await inCategory('spam')).toMatchObject(invalid)
    expect(await list('List/query', { role: 'inbox', category: 7 })).toMatchObject(invalid)
    expect(await list('List/query', { role: 'all', category: 'social' })).toMatchObject(invalid)
    expect(await list('List/categories', { role: 'snoozed' })).toMatchObject(invalid)
    for (const seenAt of [7, { spam: '2036-01-01T00:00:00Z' }, { social: 'today' }])
      expect(await list('List/categories', { role: 'inbox', seenAt })).toMatchObject(invalid)
  })
})
