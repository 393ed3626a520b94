import type { EmailAddress, Identity } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { envelopeOf } from './envelope.ts'
import { emailOf, recipientsOf, weightOf, type DraftFile, type Fields } from './message.ts'

const person = (email: string): EmailAddress => ({ name: null, email })
const identity = { id: 'I1', name: 'Me', email: 'me@x.example', replyTo: null } as unknown as Identity
const file = (more: Partial<DraftFile>): DraftFile => ({
  id: 1,
  name: 'notes.pdf',
  type: 'application/pdf',
  size: 57,
  cid: undefined,
  blob: { accountId: 'A1', blobId: 'B1' },
  state: 'kept',
  progress: 1,
  ...more,
})
const fields = (more: Partial<Fields> = {}): Fields => ({
  sender: { accountId: 'A1', identity },
  to: [person('ann@x.example')],
  cc: [],
  bcc: [],
  subject: 'Hello',
  files: [],
  thread: undefined,
  asksReceipt: false,
  ...more,
})
const text = { html: null, text: 'Hi' } as const
const made = (more: Partial<Fields>, body: Parameters<typeof emailOf>[1] = text) =>
  emailOf(fields(more), body, 'DR', 'id@x.example')

describe('a draft as the server keeps it', () => {
  test('lies in Drafts, read, from the identity that sends it', () => {
    expect(made({})).toMatchObject({
      mailboxIds: { DR: true },
      keywords: { $draft: true, $seen: true },
      from: [{ name: 'Me', email: 'me@x.example' }],
      messageId: ['id@x.example'],
    })
  })

  test('leaves out what is no address: it is kept in the window, and stops the message there', () => {
    const people = [person('ann@x.example'), person('half an addr')]
    expect(made({ to: people, cc: people }).to).toEqual([person('ann@x.example')])
    expect(recipientsOf(fields({ to: people, bcc: people }))).toHaveLength(2)
  })

  test('has one line of subject, whatever was pasted', () => {
    expect(made({ subject: 'Hello\r\nBcc: all@x.example' }).subject).toBe('Hello Bcc: all@x.example')
  })

  test('of plain text has no other', () => {
    expect(made({})).not.toHaveProperty('htmlBody')
    expect(made({}, { html: '<p>Hi</p>', text: 'Hi' })).toMatchObject({
      bodyValues: { text: { value: 'Hi' }, html: { value: '<p>Hi</p>' } },
    })
  })

  test('asks for a receipt only where that is wanted', () => {
    const header = 'header:Disposition-Notification-To:asAddresses'
    expect(made({})).not.toHaveProperty(header)
    expect(made({ asksReceipt: true })[header]).toEqual([{ name: 'Me', email: 'me@x.example' }])
  })

  test('keeps its place in the conversation', () => {
    const thread = { inReplyTo: ['b@x'], references: ['a@x', 'b@x'] }
    expect(made({ thread })).toMatchObject(thread)
  })
})

describe('the files of a draft', () => {
  const picture = file({ id: 2, name: 'beach.png', type: 'image/png', cid: 'c1' })

  test('that are not up yet come with a later saving', () => {
    expect(made({ files: [file({ blob: undefined, state: 'uploading' })] }).attachments).toEqual([])
  })

  test('that stand in the text are part of it, others beside it', () => {
    const body = { html: '<img src="cid:c1">', text: '' }
    expect(made({ files: [file({}), picture] }, body).attachments).toEqual([
      { blobId: 'B1', type: 'application/pdf', name: 'notes.pdf', disposition: 'attachment' },
      { blobId: 'B1', type: 'image/png', name: 'beach.png', disposition: 'inline', cid: 'c1' },
    ])
  })

  test('that were taken out of the text do not go along', () => {
    expect(made({ files: [picture] }, { html: '<p>no picture</p>', text: '' }).attachments).toEqual([])
    expect(made({ files: [picture] }).attachments).toEqual([])
  })

  test('weigh a third more on their way, with the ends of lines', () => {
    expect(weightOf([file({ size: 57 })])).toBe(78)
    expect(weightOf([file({ size: 57 }), file({ size: 58 })])).toBe(78 * 3)
  })
})

describe('the envelope', () => {
  test('names everybody once, also who is a blind copy', () => {
    const all = {
      to: [person('ann@x.example')],
      cc: [person('ANN@x.example')],
      bcc: [person('bob@x.example')],
    }
    expect(envelopeOf(fields(all), { holdSeconds: 10 }).rcptTo).toEqual([
      { email: 'ann@x.example' },
      { email: 'bob@x.example' },
    ])
  })

  test('holds a message for the time to undo, or until a moment, without fractions of a second', () => {
    expect(envelopeOf(fields(), { holdSeconds: 0 }).mailFrom.parameters).toEqual({ HOLDFOR: '0' })
    const at = new Date('2026-11-25T08:00:00.123Z')
    expect(envelopeOf(fields(), { at }).mailFrom.parameters).toEqual({ HOLDUNTIL: '2026-11-25T08:00:00Z' })
  })
})
