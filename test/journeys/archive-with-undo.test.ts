import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asAnotherClient, flagsAtServer } from '../fixtures/another-client.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type Email, emailBySubject, emailsById, foldersByPath } from '../fixtures/mail-at-plmail.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'

/** What is archived in one window is gone in all, and at the mail server; undone in another, it is back in both. */
const [user, password] = ['ada@example.org', 'mailbox password']

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
/** One person in two windows. */
let visitor: Visitor
let otherDevice: Visitor
let account: AccountView

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  for (const subject of ['Read and done', 'Still open', 'Not to be moved'])
    await dovecot.append(user, 'INBOX', `Message-ID: <${getId(subject)}>\r\nSubject: ${subject}\r\n\r\nHello`)
  await dovecot.append(user, 'Closed', 'Subject: Old\r\n\r\nHello')
  smtp = await startSmtpSink({ users: { [user]: password } })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
  otherDevice = plmail.visitor()
  await visitor.install()
  await otherDevice.signIn()
  account = await visitor.addAccount(dovecot, smtp, user, password)
  await within(async () => {
    if (!(await emailBySubject(visitor, account.id, 'Not to be moved'))) throw new Error('not listed yet')
  })
})
beforeEach(() => tellAtFailure(() => [plmail]))
afterAll(async () => {
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const getId = (subject: string) => `${subject.toLowerCase().replaceAll(' ', '.')}@example.org`
const within = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 50 })
const email = async (subject: string) => (await emailBySubject(visitor, account.id, subject))!
const isIn = async (folder: string, subject: string) =>
  (await flagsAtServer(dovecot, user, folder, getId(subject))) !== undefined

interface Changed {
  journalId: string
  newState: string
}
const change = (who: Visitor, { id }: Email, patch: Record<string, unknown>, verb: string) =>
  who.call<Changed>('Email/set', { accountId: account.id, verb, update: { [id]: patch } })

interface Undone {
  undone: Array<{ restored: string[]; skipped: string[] }>
  notUndone: Record<string, { type: string }>
}
const undo = (who: Visitor, { journalId }: Changed) => who.call<Undone>('Journal/undo', { ids: [journalId] })

/** What the key `e` does: out of the Inbox, into the Archive. */
async function archive(subject: string): Promise<[Email, Changed]> {
  const folders = await foldersByPath(visitor, account.id)
  const [inbox, into] = [folders.get('INBOX')!.id, folders.get('Archive')!.id]
  const match = await email(subject)
  const patch = { [`mailboxIds/${inbox}`]: null, [`mailboxIds/${into}`]: true }
  return [match, await change(visitor, match, patch, 'archive')]
}

test('archived here it is gone in the other window and moved at the mail server; undone there it is back', async () => {
  using stream = await otherDevice.listen()
  await stream.first(({ event }) => event === 'state', 30_000)
  const already = stream.received.length
  const [message, done] = await archive('Read and done')
  await within(async () => expect(JSON.stringify(stream.received.slice(already))).toContain(done.newState))
  expect(await emailBySubject(otherDevice, account.id, 'Read and done')).toBeUndefined()
  await within(async () => {
    const places = [await isIn('Archive', 'Read and done'), await isIn('INBOX', 'Read and done')]
    expect(places).toEqual([true, false])
  })

  expect(await undo(otherDevice, done)).toMatchObject({ undone: [{ restored: [message.id], skipped: [] }] })
  expect(await emailBySubject(visitor, account.id, 'Read and done')).toMatchObject({ id: message.id })
  await within(async () => {
    const places = [await isIn('Archive', 'Read and done'), await isIn('INBOX', 'Read and done')]
    expect(places).toEqual([false, true])
  })
  expect((await undo(visitor, done)).notUndone).toEqual({ [done.journalId]: { type: 'alreadyUndone' } })
})

test('what was decided later stays', async () => {
  const [message, done] = await archive('Still open')
  await change(otherDevice, message, { 'keywords/$flagged': true }, 'star')
  const folders = await foldersByPath(visitor, account.id)
  await change(otherDevice, message, { mailboxIds: { [folders.get('Trash')!.id]: true } }, 'trash')
  expect(await undo(visitor, done)).toMatchObject({ undone: [{ restored: [], skipped: [message.id] }] })
  await within(async () =>
    expect(await flagsAtServer(dovecot, user, 'Trash', getId('Still open'))).toContain('\\Flagged'),
  )
})

test('what the mail server refuses is back, and the person reads why', async () => {
  const folders = await foldersByPath(visitor, account.id)
  const message = await email('Not to be moved')
  using stream = await otherDevice.listen()
  // Nobody listens to this folder, so plMail still believes in it.
  await asAnotherClient(dovecot, user, 'INBOX', (client) => client.mailboxDelete('Closed'))
  await change(visitor, message, { mailboxIds: { [folders.get('Closed')!.id]: true } }, 'move')
  await stream.first(({ event }) => event === 'notice', 60_000)
  await within(async () => {
    const [back] = await emailsById(visitor, account.id, [message.id])
    expect(back?.mailboxIds).toEqual({ [folders.get('INBOX')!.id]: true })
  })
  const { refused } = await visitor.api<{ refused: unknown[] }>('GET', `/api/accounts/${account.id}/refused`)
  expect(refused).toHaveLength(1)
  expect(await isIn('INBOX', 'Not to be moved')).toBe(true)
})
