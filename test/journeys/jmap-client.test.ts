import { randomUUID } from 'node:crypto'
import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { asAnotherClient, flagsAtServer } from '../fixtures/another-client.ts'
import { type Dovecot, startDovecot } from '../fixtures/dovecot.ts'
import { type Jam, jamClient } from '../fixtures/jam.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
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
beforeEach(() => tellAtFailure(() => [plmail]))
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

const inLists =
  'id threadId mailboxIds keywords size receivedAt from to cc subject preview hasAttachment'.split(' ')
const inMessages = (
  'sentAt bcc replyTo textBody htmlBody bodyValues attachments messageId inReplyTo references headers ' +
  'bodyStructure blobId'
).split(' ')

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
    const list = args({ filter: inInbox, sort, limit: 50, position: 0, calculateTotal: true })
    const reference = { resultOf: '0', name: 'Email/query', path: '/ids' }
    const [[, found], [, shown]] = (await ask(
      [core, mail],
      [
        ['Email/query', list, '0'],
        ['Email/get', args({ '#ids': reference, properties: inLists }), '1'],
      ],
    )) as [Answer, Answer]
    const ids = found['ids'] as string[]
    expect(found).toMatchObject({ total: 3, position: 0 })
    for (const email of shown['list'] as Json[])
      expect(Object.keys(email).toSorted()).toEqual(inLists.toSorted())
    const everything = args({
      ...{ ids: [ids[2]], properties: [...inLists, ...inMessages], maxBodyValueBytes: 256_000 },
      ...{ fetchTextBodyValues: true, fetchHTMLBodyValues: true, fetchAllBodyValues: true },
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

  test('asks every account for its folders, and its states while it cannot listen', async () => {
    const session = await fetch(`${plmail.address}/jmap/session`, {
      headers: { ...crossOrigin, authorization: `Bearer ${secret}` },
    })
    const { accounts } = (await session.json()) as { accounts: Json }
    const asked = Object.keys(accounts).map((accountId) => ['Mailbox/get', { accountId }, accountId])
    const answers = await ask([core, mail], asked)
    // The personal account has no mail, which is no reason to fail the rest.
    const names = answers.map(([name, , accountId]) => [accountId, name])
    expect(names).toEqual(
      Object.keys(accounts).map((id) => [id, id === account.id ? 'Mailbox/get' : 'error']),
    )
    const [folders, emails] = (await ask(
      [core, mail],
      [
        ['Mailbox/get', args({ ids: null, properties: ['id'] }), 'a'],
        ['Email/get', args({ ids: [], properties: ['id'] }), 'b'],
      ],
    )) as [Answer, Answer]
    expect(emails[1]).toMatchObject({ state: expect.stringMatching(/./) as string, list: [], notFound: [] })
    for (const folder of folders[1]['list'] as Json[]) expect(Object.keys(folder)).toEqual(['id'])
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
    const year = `2026 ${randomUUID()}`
    const answers = await ask(
      [core, mail],
      [
        [
          'Mailbox/set',
          args({
            create: {
              'year-2026': { name: year, parentId: null },
              'month-2026-03': { name: 'March', parentId: '#year-2026' },
            },
          }),
          '0',
        ],
        [
          'Email/set',
          args({ update: { [id]: { mailboxIds: { '#month-2026-03': true }, 'keywords/$seen': true } } }),
          '1',
        ],
      ],
    )
    const made = answers[0]![1]['created'] as Record<string, { id: string }>
    expect(answers[1]).toMatchObject(['Email/set', { updated: { [id]: null } }, '1'])
    const [[, got]] = (await ask([core, mail], [['Email/get', args({ ids: [id] }), '0']])) as [Answer]
    expect((got['list'] as Json[])[0]!['mailboxIds']).toEqual({ [made['month-2026-03']!.id]: true })
    await within(async () =>
      expect(await flagsAtServer(dovecot, ada, `${year}/March`, idOf('Second thoughts'))).toContain('\\Seen'),
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

  test('takes a label off, saves a draft anew, sends it, and empties a folder by what a query found', async () => {
    const query = args({ filter: { subject: 'third' } })
    const [[, found]] = (await ask([core, mail], [['Email/query', query, '0']])) as [Answer]
    const [id] = found['ids'] as [string]
    const keywords = { '$label:invoices': false, $flagged: true }
    const [[, labelled]] = (await ask(
      [core, mail],
      [['Email/set', args({ update: { [id]: { keywords } } }), '0']],
    )) as [Answer]
    expect(labelled).toMatchObject({ updated: { [id]: null }, notUpdated: null })
    await within(async () => {
      const flags = await flagsAtServer(dovecot, ada, 'INBOX', idOf('Third time'))
      expect([flags?.includes('\\Flagged'), flags?.includes('$label:invoices')]).toEqual([true, false])
    })

    const subject = `Bulk ${randomUUID()}`
    const letterOf = (text: string, marks: Json) => ({
      ...{ from: [{ email: ada }], to: [{ email: 'bo@example.org' }], subject, keywords: marks },
      ...{
        mailboxIds: { [box('drafts')]: true },
        bodyValues: { text: { value: text }, html: { value: `<p>${text}</p>` } },
      },
      ...{
        textBody: [{ partId: 'text', type: 'text/plain' }],
        htmlBody: [{ partId: 'html', type: 'text/html' }],
      },
    })
    const made = (answer: Answer, name: string) =>
      (answer[1]['created'] as Record<string, { id: string }>)[name]!.id
    const [first] = await ask(
      [core, mail],
      [['Email/set', args({ create: { 'draft-1': letterOf('one', { $draft: true }) } }), '0']],
    )
    const [second] = await ask(
      [core, mail],
      [
        [
          'Email/set',
          args({
            create: { 'draft-2': letterOf('two', { $draft: true }) },
            destroy: [made(first!, 'draft-1')],
          }),
          '0',
        ],
      ],
    )
    expect(second![1]).toMatchObject({ notCreated: null, notDestroyed: null })
    const moved = {
      [`mailboxIds/${box('drafts')}`]: null,
      [`mailboxIds/${box('sent')}`]: true,
      'keywords/$draft': null,
    }
    const [[, { list }]] = (await ask([core, mail], [['Identity/get', args({}), '0']])) as [Answer]
    const identityId = (list as [{ id: string }])[0].id
    const sending = await ask(
      [core, mail],
      [
        ['Email/set', args({ destroy: [made(second!, 'draft-2')] }), '0'],
        ['Email/set', args({ create: { 'send-3': letterOf('three', { $seen: true, $draft: true }) } }), '1'],
        [
          'EmailSubmission/set',
          args({
            create: { '1': { emailId: '#send-3', identityId } },
            onSuccessUpdateEmail: { '#1': moved },
          }),
          '2',
        ],
      ],
    )
    const sentId = made(sending[1]!, 'send-3')
    expect(sending.map(([name]) => name)).toEqual([
      ...['Email/set', 'Email/set', 'EmailSubmission/set', 'Email/set'],
    ])
    expect(sending[3]![1]).toMatchObject({ updated: { [sentId]: null } })
    const ids = [made(first!, 'draft-1'), made(second!, 'draft-2')]
    const [[, drafts]] = (await ask([core, mail], [['Email/get', args({ ids }), '0']])) as [Answer]
    expect(drafts).toMatchObject({ list: [], notFound: ids })
    const subjectsIn = (path: string) =>
      asAnotherClient(
        dovecot,
        ada,
        path,
        async (client) => (await client.search({ header: { subject } })) || [],
      )
    await within(async () => expect(await subjectsIn('Sent')).toHaveLength(1))

    const reference = { resultOf: '0', name: 'Email/query', path: '/ids' }
    const emptied = await ask(
      [core, mail],
      [
        ['Email/query', args({ filter: { inMailbox: box('sent') }, limit: 500 }), '0'],
        ['Email/set', args({ '#destroy': reference }), '1'],
      ],
    )
    expect(emptied[1]![1]).toMatchObject({ destroyed: emptied[0]![1]['ids'], notDestroyed: null })
    await within(async () => expect(await subjectsIn('Sent')).toHaveLength(0))
  })

  test('imports, renames and destroys, and another program finds it so', async () => {
    const upload = await fetch(`${plmail.address}/jmap/upload/${account.id}`, {
      ...{ method: 'POST', body: letter('Imported by JMAP') },
      headers: { ...crossOrigin, authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
    })
    const { blobId } = (await upload.json()) as { blobId: string }
    const [name, renamed] = [`Papers ${randomUUID()}`, `Documents ${randomUUID()}`]
    const [made, imported] = await ask(
      [core, mail],
      [
        ['Mailbox/set', args({ create: { f: { name } } }), '0'],
        [
          'Email/import',
          args({ emails: { i: { blobId, mailboxIds: { '#f': true }, keywords: { $flagged: true } } } }),
          '1',
        ],
      ],
    )
    const folder = (made![1]['created'] as { f: { id: string } }).f.id
    expect(imported![1]['notCreated']).toBeNull()
    const flags = (path: string) => flagsAtServer(dovecot, ada, path, idOf('Imported by JMAP'))
    await within(async () => expect(await flags(name)).toContain('\\Flagged'))
    await ask([core, mail], [['Mailbox/set', args({ update: { [folder]: { name: renamed } } }), '0']])
    await within(async () => expect(await flags(renamed)).toContain('\\Flagged'))
    const destroy = { destroy: [folder], onDestroyRemoveEmails: true }
    const [gone] = await ask([core, mail], [['Mailbox/set', args(destroy), '0']])
    expect(gone![1]).toMatchObject({ destroyed: [folder] })
    await within(async () => {
      const there = await asAnotherClient(dovecot, ada, 'INBOX', (client) => client.list())
      expect(there.map(({ path }) => path)).not.toContain(renamed)
    })
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
