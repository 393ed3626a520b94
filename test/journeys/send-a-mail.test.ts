import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asAnotherClient, flagsAtServer } from '../fixtures/another-client.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import type { Mailbox } from '../fixtures/mail-at-plmail.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'

/** Mail written over JMAP goes out by SMTP once, and its copy lies in Sent for every other mail program. */
const password = 'mailbox password'
const ada = 'ada@example.org'

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let account: AccountView
let boxes: Map<string | null, string>
let identityId: string
/** What the mail server does with messages now. */
let judged: string | undefined

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(ada, password)
  smtp = await startSmtpSink({ users: { [ada]: password }, judge: () => judged })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
  await visitor.install()
  account = await visitor.addAccount(dovecot, smtp, ada, password)
  await within(async () => {
    const { list } = await call<{ list: Mailbox[] }>('Mailbox/get', { ids: null })
    boxes = new Map(list.map((mailbox) => [mailbox.role, mailbox.id]))
    if (!boxes.has('sent') || !boxes.has('drafts')) throw new Error('not listed yet')
  })
  const { list } = await call<{ list: Array<{ id: string; email: string }> }>('Identity/get', {})
  if (list[0]?.email !== ada) throw new Error('the account has no identity of its own')
  identityId = list[0].id
})
beforeEach(() => {
  judged = undefined
  tellAtFailure(() => [plmail])
})
afterAll(async () => {
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const within = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })
const call = <T>(name: string, args: Record<string, unknown>) =>
  visitor.call<T>(name, { accountId: account.id, ...args })

interface Submission {
  undoStatus: string
  deliveryStatus: Record<string, { delivered: string; smtpReply: string }>
}

/** Writes a draft and sends it in one request; the id of the submission. */
async function send(subject: string, onSuccessUpdateEmail?: Record<string, unknown>): Promise<string> {
  const email = {
    mailboxIds: { [boxes.get('drafts')!]: true },
    keywords: { $draft: true, $seen: true },
    from: [{ name: 'Ada', email: ada }],
    to: [{ name: null, email: 'bo@example.org' }],
    subject,
    bcc: [{ name: null, email: 'hidden@example.org' }],
    messageId: [`${subject}@example.org`],
    textBody: [{ partId: 't' }],
    bodyValues: { t: { value: 'Hello' } },
  }
  const envelope = {
    mailFrom: { email: ada, parameters: { HOLDFOR: '0' } },
    rcptTo: [{ email: 'bo@example.org' }, { email: 'hidden@example.org' }],
  }
  const accountId = account.id
  const answers = await visitor.jmap([
    ['Email/set', { accountId, create: { mail: email } }, '0'],
    [
      'EmailSubmission/set',
      {
        accountId,
        create: { s: { identityId, emailId: '#mail', envelope } },
        ...(onSuccessUpdateEmail ? { onSuccessUpdateEmail: { '#s': onSuccessUpdateEmail } } : {}),
      },
      '1',
    ],
  ])
  const { created } = answers[1]![1] as { created: { s: { id: string } } }
  return created.s.id
}

const submission = async (id: string): Promise<Submission> => {
  const { list } = await call<{ list: Submission[] }>('EmailSubmission/get', { ids: [id] })
  return list[0]!
}

const inFolder = (path: string, subject: string) =>
  asAnotherClient(dovecot, ada, path, async (client) => {
    const uids = await client.search({ header: { subject } }, { uid: true })
    if (!uids || uids.length === 0) return []
    const messages = await client.fetchAll(uids, { source: true, flags: true }, { uid: true })
    return messages.map((message) => ({
      flags: [...(message.flags ?? [])],
      text: message.source?.toString() ?? '',
    }))
  })

const sunk = (subject: string) => smtp.messages.filter(({ raw }) => raw.includes(`Subject: ${subject}`))

test.each([
  ['moved by its client', true],
  ['left in Drafts by its client', false],
])('a mail %s goes out once, and its copy with Bcc is in Sent and nowhere else', async (subject, isMoved) => {
  const name = subject.replaceAll(' ', '-')
  const [drafts, sent] = [boxes.get('drafts')!, boxes.get('sent')!]
  const moved = { [`mailboxIds/${drafts}`]: null, [`mailboxIds/${sent}`]: true, 'keywords/$draft': null }
  const id = await send(name, isMoved ? moved : undefined)
  await within(async () => expect(await submission(id)).toMatchObject({ undoStatus: 'final' }))
  await within(async () => expect(sunk(name)).toHaveLength(1))
  expect(sunk(name)[0]).toMatchObject({ user: ada, from: ada, to: ['bo@example.org', 'hidden@example.org'] })
  expect(sunk(name)[0]!.raw.toString()).not.toContain('hidden')
  await within(async () => {
    const copies = await inFolder('Sent', name)
    expect(copies).toHaveLength(1)
    expect(copies[0]!.text).toContain('Bcc: hidden@example.org')
    expect(copies[0]!.flags).not.toContain('\\Draft')
    expect(await inFolder('Drafts', name)).toEqual([])
  })
})

test('a refusal is shown in the words of the server', async () => {
  judged = '554 5.7.1 Not from here'
  const id = await send('refused')
  await within(async () =>
    expect((await submission(id)).deliveryStatus['bo@example.org']).toMatchObject({
      delivered: 'no',
      smtpReply: '554 5.7.1 Not from here',
    }),
  )
})

test('a lost answer is found out by the copy that the mail server filed', async () => {
  judged = 'keep-and-cut'
  const id = await send('lost')
  await within(async () => expect(sunk('lost')).toHaveLength(1))
  const copy = `Received: from here\r\n${sunk('lost')[0]!.raw.toString()}`
  await asAnotherClient(dovecot, ada, 'Sent', (client) =>
    client.append('Sent', Buffer.from(copy), ['\\Seen']),
  )
  await within(async () =>
    expect((await submission(id)).deliveryStatus['bo@example.org']).toMatchObject({
      delivered: 'unknown',
      smtpReply: expect.stringMatching(/^250 /) as string,
    }),
  )
  expect(sunk('lost')).toHaveLength(1)
})

test('a bounce tells that it did not arrive', async () => {
  const id = await send('bounced')
  await within(async () => expect(sunk('bounced')).toHaveLength(1))
  const report = [
    'From: MAILER-DAEMON@example.org',
    'Subject: Undelivered',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    '',
    'Sorry',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    '',
    'Final-Recipient: rfc822; bo@example.org',
    'Action: failed',
    'Status: 5.1.1',
    '--b',
    'Content-Type: message/rfc822',
    '',
    sunk('bounced')[0]!.raw.toString(),
    '--b--',
    '',
  ].join('\r\n')
  await asAnotherClient(dovecot, ada, 'INBOX', (client) => client.append('INBOX', Buffer.from(report)))
  await within(async () =>
    expect((await submission(id)).deliveryStatus).toMatchObject({
      'bo@example.org': { delivered: 'no', smtpReply: '5.1.1' },
      'hidden@example.org': { delivered: 'unknown' },
    }),
  )
})

test('a receipt goes to who asked for it, once, from the empty sender; the message is marked at the mail server', async () => {
  const messageId = 'tell.me@example.org'
  const message = [
    `Message-ID: <${messageId}>`,
    'From: Bo <bo@example.org>',
    `To: ${ada}`,
    'Subject: Tell me',
    'Disposition-Notification-To: Bo <bo@example.org>',
    '',
    'Have you read this?',
    '',
  ].join('\r\n')
  await asAnotherClient(dovecot, ada, 'INBOX', (client) => client.append('INBOX', Buffer.from(message)))
  const forEmailId = await within(async () => {
    const { ids } = await call<{ ids: string[] }>('Email/query', { filter: { subject: 'Tell me' } })
    if (ids[0] === undefined) throw new Error('not here yet')
    return ids[0]
  })
  const disposition = { actionMode: 'manual-action', sendingMode: 'mdn-sent-manually', type: 'displayed' }
  const receipt = {
    identityId,
    send: { r: { forEmailId, disposition } },
    onSuccessUpdateEmail: { '#r': { 'keywords/$mdnsent': true } },
  }
  const isReceipt = ({ raw }: { raw: Buffer }) => raw.includes(`Original-Message-ID: <${messageId}>`)
  expect(await call('MDN/send', receipt)).toMatchObject({ sent: { r: {} }, notSent: null })
  await within(async () => expect(smtp.messages.filter(isReceipt)).toHaveLength(1))
  expect(smtp.messages.find(isReceipt)).toMatchObject({ user: ada, from: '', to: ['bo@example.org'] })
  await within(async () => {
    const flags = await flagsAtServer(dovecot, ada, 'INBOX', messageId)
    expect(flags?.map((flag) => flag.toLowerCase())).toContain('$mdnsent')
  })
  expect(await call('MDN/send', receipt)).toMatchObject({ notSent: { r: { type: 'mdnAlreadySent' } } })
  expect(await inFolder('Sent', 'Read: Tell me')).toEqual([])
  expect(smtp.messages.filter(isReceipt)).toHaveLength(1)
})
