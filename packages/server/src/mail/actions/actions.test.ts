import type { JournalId, MailboxId, MessageId, UserId } from '@plmail/wire'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EmailPatch, UpdateOutcome } from '../index.ts'
import {
  arrives,
  deliver,
  disagreements,
  folder,
  mailOfEachTest,
  newAccount,
  newUser,
} from '../../../../server-testing/src/mail/test-mail.ts'

const { room, account } = mailOfEachTest()
let inbox: MailboxId
let work: MailboxId

beforeEach(async () => {
  inbox = account.boxes.inbox
  work = account.boxes.work
})

const getActor = (userId: UserId) => ({ kind: 'user' as const, userId })
const receive = (count: number, keywords: string[] = []) =>
  deliver(
    room,
    account.id,
    Array.from({ length: count }, () => ({ boxes: [inbox], keywords })),
  )
const email = async (id: MessageId) => (await room.mail.read.emails(account.id, [id], false))[0]

async function update(
  patches: Array<[MessageId, EmailPatch]>,
  {
    verb = 'archive',
    userId = room.user,
    ifState,
  }: { verb?: string; userId?: UserId; ifState?: number } = {},
): Promise<UpdateOutcome> {
  const outcome = await room.mail.actions.update(
    getActor(userId),
    account.id,
    verb,
    new Map(patches),
    ifState,
  )
  if (outcome === 'state-mismatch') throw new Error(outcome)
  return outcome
}

const keyword = (name: string, isSet: boolean): EmailPatch => ({ keywords: new Map([[name, isSet]]) })
const moveTo = (...ids: MailboxId[]): EmailPatch => ({ replaceMailboxes: new Set(ids) })

describe('an update', () => {
  test('changes keywords and mailboxes, and sends the same to the provider', async () => {
    const [a, b] = await receive(2)
    const patch = {
      keywords: new Map([['$Seen', true]]),
      mailboxes: new Map([
        [inbox, false],
        [work, true],
      ]),
    }
    const outcome = await update([
      [a!, patch],
      [b!, keyword('$flagged', true)],
    ])
    expect(outcome).toMatchObject({ done: [a, b], refused: new Map(), newState: outcome.oldState + 1 })
    expect(await email(a!)).toMatchObject({ keywords: ['$seen'], mailboxIds: [work] })
    expect(await email(b!)).toMatchObject({ keywords: ['$flagged'], mailboxIds: [inbox] })
    expect(room.sent).toEqual([
      { field: 'keyword:$seen', messageId: a, base: false, desired: true },
      { field: 'mailboxes', messageId: a, base: [inbox], desired: [work] },
      { field: 'keyword:$flagged', messageId: b, base: false, desired: true },
    ])
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('is kept in the journal with what was before, to be undone for a day', async () => {
    const [id] = await receive(1, ['$seen'])
    const { journalId } = await update([[id!, keyword('$seen', false)]], { verb: 'mark-unread' })
    const entry = await room.changes.journal.get(room.user, journalId!)
    expect(entry).toMatchObject({
      verb: 'mark-unread',
      actor: 'user',
      undoableUntil: new Date(room.clock.now().getTime() + 86_400_000),
      items: [{ type: 'Email', id, before: { 'keyword:$seen': true }, after: { 'keyword:$seen': false } }],
    })
  })

  test('replaces whole sets, then adds and takes away', async () => {
    const [id] = await receive(1, ['$seen', 'old'])
    await update([
      [
        id!,
        {
          replaceKeywords: new Set(['New', 'b']),
          keywords: new Map([
            ['b', false],
            ['c', true],
          ]),
        },
      ],
    ])
    await update([[id!, { replaceMailboxes: new Set([work]), mailboxes: new Map([[inbox, true]]) }]])
    expect(await email(id!)).toMatchObject({ keywords: ['c', 'new'] })
    expect((await email(id!))!.mailboxIds.toSorted()).toEqual([inbox, work].toSorted())
  })

  test('that changes nothing leaves no trace', async () => {
    const [id] = await receive(1, ['$seen'])
    const outcome = await update([[id!, { ...keyword('$seen', true), ...moveTo(inbox) }]])
    expect(outcome).toMatchObject({ done: [id], newState: outcome.oldState })
    expect(outcome).not.toHaveProperty('journalId')
    expect(room.sent).toEqual([])
  })

  test('is refused message by message, and the others go through', async () => {
    const [fine, nowhere, abroad, locked] = await receive(4)
    const otherAccount = await newAccount(room)
    const [foreign] = await deliver(room, otherAccount.id, [{ boxes: [otherAccount.boxes.inbox] }])
    await room.db.database.query('update mailbox set is_selectable = false where id = $1', [work])
    const outcome = await update([
      [fine!, keyword('$seen', true)],
      [nowhere!, { mailboxes: new Map([[inbox, false]]) }],
      [abroad!, { mailboxes: new Map([[otherAccount.boxes.inbox, true]]) }],
      [locked!, moveTo(work)],
      [foreign!, keyword('$seen', true)],
      [999_999_999 as MessageId, keyword('$seen', true)],
    ])
    expect(outcome.done).toEqual([fine])
    expect(Object.fromEntries(outcome.refused)).toEqual({
      [nowhere!]: 'no-mailbox',
      [abroad!]: 'unknown-mailbox',
      [locked!]: 'mailbox-not-selectable',
      [foreign!]: 'not-found',
      999999999: 'not-found',
    })
    expect(room.sent).toHaveLength(1)
  })

  test('never takes a keyword away to make room for another', async () => {
    const hundred = Array.from({ length: 100 }, (_, at) => `k${String(at).padStart(3, '0')}`)
    const [full] = await receive(1, hundred)
    const seen = keyword('$seen', true)
    const outcome = await update([[full!, seen]])
    expect([...outcome.refused]).toEqual([[full, 'too-many-keywords']])
    expect(room.sent).toEqual([])
    await update([[full!, keyword('k050', false)]])
    await update([[full!, seen]])
    expect(room.sent.map(({ field, desired }) => [field, desired])).toEqual([
      ['keyword:k050', false],
      ['keyword:$seen', true],
    ])
  })

  test('of the whole set leaves what is no keyword to the provider', async () => {
    const [id] = await receive(1, ['$seen', 'schön', 'a]b', '(x', 'x'.repeat(256), 'work'])
    expect(await email(id!)).toMatchObject({ keywords: ['$seen', 'work'] })
    await update([[id!, { replaceKeywords: new Set(['$flagged']) }]])
    expect(room.sent.map(({ field, desired }) => [field, desired]).sort()).toEqual([
      ['keyword:$flagged', true],
      ['keyword:$seen', false],
      ['keyword:work', false],
    ])
  })

  test('by another user finds nothing, not even a state', async () => {
    const [id] = await receive(1)
    const outcome = await update([[id!, keyword('$seen', true)]], { userId: await newUser(room.db) })
    expect(outcome).toEqual({ done: [], refused: new Map([[id, 'not-found']]), oldState: 0, newState: 0 })
    expect(await email(id!)).toMatchObject({ keywords: [] })
  })

  test('made against another state is not applied at all', async () => {
    const [id] = await receive(1)
    const state = await room.changes.state(account.id)
    const patches = new Map([[id!, keyword('$seen', true)]])
    const actor = getActor(room.user)
    const stale = await room.mail.actions.update(actor, account.id, 'mark-read', patches, state - 1)
    expect(stale).toBe('state-mismatch')
    expect(await room.mail.actions.destroy(actor, account.id, [id!], state + 1)).toBe('state-mismatch')
    expect(await room.changes.state(account.id)).toBe(state)
    expect(await update([...patches], { ifState: state })).toMatchObject({ done: [id], oldState: state })
  })

  test('of a hundred messages is one change', async () => {
    const ids = await receive(100)
    const state = await room.changes.state(account.id)
    const outcome = await update(ids.map((id) => [id, keyword('$seen', true)]))
    expect(outcome).toMatchObject({ done: ids, oldState: state })
    const [box] = await room.mail.mailboxes.list(account.id)
    expect(box).toMatchObject({ totalEmails: 100, unreadEmails: 0, unreadThreads: 0 })
  })
})

describe('destroying', () => {
  test('hides a message everywhere, tells the provider and cannot be undone', async () => {
    const [id] = await receive(1)
    const outcome = await room.mail.actions.destroy(getActor(room.user), account.id, [id!, id!])
    if (outcome === 'state-mismatch') throw new Error(outcome)
    expect(outcome.done).toEqual([id])
    expect(await email(id!)).toBeUndefined()
    expect(room.sent).toEqual([{ field: 'destroy', messageId: id, base: [inbox], desired: null }])
    const since = await room.changes.since(account.id, 'Email', outcome.oldState, 50)
    expect(since).toMatchObject({ destroyed: [id] })
    const threads = await room.changes.since(account.id, 'Thread', outcome.oldState, 50)
    expect(threads).toMatchObject({ destroyed: [expect.any(Number)] })
    expect(await room.mail.actions.undo(room.user, outcome.journalId!)).toEqual({
      ok: false,
      why: 'not-undoable',
    })
    expect(await disagreements(room, account.id)).toEqual([])
    const again = await room.mail.actions.destroy(getActor(room.user), account.id, [id!])
    expect(again).toMatchObject({ done: [], refused: new Map([[id, 'not-found']]) })
  })

  test('that the provider refuses is taken back, thread and all', async () => {
    const [id] = await receive(1, ['$seen'])
    await room.mail.actions.destroy(getActor(room.user), account.id, [id!])
    const before = await room.changes.state(account.id)
    await room.changes.write(account.id, { actor: { kind: 'provider' }, verb: 'refused' }, (change) =>
      room.mail.provided.set(change, [{ id: id!, mailboxIds: [inbox] }]),
    )
    expect(await email(id!)).toMatchObject({ keywords: ['$seen'], mailboxIds: [inbox] })
    expect(await room.changes.since(account.id, 'Email', before, 50)).toMatchObject({ created: [id] })
    expect(await room.changes.since(account.id, 'Thread', before, 50)).toMatchObject({
      created: [expect.any(Number)],
    })
    expect(await disagreements(room, account.id)).toEqual([])
  })
})

describe('undo', () => {
  const undo = (id: JournalId, userId = room.user) => room.mail.actions.undo(userId, id)
  const archived = async (ids: MessageId[]) => (await update(ids.map((id) => [id, moveTo(work)]))).journalId!

  test('sets back what was changed, sends that too, and is journalled itself', async () => {
    const [id] = await receive(1)
    const journalId = await archived([id!])
    room.sent.length = 0
    const outcome = await undo(journalId)
    const newState = await room.changes.state(account.id)
    expect(outcome).toEqual({ ok: true, accountId: account.id, newState, restored: [id], skipped: [] })
    expect(await email(id!)).toMatchObject({ mailboxIds: [inbox] })
    expect(room.sent).toEqual([{ field: 'mailboxes', messageId: id, base: [work], desired: [inbox] }])
    const [entry] = await room.changes.journal.list(account.id, 1)
    expect(entry).toMatchObject({ verb: 'undo', undoableUntil: null })
    expect((await room.changes.journal.get(room.user, journalId))!.undoneBy).toBe(entry!.id)
  })

  test('leaves alone what was changed again since, and says so', async () => {
    const [moved, marked, gone] = await receive(3)
    const both = { ...keyword('$flagged', true), ...moveTo(work) }
    const ids = [moved!, marked!, gone!]
    const { journalId } = await update(ids.map((id) => [id, both]))
    await update([
      [moved!, moveTo(account.boxes.trash)],
      [marked!, { ...keyword('$flagged', false), ...moveTo(inbox) }],
    ])
    await room.mail.actions.destroy(getActor(room.user), account.id, [gone!])
    expect(await undo(journalId!)).toMatchObject({ ok: true, restored: [moved], skipped: ids })
    expect(await email(moved!)).toMatchObject({ keywords: [], mailboxIds: [account.boxes.trash] })
    expect(await email(gone!)).toBeUndefined()
  })

  test('cannot go back to a mailbox that no longer exists', async () => {
    const [id] = await deliver(room, account.id, [{ boxes: [work] }])
    const { journalId } = await update([[id!, moveTo(inbox)]])
    await room.changes.write(account.id, arrives, (change) =>
      room.mail.mailboxes.reconcile(change, [folder('INBOX', 'inbox')]),
    )
    expect(await undo(journalId!)).toMatchObject({ ok: true, restored: [], skipped: [id] })
    expect(await email(id!)).toMatchObject({ mailboxIds: [inbox] })
  })

  test('works once, however many try', async () => {
    const journalId = await archived(await receive(1))
    const outcomes = await Promise.all([undo(journalId), undo(journalId), undo(journalId)])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(await undo(journalId)).toEqual({ ok: false, why: 'already-undone' })
  })

  test('works for a day', async () => {
    const [early, late] = await receive(2)
    const [first, second] = [await archived([early!]), await archived([late!])]
    room.clock.advance(86_400_000)
    expect(await undo(first)).toMatchObject({ ok: true })
    room.clock.advance(1)
    expect(await undo(second)).toEqual({ ok: false, why: 'expired' })
  })

  test('knows nothing of another user’s journal, or of entries that never were', async () => {
    const journalId = await archived(await receive(1))
    const stranger = await newUser(room.db)
    expect(await undo(journalId, stranger)).toEqual({ ok: false, why: 'not-found' })
    expect(await undo(999_999_999 as JournalId)).toEqual({ ok: false, why: 'not-found' })
  })

  test('does not take back what the provider did', async () => {
    await receive(1)
    const [arrival] = await room.changes.journal.list(account.id, 1)
    expect(await undo(arrival!.id)).toEqual({ ok: false, why: 'not-undoable' })
  })
})

describe('what the provider says', () => {
  const set = (...updates: Array<{ id: MessageId; keywords?: string[]; mailboxIds?: MailboxId[] }>) =>
    room.changes.write(account.id, { actor: { kind: 'provider' }, verb: 'sync' }, (change) =>
      room.mail.provided.set(change, updates),
    )
  const remove = (ids: MessageId[], on = account) =>
    room.changes.write(on.id, arrives, (change) => room.mail.provided.remove(change, ids))

  test('is kept, journalled as the provider’s and never sent back', async () => {
    const [id] = await receive(1)
    const { journalId } = await set({
      id: id!,
      keywords: ['$SEEN', '\\Recent'],
      mailboxIds: [work, inbox, work],
    })
    expect(await email(id!)).toMatchObject({ keywords: ['$seen'] })
    expect(await room.changes.journal.get(room.user, journalId!)).toMatchObject({ actor: 'provider' })
    expect(room.sent).toEqual([])
  })

  test('that is so already changes nothing', async () => {
    const [id] = await receive(1, ['$seen', 'a'])
    const state = await room.changes.state(account.id)
    await set({ id: id!, keywords: ['A', '$seen'], mailboxIds: [inbox] })
    expect(await room.changes.state(account.id)).toBe(state)
  })

  test('adds and removes single keywords', async () => {
    const [id] = await receive(1, ['$seen', 'a'])
    const patch = [{ id: id!, add: ['$Flagged'], remove: ['A', 'none'] }]
    await room.changes.write(account.id, arrives, (change) => room.mail.provided.patchKeywords(change, patch))
    expect(await email(id!)).toMatchObject({ keywords: ['$flagged', '$seen'] })
  })

  test('about removed messages: gone, then back under the same id', async () => {
    const [id] = await receive(1)
    await remove([id!])
    expect(await email(id!)).toBeUndefined()
    await set({ id: id!, keywords: ['$seen'] })
    expect(await email(id!)).toBeUndefined()
    await set({ id: id!, mailboxIds: [work] })
    expect(await email(id!)).toMatchObject({ keywords: ['$seen'], mailboxIds: [work] })
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('about messages or mailboxes of another account counts for nothing', async () => {
    const otherAccount = await newAccount(room)
    const [foreign] = await deliver(room, otherAccount.id, [{ boxes: [otherAccount.boxes.inbox] }])
    const [own] = await receive(1)
    const state = await room.changes.state(account.id)
    await set({ id: foreign!, keywords: ['$seen'] }, { id: own!, mailboxIds: [otherAccount.boxes.inbox] })
    await remove([foreign!])
    expect(await room.changes.state(account.id)).toBe(state)
    expect(await room.mail.read.emails(otherAccount.id, [foreign!], false)).toMatchObject([{ keywords: [] }])
  })

  test('finds messages of the account by their bytes, removed ones too', async () => {
    const [messageId, two] = await receive(2)
    const { digest } = (await email(messageId!))!
    await remove([two!])
    const otherAccount = await newAccount(room)
    await deliver(room, otherAccount.id, [{ boxes: [otherAccount.boxes.inbox] }])
    const { result } = await room.changes.write(account.id, arrives, (change) =>
      room.mail.provided.withDigest(change, digest),
    )
    expect(result).toEqual([messageId, two])
  })
})
