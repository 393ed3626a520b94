import type { MailboxId, MessageId } from '@plmail/wire'
import { beforeEach, describe, expect, test } from 'vitest'
import { type EmailPatch, createMail } from '../index.ts'
import {
  arrives,
  deliver,
  disagreements,
  folder,
  mailOfEachTest,
  ownAddress,
  start,
  usualFolders,
} from '../../../../server-testing/src/mail/test-mail.ts'

const { room, account } = mailOfEachTest()
let inbox: MailboxId

beforeEach(async () => {
  inbox = account.boxes.inbox
  setClock(start)
  // What earlier tests left due is none of this one's.
  await room.db.database.query('truncate snooze, follow_up')
})

const setClock = (time: Date) => room.clock.advance(time.getTime() - room.clock.now().getTime())
const hour = 3_600_000
const at = (hours: number) => new Date(start.getTime() + hours * hour)
const email = async (id: MessageId) => (await room.mail.read.emails(account.id, [id], false))[0]
const marks = async (id: MessageId) => (await room.mail.snooze.marks(account.id, [id])).get(id)
const snoozedBox = async () =>
  (await room.mail.mailboxes.list(account.id)).find(({ role }) => role === 'snoozed')

async function set(ids: MessageId[], patch: EmailPatch, verb = 'snooze') {
  const actor = { kind: 'user' as const, userId: room.user }
  const patches = new Map(ids.map((id) => [id, patch]))
  const outcome = await room.mail.actions.update(actor, account.id, verb, patches)
  if (outcome === 'state-mismatch') throw new Error(outcome)
  return outcome
}

describe('a snoozed message', () => {
  test('leaves the Inbox for a mailbox made for it, here and at the provider', async () => {
    const [id] = await deliver(room, account.id, [{ boxes: [inbox] }])
    const { refused } = await set([id!], { snoozedUntil: at(2) })
    expect(refused.size).toBe(0)
    const box = await snoozedBox()
    expect(box).toMatchObject({ name: 'Snoozed (plMail)', totalThreads: 1, remoteId: null })
    expect((await email(id!))?.mailboxIds).toEqual([box!.id])
    expect(room.sent).toMatchObject([
      { field: 'create-mailbox', mailboxId: box!.id },
      { field: 'mailboxes', messageId: id, base: [inbox], desired: [box!.id] },
    ])
    expect(await marks(id!)).toEqual({
      snoozed: { until: at(2), wokenAt: null, wokenBy: null },
      followUp: null,
    })
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('goes into a folder of that name that is left from before', async () => {
    const { result } = await room.changes.write(account.id, arrives, (change) =>
      room.mail.mailboxes.reconcile(change, [...usualFolders, folder('Snoozed (plMail)')]),
    )
    const [id] = await deliver(room, account.id, [{ boxes: [inbox] }])
    await set([id!], { snoozedUntil: at(2) })
    expect((await snoozedBox())?.id).toBe(result.get('Snoozed (plMail)'))
    expect(room.sent.map(({ field }) => field)).toEqual(['mailboxes'])
  })

  test('comes back at its time and not before, read as it was, and is marked as returned', async () => {
    const [read, unread] = await deliver(room, account.id, [
      { boxes: [inbox], keywords: ['$seen'] },
      { boxes: [inbox] },
    ])
    await set([read!, unread!], { snoozedUntil: at(2) })
    setClock(new Date(at(2).getTime() - 1))
    expect(await room.mail.snooze.wake()).toBe(0)
    setClock(at(2))
    room.sent.length = 0
    expect(await room.mail.snooze.wake()).toBe(2)
    expect(await room.mail.snooze.wake()).toBe(0)
    expect([await email(read!), await email(unread!)]).toMatchObject([
      { mailboxIds: [inbox], keywords: ['$seen'] },
      { mailboxIds: [inbox], keywords: [] },
    ])
    const box = await snoozedBox()
    expect(room.sent).toContainEqual({
      field: 'mailboxes',
      messageId: read,
      base: [box!.id],
      desired: [inbox],
    })
    expect((await marks(read!))?.snoozed).toEqual({ until: at(2), wokenAt: at(2), wokenBy: 'time' })
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('keeps its labels, and leaves sent mail of the conversation where it is', async () => {
    const { work, sent } = account.boxes
    const [labelled, own] = await deliver(room, account.id, [
      { id: 'a@x', boxes: [inbox, work] },
      { id: 'b@x', inReplyTo: 'a@x', boxes: [sent], from: ownAddress, at: 1 },
    ])
    await set([labelled!], { snoozedUntil: at(2) })
    expect((await email(labelled!))?.mailboxIds).toEqual([work, (await snoozedBox())!.id])
    expect((await email(own!))?.mailboxIds).toEqual([sent])
    setClock(at(3))
    await room.mail.snooze.wake()
    expect((await email(labelled!))?.mailboxIds).toEqual([inbox, work])
  })

  test('goes back where it was when somebody ends it, though it was not in the Inbox', async () => {
    const [id] = await deliver(room, account.id, [{ boxes: [account.boxes.work] }])
    await set([id!], { snoozedUntil: at(2) })
    expect((await email(id!))?.mailboxIds).toEqual([(await snoozedBox())!.id])
    await set([id!], { snoozedUntil: at(9) })
    expect((await marks(id!))?.snoozed?.until).toEqual(at(9))
    await set([id!], { snoozedUntil: null }, 'unsnooze')
    expect((await email(id!))?.mailboxIds).toEqual([account.boxes.work])
    expect(await marks(id!)).toBeUndefined()
    setClock(at(10))
    expect(await room.mail.snooze.wake()).toBe(0)
  })

  test('that was put elsewhere stays there when its time comes', async () => {
    const [id] = await deliver(room, account.id, [{ boxes: [inbox] }])
    await set([id!], { snoozedUntil: at(2) })
    await set([id!], { replaceMailboxes: new Set([account.boxes.trash]) }, 'trash')
    expect(await marks(id!)).toBeUndefined()
    setClock(at(3))
    await room.mail.snooze.wake()
    expect((await email(id!))?.mailboxIds).toEqual([account.boxes.trash])
  })

  test('is woken by mail that arrives in its conversation, not by older mail that is imported', async () => {
    const [id] = await deliver(room, account.id, [{ id: 'q@x', boxes: [inbox], at: 10 }])
    await set([id!], { snoozedUntil: at(48) })
    await deliver(room, account.id, [{ id: 'old@x', references: ['q@x'], boxes: [inbox], at: 1 }])
    await deliver(room, account.id, [{ references: ['q@x'], boxes: [account.boxes.trash], at: 15 }])
    await deliver(room, account.id, [
      { references: ['q@x'], boxes: [account.boxes.sent], from: ownAddress, at: 16 },
    ])
    expect((await email(id!))?.mailboxIds).toEqual([(await snoozedBox())!.id])
    await deliver(room, account.id, [{ references: ['q@x'], boxes: [inbox], at: 20 }])
    expect((await email(id!))?.mailboxIds).toEqual([inbox])
    expect((await marks(id!))?.snoozed).toMatchObject({ wokenBy: 'answer' })
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('is taken back by undo, and so is its end, with the time it had', async () => {
    const [id] = await deliver(room, account.id, [{ boxes: [inbox] }])
    const begun = await set([id!], { snoozedUntil: at(2) })
    const changed = await set([id!], { snoozedUntil: at(5) })
    const ended = await set([id!], { snoozedUntil: null }, 'unsnooze')
    await room.mail.actions.undo(room.user, ended.journalId!)
    expect((await marks(id!))?.snoozed?.until).toEqual(at(5))
    await room.mail.actions.undo(room.user, changed.journalId!)
    expect((await marks(id!))?.snoozed?.until).toEqual(at(2))
    await room.mail.actions.undo(room.user, begun.journalId!)
    expect(await marks(id!)).toBeUndefined()
    expect((await email(id!))?.mailboxIds).toEqual([inbox])
  })

  test('is refused for a time that has passed or that is beyond all plans', async () => {
    const [id] = await deliver(room, account.id, [{ boxes: [inbox] }])
    for (const snoozedUntil of [at(0), at(-1), at(24 * 365 * 11)]) {
      const { refused } = await set([id!], { snoozedUntil })
      expect(refused.get(id!)).toBe('time-out-of-range')
    }
    expect((await email(id!))?.mailboxIds).toEqual([inbox])
  })
})

describe('waking', () => {
  test('of more than a batch, ended in the middle, goes on where it was', async () => {
    const messages = Array.from({ length: 250 }, () => ({ boxes: [inbox] }))
    const ids = await deliver(room, account.id, messages)
    await set(ids, { snoozedUntil: at(1) })
    setClock(at(2))
    let writes = 0
    const dying = createMail({
      ...room.parts,
      changes: {
        ...room.changes,
        write: (...args) => {
          if (++writes > 1) throw new Error('killed')
          return room.changes.write(...args)
        },
      },
    })
    await expect(dying.snooze.wake()).rejects.toThrow('killed')
    expect((await snoozedBox())?.totalEmails).toBe(50)
    expect(await room.mail.snooze.wake()).toBe(50)
    expect((await snoozedBox())?.totalEmails).toBe(0)
    expect(await disagreements(room, account.id)).toEqual([])
  })
})

describe('a follow-up', () => {
  const sentMail = async () => {
    const message = { id: 'offer@x', boxes: [account.boxes.sent], from: ownAddress, to: 'ann@example.test' }
    const [id] = await deliver(room, account.id, [message])
    return id!
  }

  test('tells when nobody answered in time, and moves nothing', async () => {
    const id = await sentMail()
    await set([id], { followUpAt: at(2) }, 'remind')
    expect((await marks(id))?.followUp).toEqual({ at: at(2), isDue: false })
    setClock(at(2))
    const before = await room.changes.state(account.id)
    expect(await room.mail.snooze.wake()).toBe(1)
    expect(await room.mail.snooze.wake()).toBe(0)
    expect((await marks(id))?.followUp).toEqual({ at: at(2), isDue: true })
    expect((await email(id))?.mailboxIds).toEqual([account.boxes.sent])
    const news = await room.changes.since(account.id, 'Email', before, 10)
    expect(news).toMatchObject({ updated: [id] })
    expect(room.sent).toEqual([])
  })

  test('ends with an answer, before it is due and after', async () => {
    const id = await sentMail()
    const answer = { inReplyTo: 'offer@x', boxes: [inbox], at: 30 }
    await set([id], { followUpAt: at(2) }, 'remind')
    await deliver(room, account.id, [answer])
    expect(await marks(id)).toBeUndefined()
    await set([id], { followUpAt: at(2) }, 'remind')
    setClock(at(3))
    await room.mail.snooze.wake()
    expect(await marks(id)).toBeUndefined()
  })

  test('is taken back by undo', async () => {
    const id = await sentMail()
    const { journalId } = await set([id], { followUpAt: at(2) }, 'remind')
    await room.mail.actions.undo(room.user, journalId!)
    expect(await marks(id)).toBeUndefined()
  })
})
