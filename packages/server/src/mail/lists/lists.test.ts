import type { MailboxId, MessageId, UserId } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EmailPatch } from '../index.ts'
import {
  type AccountForTests,
  arrives,
  deliver,
  disagreements,
  folder,
  mailOfEachTest,
  newAccount,
  newUser,
  ownAddress,
  recording,
  usualFolders,
} from '../../../../server-testing/src/mail/test-mail.ts'
import type { EmailFilter, EmailQuery, Role } from '../types.ts'

const { room, account } = mailOfEachTest()

const me = () => ({ kind: 'user' as const, userId: room.user })

async function loadCounts(id: MailboxId) {
  const box = (await room.mail.mailboxes.list(account.id)).find((mailbox) => mailbox.id === id)!
  return [box.totalEmails, box.unreadEmails, box.totalThreads, box.unreadThreads]
}

describe('the counters of a mailbox', () => {
  test('count messages and conversations, read and unread', async () => {
    const boxes = [account.boxes.inbox]
    await deliver(room, account.id, [
      { id: 'a', boxes, keywords: ['$seen'] },
      { id: 'b', inReplyTo: 'a', boxes },
      { id: 'c', boxes, keywords: ['$Draft'] },
    ])
    expect(await loadCounts(account.boxes.inbox)).toEqual([3, 1, 2, 1])
  })

  test('a conversation is unread in every mailbox it has mail in, wherever the unread message lies', async () => {
    await deliver(room, account.id, [
      { id: 'a', boxes: [account.boxes.work], keywords: ['$seen'] },
      { id: 'b', inReplyTo: 'a', boxes: [account.boxes.inbox] },
    ])
    expect(await loadCounts(account.boxes.work)).toEqual([1, 0, 1, 1])
  })

  test('mail in the Trash alone makes no conversation unread elsewhere, nor the other way round', async () => {
    await deliver(room, account.id, [
      { id: 'a', boxes: [account.boxes.work], keywords: ['$seen'] },
      { id: 'b', inReplyTo: 'a', boxes: [account.boxes.trash] },
      { id: 'x', boxes: [account.boxes.work] },
      { id: 'y', inReplyTo: 'x', boxes: [account.boxes.trash], keywords: ['$seen'] },
    ])
    expect(await loadCounts(account.boxes.work)).toEqual([2, 1, 2, 1])
    expect(await loadCounts(account.boxes.trash)).toEqual([2, 1, 2, 1])
  })

  test('follow when another mailbox becomes the Trash', async () => {
    await deliver(room, account.id, [
      { id: 'a', boxes: [account.boxes.inbox], keywords: ['$seen'] },
      { id: 'b', inReplyTo: 'a', boxes: [account.boxes.work] },
    ])
    expect(await loadCounts(account.boxes.inbox)).toEqual([1, 0, 1, 1])
    const withoutTrash = usualFolders.filter(
      (usualFolder) => usualFolder.remoteId !== 'Trash' && usualFolder.remoteId !== 'Work',
    )
    await room.changes.write(account.id, arrives, (change) =>
      room.mail.mailboxes.reconcile(change, [...withoutTrash, folder('Trash'), folder('Work', 'trash')]),
    )
    expect(await loadCounts(account.boxes.inbox)).toEqual([1, 0, 1, 0])
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('are the only properties named when nothing else of the mailbox changed', async () => {
    const before = await room.changes.state(account.id)
    await deliver(room, account.id, [{ boxes: [account.boxes.inbox] }])
    expect(await room.changes.since(account.id, 'Mailbox', before, 50)).toMatchObject({
      updated: [account.boxes.inbox],
      updatedProperties: ['totalEmails', 'totalThreads', 'unreadEmails', 'unreadThreads'],
    })
  })

  test('keep still when a change alters no count', async () => {
    const [id] = await deliver(room, account.id, [{ boxes: [account.boxes.inbox] }])
    const before = await room.changes.state(account.id)
    await room.mail.actions.update(me(), account.id, 'star', starred([id!]))
    expect(await room.changes.since(account.id, 'Mailbox', before, 50)).toMatchObject({ updated: [] })
    expect(await room.changes.since(account.id, 'Thread', before, 50)).toMatchObject({ updated: [] })
    expect(await room.changes.since(account.id, 'Email', before, 50)).toMatchObject({ updated: [id] })
  })
})

function starred(ids: readonly MessageId[]): Map<MessageId, EmailPatch> {
  return new Map(ids.map((id) => [id, { keywords: new Map([['$flagged', true]]) }]))
}

test('after any operations lists and counters equal counting again', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12 }), async (operations) => {
      const one = await newAccount(room)
      const boxes = Object.values(one.boxes)
      for (const { kind, n, keywords, places } of operations) {
        const chosen = [...new Set(places.map((place) => boxes[place % boxes.length]!))]
        const ids = await liveIds(one)
        const picked = ids.filter((_, index) => (n >> (index % 10)) % 2 === 1)
        const patches = new Map<MessageId, EmailPatch>(
          picked.map((id) => [
            id,
            kind === 'move' ? { replaceMailboxes: new Set(chosen) } : { keywords: new Map(keywords) },
          ]),
        )
        if (kind === 'deliver') {
          const messages = keywords.map(([keyword, isSet], index) => ({
            id: `m${(n + index) % 7}`,
            inReplyTo: `m${(n >> 3) % 7}`,
            boxes: chosen,
            at: n,
            keywords: isSet ? [keyword] : [],
          }))
          await deliver(room, one.id, messages)
        } else if (kind === 'provider') {
          const updates = picked.map((id) => ({
            id,
            mailboxIds: chosen,
            keywords: keywords.map(([name]) => name),
          }))
          await room.changes.write(one.id, arrives, (change) => room.mail.provided.set(change, updates))
        } else if (kind === 'remove') {
          await room.changes.write(one.id, arrives, (change) => room.mail.provided.remove(change, picked))
        } else if (kind === 'destroy') await room.mail.actions.destroy(me(), one.id, picked)
        else await room.mail.actions.update(me(), one.id, kind, patches)
        expect(await disagreements(room, one.id)).toEqual([])
      }
    }),
    { numRuns: 40 },
  )
})

const operation = fc.record({
  kind: fc.constantFrom('deliver', 'deliver', 'mark', 'move', 'provider', 'remove', 'destroy'),
  n: fc.nat(1023),
  keywords: fc.array(fc.tuple(fc.constantFrom('$seen', '$draft', '$flagged'), fc.boolean()), {
    minLength: 1,
    maxLength: 4,
  }),
  places: fc.array(fc.nat(4), { minLength: 1, maxLength: 2 }),
})

/** Every second removed message as well: `provided.set` brings those back. */
async function liveIds(one: AccountForTests): Promise<MessageId[]> {
  const rows = await room.db.database.query<{ id: MessageId }>(
    'select id from message where account_id = $1 and (removed_at is null or id % 2 = 0) order by id',
    [one.id],
  )
  return rows.map((row) => row.id)
}

const all = (...filters: EmailFilter[]): EmailFilter => ({ kind: 'and', filters })
const inSome = (mailboxIds: MailboxId[]): EmailFilter => ({ kind: 'in-mailbox', mailboxIds })
const keyword = (name: string): EmailFilter => ({ kind: 'keyword', keyword: name, of: 'message' })

describe('asking for a list', () => {
  const page = { sort: [], collapseThreads: true, position: 0, limit: 10, calculateTotal: true }
  const foundBy = async (query: EmailQuery) => (await room.mail.read.query(account.id, query)).found

  test('gives conversations by their newest message, newest first, with the total', async () => {
    const boxes = [account.boxes.inbox]
    const [a, b, c] = await deliver(room, account.id, [
      { id: 'a', boxes, at: 1 },
      { id: 'b', boxes, at: 2 },
      { id: 'c', inReplyTo: 'a', boxes, at: 3 },
    ])
    const ask = (wanted: Partial<typeof page>) => foundBy({ filter: inSome(boxes), ...page, ...wanted })
    const state = await room.changes.state(account.id)
    expect(await ask({})).toEqual({ ids: [c, b], position: 0, total: 2, state })
    expect(await ask({ collapseThreads: false })).toEqual({ ids: [c, b, a], position: 0, total: 3, state })
    expect(await ask({ position: 1, calculateTotal: false })).toEqual({ ids: [b], position: 1, state })
    expect(await ask({ position: -1 })).toMatchObject({ ids: [b], position: 1 })
    expect(await ask({ position: 7 })).toEqual({ ids: [], position: 7, total: 2, state })
    expect(await ask({ limit: 0 })).toEqual({ ids: [], position: 0, total: 2, state })
  })

  test('equal times have an order all the same', async () => {
    const boxes = [account.boxes.inbox]
    const ids = await deliver(
      room,
      account.id,
      Array.from({ length: 9 }, () => ({ boxes })),
    )
    const pages = await Promise.all(
      [0, 3, 6].map((position) => foundBy({ filter: inSome(boxes), ...page, position, limit: 3 })),
    )
    expect(pages.flatMap((answer) => (answer === 'anchor-not-found' ? [] : answer.ids))).toEqual(
      ids.toReversed(),
    )
  })

  test('a conversation is represented by its first message after filtering', async () => {
    const boxes = [account.boxes.inbox]
    const [a, , c] = await deliver(room, account.id, [
      { id: 'a', boxes, at: 1, keywords: ['$flagged'] },
      { id: 'b', inReplyTo: 'a', boxes, at: 2 },
      { id: 'c', boxes, at: 0, keywords: ['$flagged', '$seen'] },
    ])
    const flagged = all(inSome(boxes), keyword('$flagged'))
    const unread = all(flagged, { kind: 'not', filters: [keyword('$seen')] })
    const ask = (filter: EmailFilter) => foundBy({ filter, ...page })
    expect(await ask(flagged)).toMatchObject({ ids: [a, c], total: 2 })
    expect(await ask(unread)).toMatchObject({ ids: [a], total: 1 })
    expect(await ask(all(inSome(boxes), keyword('no keyword')))).toMatchObject({ ids: [], total: 0 })
  })

  test('several mailboxes, and no mailbox at all, are asked together without repeats', async () => {
    const { inbox, work, trash } = account.boxes
    const [a, b, c] = await deliver(room, account.id, [
      { id: 'a', boxes: [inbox, work], at: 1 },
      { id: 'b', boxes: [work], at: 2 },
      { id: 'c', boxes: [trash], at: 3 },
    ])
    const ask = (filter: EmailFilter) => foundBy({ filter, ...page })
    expect(await ask(inSome([inbox, work]))).toMatchObject({ ids: [b, a], total: 2 })
    expect(await ask(all())).toMatchObject({ ids: [c, b, a], total: 3 })
  })

  test('a mailbox of another account is unknown', async () => {
    const otherAccount = await newAccount(room)
    await deliver(room, otherAccount.id, [{ boxes: [otherAccount.boxes.inbox] }])
    const foreign = inSome([otherAccount.boxes.inbox])
    for (const filter of [
      foreign,
      all(foreign, keyword('$seen')),
      { kind: 'or' as const, filters: [foreign] },
    ])
      for (const collapseThreads of [true, false])
        expect(await foundBy({ filter, ...page, collapseThreads })).toMatchObject({ ids: [], total: 0 })
  })
})

describe('the unified list', () => {
  test('merges the mailboxes of one role over all accounts of the user, and of nobody else', async () => {
    const user = await newUser(room.db)
    const mine = { ...room, user }
    const [one, two] = [await newAccount(mine), await newAccount(mine)]
    const [a] = await deliver(mine, one.id, [{ id: 'a', boxes: [one.boxes.inbox], at: 1 }])
    const [b] = await deliver(mine, two.id, [
      { id: 'b', boxes: [two.boxes.inbox], at: 2, keywords: ['$seen'] },
    ])
    const [c] = await deliver(mine, one.id, [{ id: 'c', boxes: [one.boxes.inbox], at: 3 }])
    await deliver(mine, two.id, [{ id: 'd', boxes: [two.boxes.work], at: 4 }])
    await deliver(room, account.id, [{ boxes: [account.boxes.inbox], at: 5 }])
    const list = await room.mail.read.list(
      user,
      { role: 'inbox', isUnread: false },
      { position: 0, limit: 10 },
    )
    expect(list.items.map((item) => [item.accountId, item.emailId, item.total, item.unread])).toEqual([
      [one.id, c, 1, 1],
      [two.id, b, 1, 0],
      [one.id, a, 1, 1],
    ])
    expect(list.total).toBe(3)
    expect(list.states).toEqual(
      new Map([
        [one.id, await room.changes.state(one.id)],
        [two.id, await room.changes.state(two.id)],
      ]),
    )
    const deep = await room.mail.read.list(
      user,
      { role: 'inbox', isUnread: false },
      { position: 1, limit: 1 },
    )
    expect(deep.items.map((item) => item.emailId)).toEqual([b])
  })

  /** What is listed first to last, and whether every page and the total agree with it. */
  const listed = async (user: UserId, role: Role, isUnread = false) => {
    const wanted = { role, isUnread }
    const whole = await room.mail.read.list(user, wanted, { position: 0, limit: 50 })
    const ids = whole.items.map(({ emailId }) => emailId)
    expect(whole.total).toBe(ids.length)
    const last = await room.mail.read.list(user, wanted, { position: Math.max(0, ids.length - 1), limit: 5 })
    expect(last.items.map(({ emailId }) => emailId)).toEqual(ids.slice(-1))
    return ids
  }

  test('shows starred mail and all mail without what lies in Trash only, and unread mail of each', async () => {
    const user = await newUser(room.db)
    const { id, boxes } = await newAccount({ ...room, user })
    const [withStar, read, gone, mixed] = await deliver(room, id, [
      { id: 's', boxes: [boxes.work], at: 1, keywords: ['$flagged'] },
      { id: 'r', boxes: [boxes.inbox], at: 2, keywords: ['$seen', '$flagged'] },
      { id: 'g', boxes: [boxes.trash], at: 3, keywords: ['$flagged'] },
      { id: 'm', boxes: [boxes.trash], at: 4, keywords: ['$seen'] },
    ])
    const [answer] = await deliver(room, id, [{ inReplyTo: 'm', boxes: [boxes.inbox], at: 5 }])
    expect(await listed(user, 'flagged')).toEqual([read, withStar])
    expect(await listed(user, 'flagged', true)).toEqual([withStar])
    expect(await listed(user, 'all')).toEqual([answer, read, withStar])
    expect(await listed(user, 'all', true)).toEqual([answer, withStar])
    expect(await listed(user, 'inbox', true)).toEqual([answer])
    expect(await listed(user, 'trash')).toEqual([mixed, gone])
  })

  test('shows snoozed mail by when it comes back, and then on top of the Inbox', async () => {
    const user = await newUser(room.db)
    const { id, boxes } = await newAccount({ ...room, user })
    const messages = [1, 2, 3, 4].map((at) => ({ id: `n${at}`, boxes: [boxes.inbox], at }))
    const [soon, later, third, fourth] = await deliver(room, id, messages)
    const [unanswered] = await deliver(room, id, [{ id: 'u', boxes: [boxes.sent], from: ownAddress }])
    const now = room.clock.now().getTime()
    const inHours = (hours: number) => new Date(now + hours * 3_600_000)
    const patches = new Map<MessageId, EmailPatch>([
      [later!, { snoozedUntil: inHours(9) }],
      [soon!, { snoozedUntil: inHours(1) }],
      [unanswered!, { followUpAt: inHours(2) }],
    ])
    await room.mail.actions.update({ kind: 'user', userId: user }, id, 'snooze', patches)
    expect(await listed(user, 'snoozed')).toEqual([soon, later])
    expect(await listed(user, 'inbox')).toEqual([fourth, third])
    room.clock.advance(3_600_000)
    await room.mail.snooze.wake()
    expect(await listed(user, 'inbox')).toEqual([soon, fourth, third])
    room.clock.advance(3_600_000)
    await room.mail.snooze.wake()
    expect(await listed(user, 'inbox')).toEqual([unanswered, soon, fourth, third])
    expect(await listed(user, 'snoozed')).toEqual([later])
  })
})

describe('the plan of an inbox page and of an opened conversation', () => {
  test('walks the list index and sorts nothing, in one account and over all', async () => {
    const boxes = [account.boxes.inbox]
    for (let batch = 0; batch < 10; batch++) {
      await deliver(
        room,
        account.id,
        Array.from({ length: 200 }, (_, n) => ({ boxes, at: batch * 200 + n })),
      )
    }
    await room.db.database.query('analyze thread_mailbox, mailbox, message, message_mailbox, label')
    const explain = recording(room)
    await explain.mail.read.query(account.id, {
      filter: inSome(boxes),
      sort: [],
      collapseThreads: true,
      position: 0,
      limit: 50,
      calculateTotal: true,
    })
    await explain.mail.read.list(room.user, { role: 'inbox', isUnread: false }, { position: 0, limit: 50 })
    const [row] = await explain.mail.read.emails(account.id, await room.mail.read.ids(account.id, 1), false)
    await explain.mail.read.wholeThreads(account.id, [row!.threadId], 50)
    const [opened] = await explain.plans((text) => text.includes('m.thread_id = any'))
    expect(opened).toContain('message_thread')
    expect(opened).not.toContain('Seq Scan')
    const plans = await explain.plans((text) => /thread_mailbox/.test(text) && /limit \$3/.test(text))
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan).toContain('thread_mailbox_list')
      expect(plan).not.toMatch(/Seq Scan on (thread_mailbox|message)/)
    }
    expect(plans[0]).not.toContain('Sort')
    // the merge may sort what the mailboxes gave, 50 each, but never a mailbox
    expect(plans[1]).toMatch(/Limit[\s\S]*Index (Only )?Scan using thread_mailbox_list/)
  })
})
