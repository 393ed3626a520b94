import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asAnotherClient, flagsAtServer, loadUid } from '../fixtures/another-client.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import type { Mailbox } from '../fixtures/mail-at-plmail.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'

/** Drafts, imports and copies made over JMAP are there for every other mail program of the same person. */
const password = 'mailbox password'
const [ada, work] = ['ada@example.org', 'work@example.org']

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
const accounts = new Map<string, { account: AccountView; boxes: Map<string | null, string> }>()

beforeAll(async () => {
  dovecot = await startDovecot()
  for (const user of [ada, work]) dovecot.addUser(user, password)
  smtp = await startSmtpSink({ users: { [ada]: password, [work]: password } })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
  await visitor.install()
  for (const user of [ada, work]) {
    const account = await visitor.addAccount(dovecot, smtp, user, password)
    const boxes = await within(async () => {
      const { list } = await visitor.call<{ list: Mailbox[] }>('Mailbox/get', {
        accountId: account.id,
        ids: null,
      })
      const byRole = new Map(list.map((mailbox) => [mailbox.role, mailbox.id]))
      if (!['inbox', 'drafts', 'archive'].every((role) => byRole.has(role))) throw new Error('not listed yet')
      return byRole
    })
    accounts.set(user, { account, boxes })
  }
})
beforeEach(() => tellAtFailure(() => [plmail]))
afterAll(async () => {
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const within = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })
const getAccount = (user: string) => accounts.get(user)!.account.id
const getBox = (user: string, role: string) => accounts.get(user)!.boxes.get(role)!

interface Set {
  created: Record<string, { id: string; blobId: string }> | null
  destroyed: string[] | null
}

const draft = (subject: string, value: string) => ({
  mailboxIds: { [getBox(ada, 'drafts')]: true },
  keywords: { $draft: true, $seen: true },
  from: [{ name: 'Ada', email: ada }],
  to: [{ name: null, email: 'bo@example.org' }],
  subject,
  textBody: [{ partId: 't' }],
  bodyValues: { t: { value } },
})

const loadMessageId = async (user: string, id: string): Promise<string> => {
  const { list } = await visitor.call<{ list: Array<{ messageId: string[] }> }>('Email/get', {
    accountId: getAccount(user),
    ids: [id],
    properties: ['messageId'],
  })
  return list[0]!.messageId[0]!
}

const inFolder = (user: string, path: string) =>
  asAnotherClient(dovecot, user, path, async (client) => {
    const all =
      client.mailbox && client.mailbox.exists > 0 ? await client.fetchAll('1:*', { envelope: true }) : []
    return all.map((message) => message.envelope?.subject)
  })

describe('what is made over JMAP', () => {
  let first: string

  test('a draft lies in Drafts for another program, marked as one', async () => {
    const { created } = await visitor.call<Set>('Email/set', {
      accountId: getAccount(ada),
      create: { a: draft('Größe', 'first try') },
    })
    first = created!['a']!.id
    const messageId = await loadMessageId(ada, first)
    await within(async () =>
      expect(await flagsAtServer(dovecot, ada, 'Drafts', messageId)).toEqual(
        expect.arrayContaining(['\\Draft', '\\Seen']),
      ),
    )
    const source = await asAnotherClient(dovecot, ada, 'Drafts', async (client) => {
      const message = await client.fetchOne(
        (await loadUid(client, messageId))!,
        { source: true },
        { uid: true },
      )
      return message ? message.source?.toString() : undefined
    })
    expect(source).toContain('first try')
  })

  test('a draft that is written anew takes the place of the old one', async () => {
    const { created, destroyed } = await visitor.call<Set>('Email/set', {
      accountId: getAccount(ada),
      create: { b: draft('Größe', 'second try') },
      destroy: [first],
    })
    expect(destroyed).toEqual([first])
    const messageId = await loadMessageId(ada, created!['b']!.id)
    await within(async () => {
      expect(await inFolder(ada, 'Drafts')).toEqual(['Größe'])
      expect(await flagsAtServer(dovecot, ada, 'Drafts', messageId)).toBeDefined()
    })
  })

  test('an import lies where it was put, a copy in the other mailbox instead of the first', async () => {
    const { list } = await visitor.call<{ list: Array<{ blobId: string }> }>('Email/get', {
      accountId: getAccount(ada),
      ids: null,
      properties: ['blobId'],
    })
    const { created } = await visitor.call<Set>('Email/import', {
      accountId: getAccount(ada),
      emails: { a: { blobId: list[0]!.blobId, mailboxIds: { [getBox(ada, 'archive')]: true } } },
    })
    await within(async () => expect(await inFolder(ada, 'Archive')).toEqual(['Größe']))
    const answers = await visitor.jmap([
      [
        'Email/copy',
        {
          fromAccountId: getAccount(ada),
          accountId: getAccount(work),
          onSuccessDestroyOriginal: true,
          create: { c: { id: created!['a']!.id, mailboxIds: { [getBox(work, 'inbox')]: true } } },
        },
        '0',
      ],
    ])
    expect(answers.map(([name]) => name)).toEqual(['Email/copy', 'Email/set'])
    await within(async () => {
      expect(await inFolder(work, 'INBOX')).toEqual(['Größe'])
      expect(await inFolder(ada, 'Archive')).toEqual([])
    })
  })
})
