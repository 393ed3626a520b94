import type { MessageId, SubmissionId } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type EmulatedForTests,
  emulatedForTests,
  providers,
} from '../../../../server-testing/src/sync/emulated-sync.ts'
import { eventually, settled } from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import { message } from '../../../../server-testing/src/sync/test-imap-sync.ts'

describe('a message that Microsoft has only said it took', () => {
  let rig: EmulatedForTests
  beforeEach(async () => {
    rig = await emulatedForTests('Microsoft')
    await settled(rig)
  })
  afterEach(() => rig[Symbol.asyncDispose]())

  const actor = () => ({ kind: 'user' as const, userId: rig.user })

  async function draft(subject: string): Promise<MessageId> {
    const raw = message(subject, { From: `Ann <${rig.mailbox.email}>`, To: 'bo@example.test' })
    const [prepared] = await rig.mail.ingest.prepare([Buffer.from(raw)])
    const mailboxIds = [await rig.getMailbox('drafts')]
    await rig.mail.actions.create(actor(), rig.account, 'create', [
      { prepared: prepared!, mailboxIds, keywords: ['$draft', '$seen'] },
    ])
    const [storedDraft] = await rig.inRole('drafts')
    return storedDraft!.id
  }

  /** As a client does it that leaves the draft where it is. */
  async function submitDraft(messageId: MessageId): Promise<SubmissionId> {
    const [identity] = await rig.identities.list(rig.account)
    const submission = { identityId: identity!.id, messageId, envelope: null }
    const outcome = await rig.submissions.create(rig.user, rig.account, submission)
    if (!outcome.ok) throw new Error(outcome.why)
    return outcome.id
  }

  /** As a client does it that moves the draft to Sent with the submission. */
  async function submit(subject: string): Promise<SubmissionId> {
    const messageId = await draft(subject)
    const id = await submitDraft(messageId)
    const sentMailbox = await rig.getMailbox('sent')
    const toSent = { keywords: new Map([['$draft', false]]), replaceMailboxes: new Set([sentMailbox]) }
    await rig.mail.actions.update(actor(), rig.account, 'test', new Map([[messageId, toSent]]))
    return id
  }
  const submission = async (id: SubmissionId) => (await rig.submissions.list(rig.account, [id]))[0]
  const notices = () =>
    rig.events.flatMap((event) =>
      event.kind === 'notice' && 'problem' in event.problem ? [event.problem.problem] : [],
    )

  test('is sent once its copy was seen in Sent', async () => {
    const id = await submit('Proved')
    await settled(rig)
    await settled(rig)
    expect(rig.mailbox.truth()).toMatchObject({ messages: [{ places: ['sent'] }], sent: [{}] })
    expect(await submission(id)).toMatchObject({
      state: 'accepted',
      recipients: [{ delivered: 'unknown', reply: '250 The provider has sent it: its copy is in Sent' }],
    })
    expect(notices()).toEqual([])
  })

  test('is never called sent when no copy appears, and its sender is told', async () => {
    rig.faults.arm({ operation: 'graph.sendMail', times: 1, fault: { kind: 'status', status: 202 } })
    const id = await submit('Dropped')
    await eventually(async () => (await submission(id))?.state === 'unknown')
    expect((await submission(id))?.recipients).toMatchObject([{ delivered: 'queued', reply: '' }])
    await rig.db.database.query(`update submission set handed_at = handed_at - interval '20 minutes'`)
    await settled(rig)
    expect(notices()).toEqual(['submission/copy-missing'])
    expect(await submission(id)).toMatchObject({ state: 'unknown', recipients: [{ reply: '' }] })
    expect(rig.mailbox.truth().sent).toEqual([])
  })

  test('is sent after all when its copy comes after its sender was told that nobody knows', async () => {
    const messageId = await draft('Late')
    await settled(rig)
    rig.faults.arm({
      operation: 'graph.messages.delta',
      times: 1000,
      fault: { kind: 'reset', when: 'after' },
    })
    const id = await submitDraft(messageId)
    await eventually(async () => (await submission(id))?.state === 'unknown')
    await rig.db.database.query(`update submission set handed_at = handed_at - interval '20 minutes'`)
    await eventually(async () => notices().some((code) => code === 'submission/copy-missing'))
    rig.faults.clear()
    await settled(rig)
    expect(await submission(id)).toMatchObject({
      state: 'accepted',
      recipients: [{ reply: '250 The provider has sent it: its copy is in Sent' }],
    })
    expect(await rig.subjects('drafts')).toEqual([])
    expect((await rig.inRole('sent')).map((email) => email.id)).toEqual([messageId])
    expect(rig.mailbox.truth()).toMatchObject({ messages: [{ places: ['sent'] }], sent: [{}] })
  })

  test('stays in Sent when its copy is seen there before its draft could be stored', async () => {
    rig.faults.arm({
      operation: 'graph.messages.create',
      times: 1,
      fault: { kind: 'reset', when: 'before' },
    })
    const id = await submitDraft(await draft('Overtaken'))
    await settled(rig)
    expect(rig.mailbox.truth()).toMatchObject({ messages: [{ places: ['sent'] }], sent: [{}] })
    expect(await rig.subjects('sent')).toEqual(['Overtaken'])
    expect(await submission(id)).toMatchObject({ state: 'accepted' })
  })

  test('is in Sent once when its copy could not be read by the look that listed it', async () => {
    const messageId = await draft('Read later')
    await settled(rig)
    rig.faults.arm({
      operation: 'graph.messages.value',
      times: 2,
      fault: { kind: 'reset', when: 'after' },
    })
    await submitDraft(messageId)
    await settled(rig)
    expect(rig.mailbox.truth()).toMatchObject({ messages: [{ places: ['sent'] }], sent: [{}] })
    expect((await rig.inRole('sent')).map(({ id }) => id)).toEqual([messageId])
  })
})

describe.each(providers)('a message sent by %s whose copy in Sent is not listed yet', (provider) => {
  let rig: EmulatedForTests
  beforeEach(async () => {
    rig = await emulatedForTests(provider)
    await settled(rig)
  })
  afterEach(() => rig[Symbol.asyncDispose]())
  const listing = provider === 'Google' ? 'gmail.users.history.list' : 'graph.messages.delta'
  const actor = () => ({ kind: 'user' as const, userId: rig.user })

  /** Sent from a draft that the provider has, and filed in Sent here, while no look comes to its end. */
  async function sendUnseen(subject: string): Promise<MessageId> {
    const raw = message(subject, { From: `Ann <${rig.mailbox.email}>`, To: 'bo@example.test' })
    const [prepared] = await rig.mail.ingest.prepare([Buffer.from(raw)])
    const mailboxIds = [await rig.getMailbox('drafts')]
    await rig.mail.actions.create(actor(), rig.account, 'create', [
      { prepared: prepared!, mailboxIds, keywords: ['$draft', '$seen'] },
    ])
    await settled(rig)
    const fault = { kind: 'reset', when: 'after' } as const
    rig.faults.arm({ operation: listing, times: 1000, fault })
    const [draft] = await rig.inRole('drafts')
    const [identity] = await rig.identities.list(rig.account)
    const id = draft!.id
    await rig.submissions.create(rig.user, rig.account, {
      identityId: identity!.id,
      messageId: id,
      envelope: null,
    })
    const toSent = {
      keywords: new Map([['$draft', false]]),
      replaceMailboxes: new Set([await rig.getMailbox('sent')]),
    }
    await rig.mail.actions.update(actor(), rig.account, 'send', new Map([[id, toSent]]))
    await eventually(async () => {
      const { messages } = rig.mailbox.truth()
      return messages.length === 1 && messages[0]?.places.includes('sent') === true && (await isTried())
    })
    return id
  }

  /** Everything that waits for the provider has been tried. */
  async function isTried(): Promise<boolean> {
    const untried = await rig.db.database.query(
      `select 1 from outbox_op where state = 'sending' or state = 'pending' and attempts = 0`,
    )
    return untried.length === 0
  }

  test('is moved and marked unread at the provider as well, as soon as the copy is listed', async () => {
    const id = await sendUnseen('Moved on')
    const trashed = {
      keywords: new Map([['$seen', false]]),
      replaceMailboxes: new Set([await rig.getMailbox('trash')]),
    }
    await rig.mail.actions.update(actor(), rig.account, 'trash', new Map([[id, trashed]]))
    await eventually(isTried)
    rig.faults.clear()
    await settled(rig)
    await settled(rig)
    const [copy, ...more] = rig.mailbox.truth().messages
    expect(more).toEqual([])
    expect(copy?.keywords).not.toContain('$seen')
    expect(rig.getPlaces(copy!)).toEqual(['trash'])
    expect((await rig.inRole('trash')).map((email) => email.id)).toEqual([id])
    expect((await rig.inRole('trash'))[0]?.keywords).not.toContain('$seen')
  })

  test('is deleted at the provider as well, as soon as the copy is listed, and does not come back', async () => {
    const id = await sendUnseen('Deleted')
    await rig.mail.actions.destroy(actor(), rig.account, [id])
    await eventually(isTried)
    expect(rig.mailbox.truth().messages).toHaveLength(1)
    rig.faults.clear()
    await settled(rig)
    await settled(rig)
    expect(rig.mailbox.truth().messages).toEqual([])
    expect(await rig.subjects('sent')).toEqual([])
    expect(await unsettled()).toEqual([])
  })

  test('keeps no decision waiting that was made before it was deleted', async () => {
    const id = await sendUnseen('Flagged, then deleted')
    const flagged = { keywords: new Map([['$flagged', true]]) }
    await rig.mail.actions.update(actor(), rig.account, 'flag', new Map([[id, flagged]]))
    await eventually(isTried)
    expect(await unsettled()).toContain('keyword:$flagged')
    await rig.mail.actions.destroy(actor(), rig.account, [id])
    await eventually(isTried)
    await settled(rig)
    expect(await unsettled()).toEqual(['destroy'])
    rig.faults.clear()
    await settled(rig)
    await settled(rig)
    expect(rig.mailbox.truth().messages).toEqual([])
    expect(await unsettled()).toEqual([])
  })

  /** Fields of the decisions that wait for the provider. */
  async function unsettled(): Promise<string[]> {
    const rows = await rig.db.database.query<{ field: string }>(
      `select field from outbox_op where state in ('pending', 'sending') order by field`,
    )
    return rows.map(({ field }) => field)
  }
})
