import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountView, JobsView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asAnotherClient } from '../fixtures/another-client.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import {
  type Email,
  emailsById,
  foldersByPath,
  inbox,
  messageIdsByPath,
  sortedEntries,
  totalsByPath,
} from '../fixtures/mail-at-plmail.ts'
import { generateMailbox, loadMailbox } from '../fixtures/mailbox.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type Seeded, seeded } from '../fixtures/seeded.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'

/**
 * A large mailbox is brought in while the server and its database are killed again and again, and the person goes on
 * working in between. At the end nothing is missing, nothing is there twice, and every change has arrived.
 */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
const count = Number(process.env['MESSAGES'] ?? 20_000)
const kills = { server: 15, 'server, and again while it starts': 5, database: 5 }
const [user, password] = ['ada@example.org', 'mailbox password']

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let account: AccountView

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  smtp = await startSmtpSink({ users: { [user]: password } })
  await loadMailbox(dovecot, user, generateMailbox({ count, seed: 20, averageBytes: 2_048 }))
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
  await visitor.install()
})
beforeEach(() => tellAtFailure(() => [plmail]))
afterAll(async () => {
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

/**
 * Requests fail while something is down: what counts is that they stop failing. Not asked more often than needed, because
 * each look takes from the import that is waited for.
 */
const soon = <T>(look: () => Promise<T>, timeout = 60_000) => vi.waitFor(look, { timeout, interval: 150 })

describe(`an import under ${Object.values(kills).reduce((a, b) => a + b)} kills (SEED=${seed})`, () => {
  const starred: Email[] = []
  const archived: Email[] = []

  /** For a second try. What was archived before stays so at the server, and counts there. */
  async function beginAnew(): Promise<void> {
    const { accounts } = await visitor.api<{ accounts: AccountView[] }>('GET', '/api/accounts')
    for (const { id } of accounts) await visitor.api('DELETE', `/api/accounts/${id}`)
    for (const touched of [starred, archived]) touched.length = 0
  }

  test('goes on after every one of them', { timeout: 600_000 }, async () => {
    const random = seeded(seed)
    await beginAnew()
    account = await visitor.addAccount(dovecot, smtp, user, password)
    for (const { kind, afterMessages } of schedule(random)) {
      await soon(async () => expect(await imported()).toBeGreaterThanOrEqual(afterMessages))
      const email = await soon(() => untouched([...starred, ...archived]))
      const isStar = random.chance(0.5)
      await soon(() => (isStar ? star(email) : archive(email)))
      ;(isStar ? starred : archived).push(email)
      await sleep(random.below(200))
      await kill(kind, random)
    }
    expect(starred.length + archived.length).toBe(25)
  })

  test('ends with the counts of the server, read and unread', { timeout: 120_000 }, async () => {
    await soon(async () => {
      const { accounts } = await visitor.api<{ accounts: AccountView[] }>('GET', '/api/accounts')
      expect(accounts).toMatchObject([{ condition: 'ok', import: null }])
      const atServer = await countsAtServer()
      expect(await totalsByPath(visitor, account.id)).toEqual(atServer.messages)
      const folders = await foldersByPath(visitor, account.id)
      const unread = [...folders].map(([path, folder]): [string, number] => [path, folder.unreadEmails])
      expect(sortedEntries(unread)).toEqual(atServer.unseen)
    }, 110_000)
  })

  test('has every message once, in the folder where the server has it', async () => {
    const inPlmail = await messageIdsByPath(visitor, account.id)
    const atServer = await messageIdsAtServer([...inPlmail.keys()])
    expect([...atServer.values()].flat()).toHaveLength(count)
    for (const [path, ids] of atServer) expect(inPlmail.get(path)?.toSorted(), path).toEqual(ids.toSorted())
  })

  test('has brought each change to the server, once', async () => {
    const flagged = await asAnotherClient(dovecot, user, 'INBOX', async (client) => {
      const messages = await client.fetchAll({ flagged: true }, { envelope: true })
      return messages.map((message) => message.envelope?.messageId?.slice(1, -1))
    })
    expect(flagged).toEqual(expect.arrayContaining(starred.map(getId)))
    const atServer = await messageIdsAtServer(['INBOX', 'Archive'])
    for (const email of archived) {
      expect(atServer.get('Archive')?.filter((id) => id === getId(email))).toHaveLength(1)
      expect(atServer.get('INBOX')).not.toContain(getId(email))
    }
  })

  test('leaves no job behind that gave up', async () => {
    expect((await visitor.api<JobsView>('GET', '/api/admin/jobs')).failed).toEqual([])
  })
})

type Kind = keyof typeof kills

/** The kills in random order, each at its own random share of the import. */
function schedule(random: Seeded): Array<{ kind: Kind; afterMessages: number }> {
  const kinds = Object.entries(kills).flatMap(([kind, times]) =>
    Array.from({ length: times }, () => kind as Kind),
  )
  const moments = kinds.map(() => Math.floor((0.01 + 0.9 * random.fraction()) * count)).sort((a, b) => a - b)
  return moments.map((afterMessages) => {
    const [kind] = kinds.splice(random.below(kinds.length), 1)
    return { kind: kind!, afterMessages }
  })
}

async function kill(kind: Kind, random: Seeded): Promise<void> {
  if (kind === 'database') return killDatabase()
  await plmail.kill9()
  if (kind === 'server, and again while it starts') {
    const starting = plmail.start().catch(() => {})
    await sleep(random.below(800))
    await plmail.kill9()
    await starting
  }
  await plmail.start()
}

async function killDatabase(): Promise<void> {
  const wasRunning = await plmail.database.kill9()
  if (!wasRunning) throw new Error('No database was running that could be killed')
}

async function imported(): Promise<number> {
  return Object.values(await totalsByPath(visitor, account.id)).reduce((sum, total) => sum + total, 0)
}

/** A message of the Inbox without a star that nothing was done to yet. */
async function untouched(touched: readonly Email[]): Promise<Email> {
  const { items } = await inbox(visitor, 100)
  const ids = items.map((item) => item.emailId)
  const folders = await foldersByPath(visitor, account.id)
  const inboxId = folders.get('INBOX')!.id
  const emails = await emailsById(visitor, account.id, ids)
  const email = emails.find(
    ({ id, keywords, mailboxIds }) =>
      !keywords['$flagged'] && mailboxIds[inboxId] && touched.every((touchedEmail) => touchedEmail.id !== id),
  )
  if (!email) throw new Error('There is no message left to work on')
  return email
}

const star = (email: Email) => change(email, { 'keywords/$flagged': true })

async function archive(email: Email): Promise<void> {
  const folders = await foldersByPath(visitor, account.id)
  await change(email, { mailboxIds: { [folders.get('Archive')!.id]: true } })
}

/** Done twice it is still done once: a request whose answer was lost is simply sent again. */
async function change(email: Email, patch: Record<string, unknown>): Promise<void> {
  const update = { [email.id]: patch }
  const answer = await visitor.call<{ updated: object | null }>('Email/set', {
    accountId: account.id,
    update,
  })
  expect(answer.updated).toHaveProperty(email.id)
}

const getId = (email: Email): string => email.messageId?.[0] ?? ''

async function countsAtServer() {
  const client = await dovecot.client(user)
  const messages: Array<[string, number]> = []
  const unseen: Array<[string, number]> = []
  for (const { path, flags } of await client.list()) {
    if (flags.has('\\Noselect')) continue
    const status = await client.status(path, { messages: true, unseen: true })
    if (!status) continue
    messages.push([path, status.messages ?? 0])
    unseen.push([path, status.unseen ?? 0])
  }
  await client.logout()
  return { messages: sortedEntries(messages), unseen: sortedEntries(unseen) }
}

async function messageIdsAtServer(paths: readonly string[]): Promise<Map<string, string[]>> {
  const byPath = new Map<string, string[]>()
  for (const path of paths) {
    const ids = await asAnotherClient(dovecot, user, path, async (client) => {
      const messages = await client.fetchAll('1:*', { envelope: true })
      return messages.map((message) => message.envelope?.messageId?.slice(1, -1) ?? '')
    })
    byPath.set(path, ids)
  }
  return byPath
}
