import type { Category, MessageId, ThreadId } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import type { EmailFilter, EmailQuery } from '../types.ts'
import {
  arrives,
  deliver,
  disagreements,
  type MessageToDeliver,
  mailOfEachTest,
  newAccount,
  ownAddress,
  recording,
} from '../../../../server-testing/src/mail/test-mail.ts'

const { room, account } = mailOfEachTest()

const me = () => ({ kind: 'user' as const, userId: room.user })
const shop = { from: 'news@shop.test', headers: ['List-Unsubscribe: <https://shop.test/out>'] }
const inInbox = (...messages: Array<Omit<MessageToDeliver, 'boxes'>>) =>
  deliver(
    room,
    account.id,
    messages.map((message) => ({ ...message, boxes: [account.boxes.inbox] })),
  )

async function loadThread(id: MessageId): Promise<ThreadId> {
  const [row] = await room.mail.read.emails(account.id, [id], false)
  return row!.threadId
}

async function toView(id: MessageId) {
  const thread = await loadThread(id)
  return (await room.mail.read.threadCategories(account.id, [thread])).get(thread)
}

const getFilter = (category: Category): EmailFilter => ({
  kind: 'and',
  filters: [
    { kind: 'in-mailbox', mailboxIds: [account.boxes.inbox] },
    { kind: 'category', category, of: 'thread' },
  ],
})

const getQuery = (category: Category, more: Partial<EmailQuery> = {}): EmailQuery => ({
  filter: getFilter(category),
  sort: [],
  collapseThreads: true,
  position: 0,
  limit: 50,
  calculateTotal: true,
  ...more,
})

/** Newest first as well, but no index has it so. */
const notPlain = [
  { by: 'received' as const, isAscending: false },
  { by: 'size' as const, isAscending: true },
]

/** Its conversations, as each of the ways to list them says; they must agree. */
async function listed(category: Category): Promise<MessageId[]> {
  const { found } = await room.mail.read.query(account.id, getQuery(category))
  if (found === 'anchor-not-found') throw new Error(found)
  const { found: gathered } = await room.mail.read.query(account.id, getQuery(category, { sort: notPlain }))
  const unified = await room.mail.read.list(
    room.user,
    { role: 'inbox', isUnread: false, category },
    { position: 0, limit: 50 },
  )
  const byBox = { mailboxId: account.boxes.inbox, isUnread: false, category }
  const single = await room.mail.read.list(room.user, byBox, { position: 0, limit: 50 })
  const { list } = await room.mail.read.categories({ role: 'inbox' }, room.user, new Map())
  expect(unified.items.map(({ emailId }) => emailId)).toEqual(found.ids)
  expect(single.items).toEqual(unified.items)
  expect((gathered as typeof found).ids.toSorted()).toEqual(found.ids.toSorted())
  const counted = list.find((categoryCount) => categoryCount.category === category)?.total
  expect([unified.total, single.total, found.total, counted]).toEqual(Array(4).fill(found.ids.length))
  return found.ids
}

const sort = (id: MessageId, category: Category | null) =>
  room.mail.actions.update(me(), account.id, 'categorise', new Map([[id, { category }]]))

describe('the category of a conversation', () => {
  test('is that of the newest message received, and drafts and answers leave it', async () => {
    const [message, offer] = await inInbox({ id: 'a', subject: 'Boat' }, { id: 'b', at: 1, ...shop })
    expect([await listed('primary'), await listed('promotions')]).toEqual([[message], [offer]])
    await deliver(room, account.id, [
      { id: 'c', inReplyTo: 'b', at: 2, from: ownAddress, to: 'x@shop.test', boxes: [account.boxes.sent] },
      {
        id: 'd',
        inReplyTo: 'b',
        at: 3,
        from: ownAddress,
        keywords: ['$draft'],
        boxes: [account.boxes.drafts],
      },
    ])
    expect(await listed('promotions')).toEqual([offer])
    const [later] = await inInbox({ id: 'e', inReplyTo: 'b', at: 4 })
    expect([await listed('primary'), await listed('promotions')]).toEqual([[later, message], []])
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('is told with the rule and the field that decided', async () => {
    const [offer] = await inInbox({ id: 'a', ...shop })
    expect(await toView(offer!)).toEqual({
      name: 'promotions',
      emailId: offer,
      rule: 'bulk',
      field: 'list-unsubscribe',
      value: '<https://shop.test/out>',
    })
  })

  test('is Primary of somebody the user has written to, in whatever account, and not of who forged that', async () => {
    const otherAccount = await newAccount(room)
    const forged = { from: ownAddress, to: 'stranger@shop.test' }
    await deliver(room, otherAccount.id, [
      { ...forged, to: 'Ann <Ann@Shop.test>', boxes: [otherAccount.boxes.sent] },
    ])
    await inInbox({ ...forged })
    const headers = shop.headers
    const [friend, stranger] = await inInbox(
      { from: 'ann@shop.test', headers, at: 1 },
      { from: 'stranger@shop.test', headers, at: 2 },
    )
    expect((await toView(friend!))?.rule).toBe('known')
    expect((await toView(stranger!))?.name).toBe('promotions')
  })

  test('is known of whom a draft was sent to', async () => {
    const [draft] = await deliver(room, account.id, [
      { from: ownAddress, to: 'bea@shop.test', keywords: ['$draft'], boxes: [account.boxes.drafts] },
    ])
    const sent = { replaceKeywords: new Set<string>(), replaceMailboxes: new Set([account.boxes.sent]) }
    await room.mail.actions.update(me(), account.id, 'send', new Map([[draft!, sent]]))
    const [answer] = await inInbox({ from: 'bea@shop.test', headers: shop.headers })
    expect((await toView(answer!))?.rule).toBe('known')
  })

  test('is the one of the provider where that has tabs, and follows when it moves', async () => {
    const [offer] = await inInbox({ ...shop, keywords: ['category_social'] })
    expect(await listed('social')).toEqual([offer])
    expect(await toView(offer!)).toMatchObject({ rule: 'provider', value: 'category_social' })
    await room.changes.write(account.id, arrives, (change) =>
      room.mail.provided.patchKeywords(change, [
        { id: offer!, add: ['category_updates'], remove: ['category_social'] },
      ]),
    )
    expect([await listed('social'), await listed('updates')]).toEqual([[], [offer]])
  })
})

describe('a category set by hand', () => {
  test('stays whatever comes later, is the last one set, and can be undone', async () => {
    const [offer] = await inInbox({ id: 'a', ...shop })
    const first = await sort(offer!, 'forums')
    const [later] = await inInbox({ id: 'b', inReplyTo: 'a', at: 1, ...shop })
    expect(await listed('forums')).toEqual([later])
    expect(await toView(offer!)).toMatchObject({ name: 'forums', rule: 'hand', emailId: offer })
    room.clock.advance(1_000)
    const second = await sort(later!, 'social')
    room.clock.advance(1_000)
    const third = await sort(offer!, 'primary')
    expect(await listed('primary')).toEqual([later])
    if (first === 'state-mismatch' || second === 'state-mismatch' || third === 'state-mismatch')
      throw new Error()
    // What was decided again since is left alone.
    expect(await room.mail.actions.undo(room.user, first.journalId!)).toMatchObject({ restored: [] })
    expect(await room.mail.actions.undo(room.user, third.journalId!)).toMatchObject({
      ok: true,
      restored: [offer],
    })
    expect(await listed('social')).toEqual([later])
    expect(room.sent).toEqual([])
    await sort(later!, null)
    await sort(offer!, null)
    expect(await listed('promotions')).toEqual([later])
  })
})

describe('what changed', () => {
  test('tells clients that list by category what came, went and moved, and of the threads', async () => {
    const [a, b] = await inInbox({ id: 'a', ...shop }, { id: 'b', at: 1, ...shop })
    const since = await room.changes.state(account.id)
    await sort(b!, 'updates')
    const [c] = await inInbox({ id: 'c', inReplyTo: 'a', at: 2 })
    const changed = async (category: Category) => {
      const { filter, sort: order, collapseThreads, calculateTotal } = getQuery(category)
      const told = await room.mail.read.queryChanges(account.id, {
        filter,
        sort: order,
        collapseThreads,
        calculateTotal,
        sinceState: since,
        maxChanges: 100,
      })
      if (typeof told === 'string') throw new Error(told)
      return { removed: told.removed.toSorted(), added: told.added, total: told.total }
    }
    expect(await changed('promotions')).toMatchObject({ removed: [a, b], added: [], total: 0 })
    expect((await changed('updates')).added).toEqual([{ id: b, index: 0 }])
    expect((await changed('primary')).added).toEqual([{ id: c, index: 0 }])
    const threads = await room.changes.since(account.id, 'Thread', since, 100)
    expect(threads).toMatchObject({
      updated: expect.arrayContaining([await loadThread(b!), await loadThread(a!)]),
    })
  })

  test('counts as new what is unread and came since somebody looked', async () => {
    await inInbox({ ...shop, at: 0 }, { ...shop, at: 10 }, { ...shop, at: 20, keywords: ['$seen'] })
    const looked = new Map([['promotions' as const, new Date('2026-03-01T10:05:00Z')]])
    const { list } = await room.mail.read.categories({ role: 'inbox' }, room.user, looked)
    expect(list.find(({ category }) => category === 'promotions')).toMatchObject({
      total: 3,
      unread: 2,
      fresh: 1,
    })
  })
})

test('mail from before there were categories is sorted in steps, and clients hear of it', async () => {
  const [offer, message] = await inInbox({ id: 'a', ...shop }, { id: 'b', at: 1 })
  await room.db.database.query('update message set category = null where account_id = $1', [account.id])
  await room.db.database.query(`update thread_mailbox set category = 'primary' where mailbox_id = $1`, [
    account.boxes.inbox,
  ])
  expect(await listed('primary')).toEqual([message, offer])
  const since = await room.changes.state(account.id)
  expect(await room.mail.sortOld()).toBe(2)
  expect(await room.mail.sortOld()).toBe(0)
  expect([await listed('primary'), await listed('promotions')]).toEqual([[message], [offer]])
  expect(await room.changes.since(account.id, 'Email', since, 10)).toMatchObject({ updated: [offer] })
})

test('a page of one category walks its index and sorts nothing, in one account and over all', async () => {
  for (let batch = 0; batch < 4; batch++) {
    const at = (n: number) => ({ at: batch * 300 + n, ...(n % 10 === 0 ? {} : shop) })
    await inInbox(...Array.from({ length: 300 }, (_, n) => at(n)))
  }
  await room.db.database.query('analyze thread_mailbox, mailbox, message, message_mailbox, label')
  const explain = recording(room)
  await explain.mail.read.query(account.id, getQuery('promotions', { calculateTotal: false }))
  const wanted = { role: 'inbox' as const, isUnread: false, category: 'promotions' as const }
  await explain.mail.read.list(room.user, wanted, { position: 0, limit: 50 })
  const plans = await explain.plans((text) => /thread_mailbox/.test(text) && /limit \$3/.test(text))
  expect(plans).toHaveLength(2)
  for (const plan of plans) {
    expect(plan).toMatch(/Limit[\s\S]*Index (Only )?Scan using thread_mailbox_category/)
    expect(plan).not.toMatch(/Seq Scan on (thread_mailbox|message)/)
  }
  expect(plans[0]).not.toContain('Sort')
})
