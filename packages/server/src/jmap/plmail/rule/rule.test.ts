import { emailWireId } from '@plmail/wire'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MessageToDeliver } from '../../../../../server-testing/src/mail/test-mail.ts'
import { rulesFor, type RulesForTests } from '../../../../../server-testing/src/mail/rules/test-rules.ts'
import { filters, type PlainFilter } from '../../../../../server-testing/src/jmap/mail/email/filter-model.ts'
import { type JmapForTests, jmapForTests } from '../../../../../server-testing/src/jmap/test-jmap.ts'

let rig: JmapForTests
/** The rules that are asked, and whose jobs run. */
let own: RulesForTests
beforeAll(async () => {
  rig = await jmapForTests({
    jmap: (room) => {
      own = rulesFor(room)
      return { rules: own.rules, mail: own.mail }
    },
  })
})
afterAll(() => rig[Symbol.asyncDispose]())

type Json = Record<string, unknown>
const call = async (name: string, args: Json, who = rig.ada): Promise<Json> => {
  const [answer] = await who.call([name, { accountId: who.personalId, ...args }])
  return answer![0] === name ? answer![1] : { error: answer![1]['type'], ...answer![1] }
}
const star = [{ type: 'star' }]
const plain = { name: 'Ann', condition: { from: 'ann@example.test' }, actions: star }
const create = async (rule: Json) => {
  const answer = await call('Rule/set', { create: { r: rule } })
  return ((answer['created'] as Json | null)?.['r'] ?? (answer['notCreated'] as Json)['r']) as Json
}
const list = async () => (await call('Rule/get', {}))['list'] as Json[]
beforeEach(async () => {
  await call('Rule/set', { destroy: (await list()).map(({ id }) => id) })
})

describe('Rule/set', () => {
  test('makes rules with defaults, changes and destroys them, and Rule/changes tells of each', async () => {
    const { state } = await call('Rule/get', {})
    const made = await create(plain)
    const expected = {
      ...plain,
      kind: 'rule',
      isEnabled: true,
      sortOrder: 0,
      accountIds: null,
      stops: false,
      problem: null,
      run: null,
    }
    expect(made).toEqual({ id: expect.stringMatching(/^R\d+$/) as string, ...expected })
    expect(await list()).toEqual([made])
    const id = String(made['id'])
    const changed = await call('Rule/set', {
      update: { [id]: { name: 'Ann B.', accountIds: [rig.ada.accountId], isEnabled: false, problem: null } },
    })
    expect(changed['updated']).toEqual({ [id]: null })
    expect(await list()).toMatchObject([
      { name: 'Ann B.', accountIds: [rig.ada.accountId], isEnabled: false },
    ])
    expect(await call('Rule/changes', { sinceState: state })).toMatchObject({ created: [id], updated: [] })
    expect(await call('Rule/set', { destroy: [id] })).toMatchObject({ destroyed: [id] })
    expect(await list()).toEqual([])
    expect(await call('Rule/set', { ifInState: state, destroy: [id] })).toMatchObject({
      error: 'stateMismatch',
    })
  })

  test.each<[string, Json, string[]]>([
    ['a tree that is too deep', { condition: nested(9) }, ['condition']],
    ['a tree without end', { condition: nested(25) }, ['condition']],
    [
      '10,000 conditions',
      { condition: { operator: 'OR', conditions: Array.from({ length: 10_000 }, () => ({ from: 'x' })) } },
      ['condition'],
    ],
    [
      'a name from the prototype',
      { condition: JSON.parse('{"__proto__":{"from":"x"}}') as Json },
      ['condition'],
    ],
    [
      'an operator from the prototype',
      { condition: { operator: 'constructor', conditions: [] } },
      ['condition'],
    ],
    ['a mailbox id', { condition: { inMailbox: 'L1' } }, ['condition']],
    ['all mail there is', { condition: { operator: 'AND', conditions: [{}] } }, ['condition']],
    ['a condition of the wrong type', { condition: { from: 7 } }, ['condition']],
    ['a list for a condition', { condition: [] }, ['condition']],
    ['no action', { actions: [] }, ['actions']],
    ['an unknown action', { actions: [{ type: 'forward', to: 'x@y.test' }] }, ['actions']],
    [
      'an action with a mailbox it has no use for',
      { actions: [{ type: 'star', mailbox: 'Work' }] },
      ['actions'],
    ],
    ['a folder that is not there', { actions: [{ type: 'moveTo', mailbox: 'Nowhere/at all' }] }, ['actions']],
    ['the account of somebody else', { accountIds: ['A999'] }, ['accountIds']],
    ['no account', { accountIds: [] }, ['accountIds']],
    ['a name of several lines', { name: 'a\nb' }, ['name']],
    ['no name', { name: ' ' }, ['name']],
    ['what the server sets', { problem: 'x' }, ['problem']],
    ['an order below none', { sortOrder: -1 }, ['sortOrder']],
  ])('refuses %s', async (_, more, properties) => {
    expect(await create({ ...plain, ...more })).toMatchObject({ type: 'invalidProperties', properties })
    const { id } = await create(plain)
    const changed = await call('Rule/set', { update: { [String(id)]: more } })
    expect(changed['notUpdated']).toMatchObject({ [String(id)]: { type: 'invalidProperties', properties } })
    expect(await list()).toMatchObject([plain])
  })
})

function nested(depth: number): Json {
  let tree: Json = { from: 'x' }
  for (let n = 1; n < depth; n++) tree = { operator: 'NOT', conditions: [tree] }
  return tree
}

test('a rule is tried, carried out on what is here and taken back', async () => {
  const { inbox } = rig.ada.account.boxes
  const messages = [1, 2, 3].map((n): MessageToDeliver => ({
    from: 'zoe@club.test',
    body: `${n}`,
    at: n,
    boxes: [inbox],
  }))
  const ids = (await own.deliver(rig.ada.account.id, messages, false)).map((id) => emailWireId.encode(id))
  const condition = { from: 'zoe@club.test' }
  expect(await call('Rule/preview', { condition, limit: 2 })).toEqual({
    accountId: rig.ada.personalId,
    total: 3,
    byAccount: { [rig.ada.accountId]: 3 },
    newest: [ids[2], ids[1]].map((emailId) => ({ accountId: rig.ada.accountId, emailId })),
  })
  expect(await call('Rule/preview', { condition: {} })).toMatchObject({ error: 'invalidArguments' })
  expect(await call('Rule/preview', { condition, accountIds: [rig.bob.accountId] })).toMatchObject({
    error: 'invalidArguments',
  })
  const { id } = await create({ ...plain, condition })
  const { run } = (await call('Rule/run', { id })) as { run: { id: string } }
  expect(run).toMatchObject({ state: 'running', total: 3, done: 0 })
  await own.work()
  expect((await list())[0]).toMatchObject({ run: { id: run.id, state: 'done', done: 3, changed: 3 } })
  expect(await starred(ids)).toEqual(ids)
  expect(await call('Rule/undoRun', { id: run.id }, rig.bob)).toMatchObject({ error: 'invalidArguments' })
  expect(await call('Rule/undoRun', { id: run.id })).toMatchObject({ run: { state: 'undoing' } })
  await own.work()
  expect((await list())[0]).toMatchObject({ run: { state: 'undone', skipped: 0 } })
  expect(await starred(ids)).toEqual([])
})

describe('a run on a list', () => {
  type Run = { id: string; state: string; total: number; done: number; changed: number; skipped: number }
  const on = async (args: Json, who = rig.ada) => {
    const [answer] = await who.call(['List/run', args])
    return answer![0] === 'error' ? answer![1] : (answer![1]['run'] as Run)
  }
  const runs = async (who = rig.ada) => (await who.call(['List/runs', {}]))[0]![1]['list'] as Run[]
  const undo = async (id: string, who = rig.ada) => {
    const [answer] = await who.call(['List/undoRun', { id }])
    return answer![0] === 'error' ? answer![1] : (answer![1]['run'] as Run)
  }
  const brought = async (count: number, from: string, more: Partial<MessageToDeliver> = {}) => {
    const { work } = rig.ada.account.boxes
    const messages = Array.from({ length: count }, (_, n): MessageToDeliver => ({
      from,
      subject: `${from} ${n}`,
      body: `${n}`,
      at: n,
      boxes: [work],
      ...more,
    }))
    return (await own.deliver(rig.ada.account.id, messages, false)).map((id) => emailWireId.encode(id))
  }
  const workFolder = () => ({ accountId: rig.ada.accountId, mailboxId: `L${rig.ada.account.boxes.work}` })
  const lying = async (mailbox: number) => mailWith({ inMailbox: `L${mailbox}` })

  test('moves more than one batch, leaves what arrives meanwhile, and is taken back as a whole', async () => {
    const { work, trash } = rig.ada.account.boxes
    const before = await lying(work)
    const ids = await brought(230, 'list@run.test')
    const all = [...before, ...ids].toSorted()
    const run = (await on({ ...workFolder(), action: { type: 'trash' } })) as Run
    expect(run).toMatchObject({ state: 'running', total: all.length, done: 0 })
    const [late] = await brought(1, 'late@run.test')
    await own.work()
    const done = { state: 'done', total: all.length, done: all.length, changed: all.length, skipped: 0 }
    expect((await runs())[0]).toMatchObject({ id: run.id, ...done, action: { type: 'trash' } })
    expect(await lying(work)).toEqual([late])
    expect((await lying(trash)).toSorted()).toEqual(expect.arrayContaining(all) as string[])
    expect(await undo(run.id, rig.bob)).toMatchObject({ type: 'invalidArguments' })
    expect(await runs(rig.bob)).toEqual([])
    expect(await undo(run.id)).toMatchObject({ state: 'undoing' })
    await own.work()
    expect((await runs())[0]).toMatchObject({ id: run.id, state: 'undone', skipped: 0 })
    expect((await lying(work)).toSorted()).toEqual([...all, late].toSorted())
  })

  test('of a search marks whole conversations, and what was changed since is left alone by the undo', async () => {
    const [first = '', second = ''] = await brought(2, 'unread@run.test')
    const run = (await on({ query: 'from:unread@run.test is:unread', action: { type: 'markRead' } })) as Run
    expect(run).toMatchObject({ total: 2 })
    await own.work()
    const isSeen = async () =>
      (await mailWith({ hasKeyword: '$seen' })).filter((id) => id === first || id === second)
    expect((await isSeen()).toSorted()).toEqual([first, second].toSorted())
    await rig.ada.call([
      'Email/set',
      { accountId: rig.ada.accountId, update: { [first]: { 'keywords/$seen': null } } },
    ])
    await rig.ada.call([
      'Email/set',
      { accountId: rig.ada.accountId, update: { [first]: { 'keywords/$flagged': true } } },
    ])
    await undo(run.id)
    await own.work()
    expect(await isSeen()).toEqual([])
  })

  test('puts conversations into a category, unless somebody said otherwise since, and is taken back', async () => {
    const { drafts } = rig.ada.account.boxes
    const from = 'tab@run.test'
    const [asked = ''] = await brought(1, from, { id: 'asked@run.test' })
    const [other = ''] = await brought(1, from, { subject: 'Another' })
    const answering = { inReplyTo: 'asked@run.test', at: 40, boxes: [drafts], keywords: ['$draft'] }
    const [draft = ''] = await brought(1, from, answering)
    const among = async (category: string) => {
      const found = await mailWith({ from, inCategory: category })
      return [asked, other, draft].filter((id) => found.includes(id))
    }
    const set = (change: Json) => rig.ada.call(['Email/set', { accountId: rig.ada.accountId, ...change }])
    expect(await among('primary')).toEqual([asked, other, draft])

    const action = { type: 'categorise', category: 'social' }
    const run = (await on({ query: `from:${from}`, action })) as Run
    expect(run).toMatchObject({ total: 2, action })
    rig.room.clock.advance(1_000)
    await set({ update: { [other]: { categoryByHand: 'forums' } } })
    await own.work()
    expect((await runs())[0]).toMatchObject({ id: run.id, state: 'done', done: 2, changed: 1, action })
    // Not said of the draft, which does not last.
    await set({ destroy: [draft] })
    expect([await among('social'), await among('forums')]).toEqual([[asked], [other]])

    await undo(run.id)
    await own.work()
    expect((await runs())[0]).toMatchObject({ id: run.id, state: 'undone', skipped: 0 })
    expect([await among('primary'), await among('forums')]).toEqual([[asked], [other]])
  })

  test('labels by path, and refuses what is no action, no list or somebody else’s', async () => {
    const { work, inbox } = rig.ada.account.boxes
    await brought(1, 'label@run.test', { boxes: [inbox] })
    await on({ query: 'from:label@run.test', action: { type: 'addTo', mailbox: 'Work' } })
    await own.work()
    const found = await mailWith({ from: 'label@run.test', inMailbox: `L${work}` })
    expect(found).toHaveLength(1)
    const refused = { type: 'invalidArguments' }
    for (const args of [
      { role: 'inbox' },
      { role: 'inbox', action: { type: 'destroy' } },
      { role: 'inbox', action: { type: 'constructor' } },
      { role: 'inbox', action: { type: 'star', mailbox: 'Work' } },
      { role: 'inbox', action: { type: 'moveTo' } },
      { role: 'inbox', action: { type: 'categorise' } },
      { role: 'inbox', action: { type: 'categorise', category: 'constructor' } },
      { role: 'inbox', action: { type: 'categorise', category: 'social', mailbox: 'Work' } },
      { role: 'inbox', action: { type: 'star', category: 'social' } },
      { role: 'inbox', action: { type: 'moveTo', mailbox: 'Nowhere/at all' } },
      { role: 'inbox', query: 'x', action: { type: 'star' } },
      { query: ' ', action: { type: 'star' } },
      { query: 7, action: { type: 'star' } },
      { accountId: rig.ada.accountId, mailboxId: 'L999999', action: { type: 'star' } },
      { action: { type: 'star' } },
    ])
      expect(await on(args), JSON.stringify(args)).toMatchObject(refused)
    expect(await on({ ...workFolder(), action: { type: 'star' } }, rig.bob)).toMatchObject({
      type: 'accountNotFound',
    })
    for (const id of ['RR999999', 'x', 7]) expect(await undo(id as string)).toMatchObject(refused)
  })
})

async function starred(ids: readonly string[]): Promise<string[]> {
  const found = await mailWith({ hasKeyword: '$flagged' })
  return ids.filter((id) => found.includes(id))
}

async function mailWith(filter: PlainFilter): Promise<string[]> {
  const [answer] = await rig.ada.call(['Email/query', { accountId: rig.ada.accountId, filter }])
  return answer![1]['ids'] as string[]
}

const words = [
  'ann',
  'bob',
  'example',
  'report',
  '"conference room"',
  'conf*',
  'example.test',
  '*onferen',
  'epor',
]
const message = fc.record({
  from: fc.constantFrom('Ann <ann@example.test>', 'bob@other.example', 'émile@x.example'),
  to: fc.constantFrom('me@example.test', 'Bob <bob@other.example>'),
  subject: fc.constantFrom('Report', 're: report', 'Conference room', ''),
  body: fc.constantFrom('Hello', 'The conference room is free.', 'A report by Ann', 'conferences'),
  at: fc.integer({ min: 0, max: 60 }),
  keywords: fc.subarray(['$seen', 'red']),
  headers: fc.subarray(['Cc: ann@example.test', 'X-Colour: red and blue', 'List-Id: <club.example>']),
})
const condition = filters(words, ['none'], ['$seen', 'red', 'none']).filter(
  (filter) => !JSON.stringify(filter).includes('inMailbox'),
)

test('rules find among new mail exactly what Email/query finds', async () => {
  const { inbox, work, trash } = rig.ada.account.boxes
  // Each leaves a mark of its own, which no condition asks for.
  const marks: Array<{ actions: Json[]; found: PlainFilter }> = [
    { actions: star, found: { hasKeyword: '$flagged' } },
    { actions: [{ type: 'addTo', mailbox: 'Work' }], found: { inMailbox: `L${work}` } },
    { actions: [{ type: 'addTo', mailbox: 'Trash' }], found: { inMailbox: `L${trash}` } },
  ]
  let matched = 0
  const isSame = fc.asyncProperty(
    fc.array(message, { minLength: 1, maxLength: 5 }),
    fc.tuple(condition, condition, condition),
    async (messages, conditions) => {
      await call('Rule/set', { destroy: (await list()).map(({ id }) => id) })
      const made = await call('Rule/set', {
        create: Object.fromEntries(
          conditions.map((part, n) => [n, { name: `${n}`, condition: part, actions: marks[n]!.actions }]),
        ),
      })
      const delivered = await own.deliver(
        rig.ada.account.id,
        messages.map((draft) => ({ ...draft, boxes: [inbox] })),
      )
      await own.mail.search.catchUp()
      const ids = delivered.map((id) => emailWireId.encode(id))
      const among = async (filter: PlainFilter) => {
        const all = await mailWith(filter)
        return ids.filter((id) => all.includes(id))
      }
      for (const [n, plainFilter] of conditions.entries()) {
        // A condition that finds everything is refused.
        if ((made['notCreated'] as Json | null)?.[n]) continue
        const expected = await among(plainFilter)
        matched += expected.length
        expect(await among(marks[n]!.found)).toEqual(expected)
      }
    },
  )
  await fc.assert(isSame, { numRuns: 25 })
  expect(matched).toBeGreaterThan(10)
})
