import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asAnotherClient, flagsAtServer, loadUid } from '../fixtures/another-client.ts'
import { deliver } from '../../packages/server-testing/src/servers/deliver.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import {
  type Email,
  emailBySubject,
  emailsById,
  emailsOfThreads,
  foldersByPath,
  inbox,
  sortedEntries,
  totalsByPath,
} from '../fixtures/mail-at-plmail.ts'
import { type GeneratedMessage, generateMailbox, loadMailbox } from '../fixtures/mailbox.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { slowdown } from '../../packages/server-testing/src/kit/processor-time.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { type Visitor, administrator } from '../../packages/server-testing/src/http/visitor.ts'

/** The main story of plMail, from an empty data folder to mail that arrives by itself (docs/paths). */
const count = 5_000
const [user, password] = ['ada@example.org', 'mailbox password']

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let messages: GeneratedMessage[]
let onServer: Map<string, number>
let account: AccountView

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  smtp = await startSmtpSink({ users: { [user]: password } })
  messages = [...generateMailbox({ count, seed: 5 })]
  onServer = await loadMailbox(dovecot, user, messages)
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
})
beforeEach(() => tellAtFailure(() => [plmail]))
afterAll(async () => {
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

/** Longer than any limit, on a slow machine too: what comes too late fails with the time it took. */
const patience = 120_000
const within = <T>(timeout: number, look: () => Promise<T>) => vi.waitFor(look, { timeout, interval: 50 })

describe('from an empty data folder to the first mail', () => {
  test('the set-up page makes the administrator and signs in', async () => {
    expect((await visitor.request('GET', '/')).headers.location).toBe('/install')
    const answer = await visitor.install()
    expect([answer.status, answer.headers.location]).toEqual([303, '/'])
    expect((await visitor.request('GET', '/install')).status).toBe(404)
    expect(await visitor.api('GET', '/api/session')).toMatchObject({ user: { email: administrator.email } })
  })

  test('a wrong password is told at its field and nothing is saved', async () => {
    const refused = visitor.addAccount(dovecot, smtp, user, 'wrong')
    await expect(refused).rejects.toThrow(/422.*"pointer":"\/password"/s)
    expect(await visitor.api('GET', '/api/accounts')).toMatchObject({ accounts: [], health: [] })
  })

  test('the newest mail of the Inbox is listed in under 10 s, while the rest streams in', async () => {
    const newest = messages
      .filter((message) => message.mailbox === 'INBOX')
      .slice(-20)
      .map((message) => message.messageId)
    // The limit is that of a machine that does nothing else.
    const load = slowdown()
    const started = performance.now()
    account = await visitor.addAccount(dovecot, smtp, user, password)
    using stream = await visitor.listen()
    await within(patience, async () =>
      expect(await messageIdsInView()).toEqual(expect.arrayContaining(newest)),
    )
    const seconds = (performance.now() - started) / 1000
    const { accounts } = await visitor.api<{ accounts: AccountView[] }>('GET', '/api/accounts')
    expect(seconds).toBeLessThan(10 * load)
    expect(accounts[0]?.import?.done).toBeLessThan(accounts[0]?.import?.total ?? 0)
    await stream.first(
      ({ event, data }) => event === 'job' && (data as { job: string }).job === 'import',
      30_000,
    )
  })

  test('every folder ends with as many messages as the server has', async () => {
    await within(120_000, async () =>
      expect(await totalsByPath(visitor, account.id)).toEqual(sortedEntries(onServer)),
    )
    await within(patience, async () => {
      const { accounts } = await visitor.api<{ accounts: AccountView[] }>('GET', '/api/accounts')
      expect(accounts).toMatchObject([{ condition: 'ok', import: null }])
    })
  })

  test('a thread opens: its messages in order, bodies made safe', async () => {
    const { items } = await inbox(visitor)
    const maxLength = items.toSorted((a, b) => b.total - a.total)[0]!
    const emails = await emailsOfThreads(visitor, account.id, [maxLength.threadId])
    expect(emails.length).toBeGreaterThanOrEqual(maxLength.total)
    const { list } = await visitor.call<{ list: Array<{ srcdoc: string }> }>('RenderedBody/get', {
      accountId: account.id,
      ids: emails.slice(0, 10).map((email) => email.id),
      images: 'blocked',
      theme: 'light',
    })
    expect(list).toHaveLength(Math.min(emails.length, 10))
    for (const { srcdoc } of list) {
      expect(srcdoc).toContain('Content-Security-Policy')
      expect(srcdoc).not.toMatch(/<img[^>]+src="http/i)
    }
  })
})

describe('what is decided here reaches the server within 2 s', () => {
  test('a star', () =>
    bestOfThree(async () => {
      const email = await someEmail()
      await change(email, { 'keywords/$flagged': true })
      return timed(async () =>
        expect(await flagsAtServer(dovecot, user, 'INBOX', getId(email))).toContain('\\Flagged'),
      )
    }))

  test('archiving, which moves', () =>
    bestOfThree(async () => {
      const email = await someEmail()
      const folders = await foldersByPath(visitor, account.id)
      await change(email, { mailboxIds: { [folders.get('Archive')!.id]: true } })
      return timed(async () => {
        expect(await flagsAtServer(dovecot, user, 'Archive', getId(email))).toBeDefined()
        expect(await flagsAtServer(dovecot, user, 'INBOX', getId(email))).toBeUndefined()
      })
    }))
})

describe('what happens at the server is heard here within 2 s', () => {
  test('a new message', () =>
    bestOfThree(async (turn) => {
      using stream = await visitor.listen()
      await stream.first(({ event }) => event === 'state', patience)
      const already = stream.received.length
      const [subject, messageId] = [`Just arrived ${turn}`, `just.arrived.${turn}@example.net`]
      const raw = `Message-ID: <${messageId}>\r\nFrom: New <new@example.net>\r\nSubject: ${subject}\r\n\r\nHello`
      await deliver(dovecot, user, raw)
      // Awaited here: the stream ends with this function.
      return await timed(async () => {
        expect(stream.received.slice(already).map(({ event }) => event)).toContain('state')
        expect(await emailBySubject(visitor, account.id, subject)).toMatchObject({
          messageId: [messageId],
          keywords: {},
        })
      })
    }))

  test('a flag and a deletion by another client', () =>
    bestOfThree(async () => {
      const [read, deleted] = [await someEmail(), await someEmail(1)]
      const since = await asAnotherClient(dovecot, user, 'INBOX', async (client) => {
        const [readUid, deletedUid] = [
          await loadUid(client, getId(read)),
          await loadUid(client, getId(deleted)),
        ]
        await client.messageFlagsAdd([readUid!], ['\\Answered', '\\Seen'], { uid: true })
        await client.messageDelete([deletedUid!], { uid: true })
        return performance.now()
      })
      return timed(async () => {
        const [answered] = await emailsById(visitor, account.id, [read.id])
        expect(answered?.keywords).toMatchObject({ $answered: true, $seen: true })
        expect(await emailsById(visitor, account.id, [deleted.id])).toEqual([])
      }, since)
    }))
})

/** Milliseconds until the look no longer fails. */
async function timed(look: () => Promise<void>, since = performance.now()): Promise<number> {
  await within(patience, look)
  return performance.now() - since
}

/** A busy machine may hold up one turn; what waits for the next look at the server is late in every one. */
async function bestOfThree(measure: (turn: number) => Promise<number>): Promise<void> {
  const turns: number[] = []
  for (let turn = 0; turn < 3 && !turns.some((milliseconds) => milliseconds < 2_000); turn++)
    turns.push(await measure(turn))
  expect(Math.min(...turns), `took ${turns.map(Math.round).join(', ')} ms`).toBeLessThan(2_000)
}

async function messageIdsInView(): Promise<string[]> {
  const { items } = await inbox(visitor)
  const threads = items.map((item) => item.threadId)
  const emails = threads.length === 0 ? [] : await emailsOfThreads(visitor, account.id, threads)
  return emails.flatMap((email) => email.messageId ?? [])
}

/** One of the newest messages of the Inbox that nobody has starred or answered yet. */
async function someEmail(index = 0): Promise<Email> {
  const { items } = await inbox(visitor)
  const emails = await emailsById(
    visitor,
    account.id,
    items.map((item) => item.emailId),
  )
  return emails.filter(({ keywords }) => !keywords['$flagged'] && !keywords['$answered'])[index]!
}

function change(email: Email, patch: Record<string, unknown>) {
  return visitor.call('Email/set', { accountId: account.id, update: { [email.id]: patch } })
}

const getId = (email: Email): string => email.messageId?.[0] ?? ''
