import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asAnotherClient, flagsAtServer } from '../fixtures/another-client.ts'
import { type Dovecot, startDovecot } from '../fixtures/dovecot.ts'
import { type Jam, jamClient } from '../fixtures/jam.ts'
import { type PlMail, showLogOnFailure, startPlMail } from '../fixtures/plmail.ts'
import { type SmtpSink, startSmtpSink } from '../fixtures/smtp-sink.ts'
import { administrator } from '../fixtures/visitor.ts'

/**
 * Programs that know nothing of plMail but JMAP, on a mailbox that lives at an IMAP server: the library jmap-jam, and a
 * web mail client of another origin, whose requests are sent as Bulwark sends them.
 */
const password = 'mailbox password'
const ada = 'ada@example.org'
const core = 'urn:ietf:params:jmap:core'
const mail = 'urn:ietf:params:jmap:mail'

type Json = Record<string, unknown>
interface Folder {
  id: string
  name: string
  role: string | null
}

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let account: AccountView
let secret: string
let jam: Jam
let folders: Folder[]

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(ada, password)
  for (const [index, subject] of subjects.entries())
    await dovecot.append(ada, 'INBOX', letter(subject), {
      date: new Date(Date.UTC(2026, 2, 1 + index)),
      flags: index === 0 ? ['\\Seen', '$label:invoices'] : ['$label:invoices'],
    })
  smtp = await startSmtpSink({ users: { [ada]: password } })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  const visitor = plmail.visitor()
  await visitor.install()
  account = await visitor.addAccount(dovecot, smtp, ada, password)
  const made = await visitor.api<{ secret: string }>('POST', '/api/app-passwords', { name: 'Phone' })
  secret = made.secret
  jam = await jamClient(`${plmail.address}/.well-known/jmap`, secret)
  await within(async () => {
    const [{ list }] = await jam.api.Mailbox.get({ accountId: account.id })
    folders = list as Folder[]
    const [{ total }] = await jam.api.Email.query({ accountId: account.id, calculateTotal: true, limit: 0 })
    const isHere = total === subjects.length && folders.some(({ role }) => role === 'drafts')
    if (!isHere) throw new Error('not listed yet')
  })
})
beforeEach(() => showLogOnFailure(() => plmail))
afterAll(async () => {
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const subjects = ['First of all', 'Second thoughts', 'Third time']
const letter = (subject: string) =>
  [
    ...['From: Bo <bo@example.org>', `To: ${ada}`, `Subject: ${subject}`, `Message-ID: <${idOf(subject)}>`],
    ...['Date: Sun, 01 Mar 2026 10:00:00 +0000', '', `Wonderful words about ${subject}.`, ''],
  ].join('\r\n')
const idOf = (subject: string) => `${subject.toLowerCase().replaceAll(' ', '-')}@example.org`

const within = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })
const box = (role: string) => folders.find((folder) => folder.role === role)!.id

describe('jmap-jam', () => {
  test('finds the session, with addresses it can use as they are', async () => {
    const session = await jam.session
    expect(session.username).toBe(administrator.email)
    expect(await jam.getPrimaryAccount()).toBe(account.id)
    for (const url of [session.apiUrl, session.uploadUrl, session.downloadUrl, session.eventSourceUrl])
      expect(url).toMatch(new RegExp(`^${plmail.address}/jmap/`))
  })

  test('lists and reads in one request, by references', async () => {
    const [{ found, read, threads }] = await jam.requestMany((request) => {
      const found = request.Email.query({
        ...{ accountId: account.id, filter: { inMailbox: box('inbox') }, limit: 2 },
        sort: [{ property: 'receivedAt', isAscending: false }],
      })
      const read = request.Email.get({
        ...{ accountId: account.id, ids: found.$ref('/ids'), fetchTextBodyValues: true },
        properties: ['threadId', 'subject', 'bodyValues', 'keywords'],
      })
      const threads = request.Thread.get({
        ...{ accountId: account.id, ids: read.$ref('/list/*/threadId') },
      })
      return { found, read, threads }
    })
    const emails = read['list'] as Array<{ subject: string; bodyValues: Json; keywords: Json }>
    expect(found['ids']).toHaveLength(2)
    expect(emails.map(({ subject }) => subject)).toEqual(['Third time', 'Second thoughts'])
    expect(JSON.stringify(emails[0]!.bodyValues)).toContain('Wonderful words about Third time.')
    expect(emails[0]!.keywords).toEqual({ '$label:invoices': true })
    expect(threads['list']).toHaveLength(2)
  })

  test('uploads a file, sends it, and downloads it from the copy in Sent', async () => {
    const file = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256))
    const uploaded = await jam.uploadBlob(account.id, new Blob([file], { type: 'application/pdf' }))
    expect(uploaded).toMatchObject({ accountId: account.id, type: 'application/pdf', size: file.length })
    const [{ list: identities }] = await jam.api.Identity.get({ accountId: account.id })
    const email = {
      ...{ mailboxIds: { [box('drafts')]: true }, keywords: { $draft: true }, subject: 'The file' },
      ...{ from: [{ name: 'Ada', email: ada }], to: [{ name: null, email: 'bo@example.org' }] },
      ...{ textBody: [{ partId: 't', type: 'text/plain' }], bodyValues: { t: { value: 'Here it is.' } } },
      attachments: [{ blobId: uploaded['blobId'], type: 'application/pdf', name: 'File.pdf' }],
    }
    const envelope = {
      mailFrom: { email: ada, parameters: { HOLDFOR: '0' } },
      rcptTo: [{ email: 'bo@example.org', parameters: null }],
    }
    const onSuccessUpdateEmail = {
      '#sent': {
        ...{ [`mailboxIds/${box('drafts')}`]: null, [`mailboxIds/${box('sent')}`]: true },
        'keywords/$draft': null,
      },
    }
    const calls = [
      ['Email/set', { accountId: account.id, create: { draft: email } }, '0'],
      [
        'EmailSubmission/set',
        {
          ...{ accountId: account.id, onSuccessUpdateEmail },
          create: {
            sent: { identityId: (identities as Array<{ id: string }>)[0]!.id, emailId: '#draft', envelope },
          },
        },
        '1',
      ],
    ]
    const using = [core, mail, 'urn:ietf:params:jmap:submission']
    const [[, set], [, submitted], [implicit]] = (await ask(using, calls)) as [Answer, Answer, Answer]
    const { id } = (set['created'] as { draft: { id: string } }).draft
    expect(submitted['created']).toHaveProperty('sent')
    expect(implicit).toBe('Email/set')

    await within(async () => expect(smtp.messages).toHaveLength(1))
    expect(smtp.messages[0]).toMatchObject({ from: ada, to: ['bo@example.org'] })
    const [{ list }] = await jam.api.Email.get({
      ...{ accountId: account.id, ids: [id], properties: ['attachments', 'mailboxIds'] },
    })
    const [copy] = list as [{ attachments: Array<{ blobId: string }>; mailboxIds: Json }]
    expect(copy.mailboxIds).toEqual({ [box('sent')]: true })
    const download = await jam.downloadBlob({
      ...{ accountId: account.id, blobId: copy.attachments[0]!.blobId },
      ...{ mimeType: 'application/pdf', fileName: 'File.pdf' },
    })
    expect(download.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await download.arrayBuffer()).equals(file)).toBe(true)
    await within(async () => {
      const there = await asAnotherClient(dovecot, ada, 'Sent', (client) =>
        client.search({ header: { subject: 'The file' } }),
      )
      expect(there).toHaveLength(1)
    })
  })
})

type Answer = [string, Json, string]

/** As a script in a page of another origin sends it. */
async function ask(using: readonly string[], methodCalls: unknown): Promise<Answer[]> {
  const answer = await fetch(`${plmail.address}/jmap/api`, {
    ...{ method: 'POST', body: JSON.stringify({ using, methodCalls }) },
    headers: { ...crossOrigin, authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  return ((await answer.json()) as { methodResponses: Answer[] }).methodResponses
}

const crossOrigin = { origin: 'https://webmail.example', 'sec-fetch-site': 'cross-site' }

describe('a web mail client of another origin', () => {
  const args = (more: Json): Json => ({ accountId: account.id, ...more })
  const inInbox = { inMailbox: '' }
  beforeAll(() => void (inInbox.inMailbox = box('inbox')))

  test('is let in after a preflight, and finds the session behind the well-known address', async () => {
    const preflight = await fetch(`${plmail.address}/jmap/session`, {
      method: 'OPTIONS',
      headers: {
        ...crossOrigin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.ok).toBe(true)
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/\bauthorization\b/i)
    const basic = Buffer.from(`${administrator.email}:${secret}`).toString('base64')
    const wellKnown = await fetch(`${plmail.address}/.well-known/jmap`, {
      ...{ redirect: 'manual', headers: crossOrigin },
    })
    expect([wellKnown.status, wellKnown.headers.get('location')]).toEqual([302, '/jmap/session'])
    const headers = { ...crossOrigin, authorization: `Basic ${basic}` }
    const session = await fetch(`${plmail.address}/.well-known/jmap`, { headers })
    expect([session.status, session.url]).toEqual([200, `${plmail.address}/jmap/session`])
    expect(await session.json()).toMatchObject({ accounts: { [account.id]: { name: ada } } })
  })

  test('counts two things for each tag, all in one request of as many calls as one may have', async () => {
    const tags = ['$label:invoices', ...Array.from({ length: 31 }, (_, index) => `$label:tag-${index}`)]
    const calls = tags.flatMap((hasKeyword, index) => {
      const unread = { operator: 'AND', conditions: [{ hasKeyword }, { notKeyword: '$seen' }] }
      const count = (filter: Json) => args({ filter, limit: 0, calculateTotal: true })
      return [
        ['Email/query', count({ hasKeyword }), `all-${index}`],
        ['Email/query', count(unread), `unread-${index}`],
      ]
    })
    expect(calls).toHaveLength(64)
    const answers = await ask([core, mail], calls)
    const totals = answers.map(([, { total, ids }]) => [total, ids])
    expect(totals.slice(0, 2)).toEqual([
      [3, []],
      [2, []],
    ])
    expect(totals.slice(2)).toEqual(Array.from({ length: 62 }, () => [0, []]))
  })

  test('lists with a total, opens a message with everything, and marks it unread with false', async () => {
    const sort = [{ property: 'receivedAt', isAscending: false }]
    const list = args({ filter: inInbox, sort, position: 0, limit: 50, calculateTotal: true })
    const [[, found]] = (await ask([core, mail], [['Email/query', list, '0']])) as [Answer]
    const ids = found['ids'] as string[]
    expect(found).toMatchObject({ total: 3, position: 0 })
    const everything = args({
      ids: [ids[2]],
      properties: ['id', 'subject', 'keywords', 'headers', 'bodyStructure', 'textBody', 'bodyValues'],
      ...{ fetchAllBodyValues: true, maxBodyValueBytes: 256_000 },
      bodyProperties: ['partId', 'blobId', 'size', 'name', 'type', 'charset', 'disposition', 'cid'],
    })
    const [[, read]] = (await ask([core, mail], [['Email/get', everything, '0']])) as [Answer]
    const [email] = read['list'] as Json[]
    expect(email).toMatchObject({ subject: 'First of all', keywords: { $seen: true } })
    expect(JSON.stringify(email!['bodyValues'])).toContain('Wonderful words about First of all.')

    const update = { [ids[2]!]: { 'keywords/$seen': false } }
    const [[, set]] = (await ask([core, mail], [['Email/set', args({ update }), '0']])) as [Answer]
    expect(set['updated']).toEqual({ [ids[2]!]: null })
    await within(async () =>
      expect(await flagsAtServer(dovecot, ada, 'INBOX', idOf('First of all'))).not.toContain('\\Seen'),
    )
  })

  test('asks for identities and quotas though it names core and mail alone', async () => {
    const calls = ['Identity/get', 'Quota/get'].map((name) => [name, args({ ids: null }), name])
    const [identities, quotas] = (await ask([core, mail], calls)) as [Answer, Answer]
    expect(identities).toMatchObject(['Identity/get', { list: [{ email: ada }] }, 'Identity/get'])
    expect(quotas).toMatchObject(['Quota/get', { list: expect.any(Array) as unknown }, 'Quota/get'])
  })

  test('makes folders and moves mail into them in one request, by creation ids', async () => {
    const query = args({ filter: { subject: 'second' }, limit: 1 })
    const [[, found]] = (await ask([core, mail], [['Email/query', query, '0']])) as [Answer]
    const [id] = found['ids'] as [string]
    const answers = await ask(
      [core, mail],
      [
        ['Mailbox/set', args({ create: { 'year-2026': { name: '2026', parentId: null } } }), '0'],
        ['Mailbox/set', args({ create: { march: { name: 'March', parentId: '#year-2026' } } }), '1'],
        [
          'Email/set',
          args({ update: { [id]: { mailboxIds: { '#march': true }, 'keywords/$seen': true } } }),
          '2',
        ],
      ],
    )
    const made = answers.map(([, { created }]) => created as Record<string, { id: string }> | null)
    expect(answers[2]).toMatchObject(['Email/set', { updated: { [id]: null } }, '2'])
    const [[, got]] = (await ask([core, mail], [['Email/get', args({ ids: [id] }), '0']])) as [Answer]
    expect((got['list'] as Json[])[0]!['mailboxIds']).toEqual({ [made[1]!['march']!.id]: true })
    await within(async () =>
      expect(await flagsAtServer(dovecot, ada, '2026/March', idOf('Second thoughts'))).toContain('\\Seen'),
    )
  })

  test('searches by the beginning of a word', async () => {
    const filter = { operator: 'AND', conditions: [inInbox, { text: 'wonderf*' }] }
    const [[, found]] = (await ask(
      [core, mail],
      [['Email/query', args({ filter, calculateTotal: true }), '0']],
    )) as [Answer]
    expect(found).toMatchObject({ total: 2 })
  })

  test('hears of what another program does on an event source that pings, and keeps the line by Core/echo', async () => {
    const stop = new AbortController()
    const source = await fetch(`${plmail.address}/jmap/eventsource?types=*&closeafter=no&ping=30`, {
      ...{ signal: stop.signal, headers: { ...crossOrigin, authorization: `Bearer ${secret}` } },
    })
    expect([source.status, source.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const reader = source.body!.pipeThrough(new TextDecoderStream()).getReader()
    await dovecot.append(ada, 'INBOX', letter('Fourth of July'))
    let heard = ''
    while (!/event: state\n(.*\n)*data: .*"Email":/.test(heard)) heard += (await reader.read()).value ?? ''
    expect(heard).toContain(`"${account.id}"`)
    stop.abort()
    expect(await ask([core], [['Core/echo', { alive: true }, 'keep']])).toEqual([
      ['Core/echo', { alive: true }, 'keep'],
    ])
  })
})
