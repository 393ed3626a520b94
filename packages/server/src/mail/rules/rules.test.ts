import type { AccountId, MessageId, RuleId } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccountForTests,
  folder,
  type MailForTests,
  mailForTests,
  newAccount,
  newUser,
} from '../../../../server-testing/src/mail/test-mail.ts'
import { arrives, disagreements, usualFolders } from '../../../../server-testing/src/mail/test-mail.ts'
import type { RuleFields, RuleView } from '../index.ts'
import { rulesFor, type RulesForTests } from '../../../../server-testing/src/mail/rules/test-rules.ts'

let room: MailForTests
let rig: RulesForTests
let account: AccountForTests
let personal: AccountId
beforeAll(async () => {
  room = await mailForTests()
})
afterAll(() => room[Symbol.asyncDispose]())
beforeEach(async () => {
  room.user = await newUser(room.db)
  personal = await room.db.database.transaction((tx) => room.changes.open(tx, room.user, 'personal'))
  rig = rulesFor(room)
  account = await newAccount(room)
  room.sent.length = 0
})

const loadBoxes = async (id: MessageId) => (await toRow(id)).mailboxIds
const toRow = async (id: MessageId) => (await rig.mail.read.emails(account.id, [id], false))[0]!
const loadRule = async (id: RuleId): Promise<RuleView> =>
  (await rig.rules.list(personal)).find((rule) => rule.id === id)!
const fromAnn = { from: 'ann@example.test' }
const inWork = [{ type: 'moveTo' as const, mailbox: 'Work' }]
const journal = () => room.changes.journal.list(account.id, 20)

describe('new mail', () => {
  test('that a rule matches is moved, told to the provider, and journalled by the name of the rule', async () => {
    await rig.save({ name: 'Ann', condition: fromAnn, actions: [...inWork, { type: 'markRead' }] })
    const [id, otherMessageId] = await rig.deliver(account.id, [
      { boxes: [account.boxes.inbox] },
      { from: 'bob@example.test', boxes: [account.boxes.inbox] },
    ])
    expect(await toRow(id!)).toMatchObject({ mailboxIds: [account.boxes.work], keywords: ['$seen'] })
    expect(await loadBoxes(otherMessageId!)).toEqual([account.boxes.inbox])
    expect(room.sent).toEqual(
      expect.arrayContaining([
        { field: 'mailboxes', messageId: id, base: [account.boxes.inbox], desired: [account.boxes.work] },
        { field: 'keyword:$seen', messageId: id, base: false, desired: true },
      ]),
    )
    expect(room.sent).toHaveLength(2)
    const entries = await journal()
    expect(entries.map(({ verb, actor }) => [verb, actor]).slice(0, 2)).toEqual([
      ['rule Ann', 'rule'],
      ['arrive', 'provider'],
    ])
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('comes back to the Inbox when what the rule did is undone', async () => {
    await rig.save({ condition: fromAnn, actions: inWork })
    const [id] = await rig.deliver(account.id, [{ boxes: [account.boxes.inbox] }])
    const [entry] = await journal()
    expect(await rig.mail.actions.undo(room.user, entry!.id)).toMatchObject({ ok: true, restored: [id] })
    expect(await loadBoxes(id!)).toEqual([account.boxes.inbox])
  })

  test('is left alone when it is not new, lies elsewhere, or is of an account the rule is not about', async () => {
    const second = await newAccount(room)
    await rig.save({ condition: fromAnn, actions: [{ type: 'star' }], accountIds: [account.id] })
    const old = await rig.deliver(account.id, [{ boxes: [account.boxes.inbox] }], false)
    const elsewhere = await rig.deliver(account.id, [{ boxes: [account.boxes.sent], body: '2' }])
    await rig.deliver(second.id, [{ boxes: [second.boxes.inbox] }])
    for (const id of [...old, ...elsewhere]) expect((await toRow(id)).keywords).toEqual([])
    expect(room.sent).toEqual([])
  })

  test('is asked rule after rule, each seeing what the one before did, until one stops it', async () => {
    await rig.save({ sortOrder: 1, condition: fromAnn, actions: [{ type: 'star' }] })
    await rig.save({
      sortOrder: 2,
      condition: { hasKeyword: '$flagged' },
      actions: [{ type: 'markRead' }],
      stops: true,
    })
    await rig.save({ sortOrder: 3, condition: { text: 'hello' }, actions: [{ type: 'trash' }] })
    const [starred, plain] = await rig.deliver(account.id, [
      { boxes: [account.boxes.inbox] },
      { from: 'bob@example.test', boxes: [account.boxes.inbox] },
    ])
    expect(await toRow(starred!)).toMatchObject({
      keywords: ['$flagged', '$seen'],
      mailboxIds: [account.boxes.inbox],
    })
    expect(await loadBoxes(plain!)).toEqual([account.boxes.trash])
  })

  test('from a blocked sender goes to Spam before any rule is asked', async () => {
    await rig.save({ condition: { text: 'hello' }, actions: inWork })
    await rig.save({
      kind: 'block',
      sortOrder: 9,
      condition: fromAnn,
      actions: [{ type: 'junk' }],
      stops: true,
    })
    const [id] = await rig.deliver(account.id, [{ boxes: [account.boxes.inbox] }])
    const [box] = await loadBoxes(id!)
    const junk = (await rig.mail.mailboxes.list(account.id)).find(({ role }) => role === 'junk')
    expect(box).toBe(junk?.id)
  })

  test('of a muted conversation skips the Inbox, and is otherwise as it came', async () => {
    const [first] = await rig.deliver(account.id, [
      { id: 'one@x', subject: 'Talk', boxes: [account.boxes.inbox] },
    ])
    const patch = new Map([[first!, { keywords: new Map([['$muted', true]]) }]])
    await rig.mail.actions.update({ kind: 'user', userId: room.user }, account.id, 'mute', patch)
    const [reply] = await rig.deliver(account.id, [
      { id: 'two@x', inReplyTo: 'one@x', subject: 'Re: Talk', boxes: [account.boxes.inbox] },
    ])
    const archive = (await rig.mail.mailboxes.list(account.id)).find(({ role }) => role === 'archive')
    expect(await toRow(reply!)).toMatchObject({ mailboxIds: [archive?.id], keywords: [] })
    expect((await journal())[0]).toMatchObject({ verb: 'mute', actor: 'rule' })
  })

  test('is found by parts of its body at once, as a search will find it later', async () => {
    await rig.save({ condition: { body: '*onderful' }, actions: [{ type: 'star' }] })
    const [id] = await rig.deliver(account.id, [
      { boxes: [account.boxes.inbox], body: 'a wonderfully odd word' },
    ])
    expect((await toRow(id!)).keywords).toEqual(['$flagged'])
  })
})

describe('a folder that a rule names', () => {
  test('is made in an account of the rule that lacks it', async () => {
    const second = await newAccount(room)
    await room.changes.write(second.id, arrives, (change) =>
      rig.mail.mailboxes.reconcile(change, [...usualFolders, folder('Work/Bills', null, 'Work')]),
    )
    await rig.save({ condition: fromAnn, actions: [{ type: 'moveTo', mailbox: 'work/bills' }] })
    const [id] = await rig.deliver(account.id, [{ boxes: [account.boxes.inbox] }])
    const made = (await rig.mail.mailboxes.list(account.id)).find(({ name }) => name === 'bills')
    expect(made?.parentId).toBe(account.boxes.work)
    expect(await loadBoxes(id!)).toEqual([made?.id])
  })

  test('that is gone switches the rule off and stands on it, and the mail stays where it is', async () => {
    const id = await rig.save({ condition: fromAnn, actions: [...inWork, { type: 'star' }] })
    await room.changes.write(account.id, arrives, (change) =>
      rig.mail.mailboxes.reconcile(
        change,
        usualFolders.filter(({ name }) => name !== 'Work'),
      ),
    )
    const [message] = await rig.deliver(account.id, [{ boxes: [account.boxes.inbox] }])
    expect(await toRow(message!)).toMatchObject({ mailboxIds: [account.boxes.inbox], keywords: [] })
    await rig.work()
    expect(await loadRule(id)).toMatchObject({ isEnabled: false, problem: 'Work' })
  })
})

describe('a run', () => {
  const messages = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: `m${n}@x`,
      subject: `${n}`,
      body: `${n}`,
      at: n,
      boxes: [account.boxes.inbox],
    }))

  test('does to the mail that is here what the rule says, tells of it, and is taken back as a whole', async () => {
    const ids = await rig.deliver(account.id, messages(450), false)
    const [trashed] = await rig.deliver(account.id, [{ body: 'gone', boxes: [account.boxes.trash] }], false)
    const rule = await rig.save({ condition: fromAnn, actions: [...inWork, { type: 'star' }] })
    const started = await rig.rules.run(room.user, personal, rule, [account.id])
    expect(started).toMatchObject({ state: 'running', total: 450, done: 0 })
    await rig.work()
    const { run } = await loadRule(rule)
    expect(run).toMatchObject({ state: 'done', total: 450, done: 450, changed: 450 })
    expect(await loadBoxes(ids[0]!)).toEqual([account.boxes.work])
    expect(await loadBoxes(trashed!)).toEqual([account.boxes.trash])
    // one message is decided about again: an undo leaves that alone
    const patch = new Map([[ids[7]!, { replaceMailboxes: new Set([account.boxes.trash]) }]])
    await rig.mail.actions.update({ kind: 'user', userId: room.user }, account.id, 'trash', patch)
    expect(await rig.rules.undoRun(room.user, personal, run!.id)).toMatchObject({ state: 'undoing' })
    await rig.work()
    expect((await loadRule(rule)).run).toMatchObject({ state: 'undone', skipped: 1 })
    const places = await Promise.all(ids.map(loadBoxes))
    expect(places.filter(([box]) => box === account.boxes.inbox)).toHaveLength(449)
    expect(await loadBoxes(ids[7]!)).toEqual([account.boxes.trash])
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('that is killed after every batch still does everything once', async () => {
    const second = await newAccount(room)
    await rig.deliver(account.id, messages(401), false)
    await rig.deliver(
      second.id,
      messages(3).map((message) => ({ ...message, boxes: [second.boxes.inbox] })),
      false,
    )
    const rule = await rig.save({ condition: fromAnn, actions: [{ type: 'star' }] })
    const started = await rig.rules.run(room.user, personal, rule, [account.id, second.id])
    expect(started).toMatchObject({ total: 404 })
    for (let killed = 0; (await loadRule(rule)).run?.state === 'running'; killed++) {
      // told to stop as soon as it has asked once whether it may go on
      let asked = 0
      const signal = {
        throwIfAborted: () => {
          if (asked++ > 0) throw new Error('killed')
        },
      } as AbortSignal
      const ending = await rig.work(signal).then(
        () => 'killed',
        (error: Error) => error.message,
      )
      expect(ending).toBe('killed')
      expect(killed).toBeLessThan(20)
    }
    expect((await loadRule(rule)).run).toMatchObject({ state: 'done', done: 404, changed: 404 })
    const entries = await journal()
    expect(entries.filter(({ verb }) => verb === 'rule Rule').map(({ items }) => items.length)).toEqual([
      1, 200, 200,
    ])
  })

  test('is ended and taken back when it is undone half-way, and can be undone for a day', async () => {
    const ids = await rig.deliver(account.id, messages(250), false)
    const rule = await rig.save({ condition: fromAnn, actions: [{ type: 'star' }] })
    await rig.rules.run(room.user, personal, rule, [account.id])
    let asked = 0
    const signal = {
      throwIfAborted: () => {
        if (asked++ > 0) throw new Error('killed')
      },
    } as AbortSignal
    await expect(rig.work(signal)).rejects.toThrow('killed')
    const { run } = await loadRule(rule)
    expect(run).toMatchObject({ state: 'running', done: 200 })
    await rig.rules.undoRun(room.user, personal, run!.id)
    await rig.work()
    expect((await loadRule(rule)).run).toMatchObject({ state: 'undone' })
    const rows = await rig.mail.read.emails(account.id, ids, false)
    expect(rows.filter(({ keywords }) => keywords.length > 0)).toEqual([])
    room.clock.advance(25 * 3_600_000)
    expect(await rig.rules.undoRun(room.user, personal, run!.id)).toBe('expired')
  })
})

test('a preview counts and shows what a search finds, without Trash, Spam and drafts', async () => {
  const ids = await rig.deliver(
    account.id,
    [1, 2, 3].map((n) => ({ body: `${n}`, at: n, boxes: [account.boxes.inbox] })),
    false,
  )
  await rig.deliver(account.id, [{ body: 'old', boxes: [account.boxes.trash] }], false)
  const found = await rig.rules.preview(room.user, { query: 'from:ann' }, [account.id], 2)
  expect(found).toEqual({
    total: 3,
    byAccount: new Map([[account.id, 3]]),
    newest: [ids[2], ids[1]].map((id) => ({ accountId: account.id, id })),
  })
})

test('rules that cannot be are refused', async () => {
  const refused = async (rule: Partial<RuleFields> & Pick<RuleFields, 'condition' | 'actions'>) =>
    rig.save(rule).then(
      () => 'saved',
      (error: Error) => error.message.split(': ')[1],
    )
  const star = [{ type: 'star' as const }]
  expect(await refused({ condition: {}, actions: star })).toBe('asks-nothing')
  expect(
    await refused({
      condition: { operator: 'NOT', conditions: [{ operator: 'OR', conditions: [] }] },
      actions: star,
    }),
  ).toBe('asks-nothing')
  expect(await refused({ condition: { inMailbox: 'L1' }, actions: star })).toBe('unfit-condition')
  expect(await refused({ condition: JSON.parse('{"__proto__":{"from":"x"}}') as {}, actions: star })).toBe(
    'unfit-condition',
  )
  expect(await refused({ condition: fromAnn, actions: [{ type: 'moveTo', mailbox: 'Nowhere' }] })).toBe(
    'unknown-mailbox',
  )
  expect(await refused({ condition: fromAnn, actions: [] })).toBe('no-action')
})
