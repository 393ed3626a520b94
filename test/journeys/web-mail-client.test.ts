import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asAnotherClient, flagsAtServer } from '../fixtures/another-client.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import {
  ada,
  type Answer,
  core,
  crossOrigin,
  getId,
  type JmapMailbox,
  type Json,
  message,
  mail,
  startJmapMailbox,
  within,
} from '../fixtures/jmap-mailbox.ts'
import { administrator } from '../../packages/server-testing/src/http/visitor.ts'

/** A mail client that is a page of another origin, on a mailbox at an IMAP server; its requests are sent as Bulwark sends them. */
let mailbox: JmapMailbox

beforeAll(async () => {
  mailbox = await startJmapMailbox()
})
beforeEach(() => tellAtFailure(() => [mailbox?.plmail]))
afterAll(async () => await mailbox?.[Symbol.asyncDispose]())

const inLists =
  'id threadId mailboxIds keywords size receivedAt from to cc subject preview hasAttachment'.split(' ')
const inMessages = (
  'sentAt bcc replyTo textBody htmlBody bodyValues attachments messageId inReplyTo references headers ' +
  'bodyStructure blobId'
).split(' ')

describe('a web mail client of another origin', () => {
  const args = (more: Json): Json => ({ accountId: mailbox.account.id, ...more })
  const inInbox = { inMailbox: '' }
  beforeAll(() => void (inInbox.inMailbox = mailbox.box('inbox')))

  test('is let in after a preflight, and finds the session behind the well-known address', async () => {
    const preflight = await fetch(`${mailbox.plmail.address}/jmap/session`, {
      method: 'OPTIONS',
      headers: {
        ...crossOrigin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.ok).toBe(true)
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/\bauthorization\b/i)
    const basic = Buffer.from(`${administrator.email}:${mailbox.secret}`).toString('base64')
    const wellKnown = await fetch(`${mailbox.plmail.address}/.well-known/jmap`, {
      redirect: 'manual',
      headers: crossOrigin,
    })
    expect([wellKnown.status, wellKnown.headers.get('location')]).toEqual([302, '/jmap/session'])
    const headers = { ...crossOrigin, authorization: `Basic ${basic}` }
    const session = await fetch(`${mailbox.plmail.address}/.well-known/jmap`, { headers })
    expect([session.status, session.url]).toEqual([200, `${mailbox.plmail.address}/jmap/session`])
    expect(await session.json()).toMatchObject({ accounts: { [mailbox.account.id]: { name: ada } } })
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
    const answers = await mailbox.ask([core, mail], calls)
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
    const [[, query], [, shown]] = (await mailbox.ask(
      [core, mail],
      [
        ['Email/query', list, '0'],
        ['Email/get', args({ '#ids': reference, properties: inLists }), '1'],
      ],
    )) as [Answer, Answer]
    const ids = query['ids'] as string[]
    expect(query).toMatchObject({ total: 3, position: 0 })
    for (const email of shown['list'] as Json[])
      expect(Object.keys(email).toSorted()).toEqual(inLists.toSorted())
    const everything = args({
      ids: [ids[2]],
      properties: [...inLists, ...inMessages],
      maxBodyValueBytes: 256_000,
      fetchTextBodyValues: true,
      fetchHTMLBodyValues: true,
      fetchAllBodyValues: true,
    })
    const [[, read]] = (await mailbox.ask([core, mail], [['Email/get', everything, '0']])) as [Answer]
    const [email] = read['list'] as Json[]
    expect(email).toMatchObject({ subject: 'First of all', keywords: { $seen: true } })
    expect(JSON.stringify(email!['bodyValues'])).toContain('Wonderful words about First of all.')

    const update = { [ids[2]!]: { 'keywords/$seen': false } }
    const [[, set]] = (await mailbox.ask([core, mail], [['Email/set', args({ update }), '0']])) as [Answer]
    expect(set['updated']).toEqual({ [ids[2]!]: null })
    await within(async () =>
      expect(await flagsAtServer(mailbox.dovecot, ada, 'INBOX', getId('First of all'))).not.toContain(
        '\\Seen',
      ),
    )
  })

  test('asks every account for its folders, and its states while it cannot listen', async () => {
    const session = await fetch(`${mailbox.plmail.address}/jmap/session`, {
      headers: { ...crossOrigin, authorization: `Bearer ${mailbox.secret}` },
    })
    const { accounts } = (await session.json()) as { accounts: Json }
    const calls = Object.keys(accounts).map((accountId) => ['Mailbox/get', { accountId }, accountId])
    const answers = await mailbox.ask([core, mail], calls)
    // The personal account has no mail, which is no reason to fail the rest.
    const names = answers.map(([name, , accountId]) => [accountId, name])
    expect(names).toEqual(
      Object.keys(accounts).map((id) => [id, id === mailbox.account.id ? 'Mailbox/get' : 'error']),
    )
    const [folders, emails] = (await mailbox.ask(
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
    const [identities, quotas] = (await mailbox.ask([core, mail], calls)) as [Answer, Answer]
    expect(identities).toMatchObject(['Identity/get', { list: [{ email: ada }] }, 'Identity/get'])
    expect(quotas).toMatchObject(['Quota/get', { list: expect.any(Array) as unknown }, 'Quota/get'])
  })

  test('makes folders and moves mail into them in one request, by creation ids', async () => {
    const query = args({ filter: { subject: 'second' }, limit: 1 })
    const [[, queried]] = (await mailbox.ask([core, mail], [['Email/query', query, '0']])) as [Answer]
    const [id] = queried['ids'] as [string]
    const year = `2026 ${randomUUID()}`
    const answers = await mailbox.ask(
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
    const created = answers[0]![1]['created'] as Record<string, { id: string }>
    expect(answers[1]).toMatchObject(['Email/set', { updated: { [id]: null } }, '1'])
    const [[, got]] = (await mailbox.ask([core, mail], [['Email/get', args({ ids: [id] }), '0']])) as [Answer]
    expect((got['list'] as Json[])[0]!['mailboxIds']).toEqual({ [created['month-2026-03']!.id]: true })
    await within(async () =>
      expect(await flagsAtServer(mailbox.dovecot, ada, `${year}/March`, getId('Second thoughts'))).toContain(
        '\\Seen',
      ),
    )
  })

  test('searches by the beginning of a word', async () => {
    const filter = { operator: 'AND', conditions: [inInbox, { text: 'wonderf*' }] }
    const [[, queried]] = (await mailbox.ask(
      [core, mail],
      [['Email/query', args({ filter, calculateTotal: true }), '0']],
    )) as [Answer]
    expect(queried).toMatchObject({ total: 2 })
  })

  test('takes a label off, saves a draft anew, sends it, and empties a folder by what a query found', async () => {
    const query = args({ filter: { subject: 'third' } })
    const [[, queried]] = (await mailbox.ask([core, mail], [['Email/query', query, '0']])) as [Answer]
    const [id] = queried['ids'] as [string]
    const keywords = { '$label:invoices': false, $flagged: true }
    const [[, labelled]] = (await mailbox.ask(
      [core, mail],
      [['Email/set', args({ update: { [id]: { keywords } } }), '0']],
    )) as [Answer]
    expect(labelled).toMatchObject({ updated: { [id]: null }, notUpdated: null })
    await within(async () => {
      const flags = await flagsAtServer(mailbox.dovecot, ada, 'INBOX', getId('Third time'))
      expect([flags?.includes('\\Flagged'), flags?.includes('$label:invoices')]).toEqual([true, false])
    })

    const subject = `Bulk ${randomUUID()}`
    const buildMessage = (text: string, marks: Json) => ({
      from: [{ email: ada }],
      to: [{ email: 'bo@example.org' }],
      subject,
      keywords: marks,
      mailboxIds: { [mailbox.box('drafts')]: true },
      bodyValues: { text: { value: text }, html: { value: `<p>${text}</p>` } },
      textBody: [{ partId: 'text', type: 'text/plain' }],
      htmlBody: [{ partId: 'html', type: 'text/html' }],
    })
    const createdBy = (answer: Answer, name: string) =>
      (answer[1]['created'] as Record<string, { id: string }>)[name]!.id
    const [first] = await mailbox.ask(
      [core, mail],
      [['Email/set', args({ create: { 'draft-1': buildMessage('one', { $draft: true }) } }), '0']],
    )
    const [second] = await mailbox.ask(
      [core, mail],
      [
        [
          'Email/set',
          args({
            create: { 'draft-2': buildMessage('two', { $draft: true }) },
            destroy: [createdBy(first!, 'draft-1')],
          }),
          '0',
        ],
      ],
    )
    expect(second![1]).toMatchObject({ notCreated: null, notDestroyed: null })
    const moved = {
      [`mailboxIds/${mailbox.box('drafts')}`]: null,
      [`mailboxIds/${mailbox.box('sent')}`]: true,
      'keywords/$draft': null,
    }
    const [[, { list }]] = (await mailbox.ask([core, mail], [['Identity/get', args({}), '0']])) as [Answer]
    const identityId = (list as [{ id: string }])[0].id
    const sending = await mailbox.ask(
      [core, mail],
      [
        ['Email/set', args({ destroy: [createdBy(second!, 'draft-2')] }), '0'],
        [
          'Email/set',
          args({ create: { 'send-3': buildMessage('three', { $seen: true, $draft: true }) } }),
          '1',
        ],
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
    const sentId = createdBy(sending[1]!, 'send-3')
    expect(sending.map(([name]) => name)).toEqual([
      'Email/set',
      'Email/set',
      'EmailSubmission/set',
      'Email/set',
    ])
    expect(sending[3]![1]).toMatchObject({ updated: { [sentId]: null } })
    const ids = [createdBy(first!, 'draft-1'), createdBy(second!, 'draft-2')]
    const [[, drafts]] = (await mailbox.ask([core, mail], [['Email/get', args({ ids }), '0']])) as [Answer]
    expect(drafts).toMatchObject({ list: [], notFound: ids })
    const subjectsIn = (path: string) =>
      asAnotherClient(
        mailbox.dovecot,
        ada,
        path,
        async (client) => (await client.search({ header: { subject } })) || [],
      )
    await within(async () => expect(await subjectsIn('Sent')).toHaveLength(1))

    const reference = { resultOf: '0', name: 'Email/query', path: '/ids' }
    const emptied = await mailbox.ask(
      [core, mail],
      [
        ['Email/query', args({ filter: { inMailbox: mailbox.box('sent') }, limit: 500 }), '0'],
        ['Email/set', args({ '#destroy': reference }), '1'],
      ],
    )
    expect(emptied[1]![1]).toMatchObject({ destroyed: emptied[0]![1]['ids'], notDestroyed: null })
    await within(async () => expect(await subjectsIn('Sent')).toHaveLength(0))
  })

  test('imports, renames and destroys, and another program finds it so', async () => {
    const upload = await fetch(`${mailbox.plmail.address}/jmap/upload/${mailbox.account.id}`, {
      method: 'POST',
      body: message('Imported by JMAP'),
      headers: {
        ...crossOrigin,
        authorization: `Bearer ${mailbox.secret}`,
        'content-type': 'message/rfc822',
      },
    })
    const { blobId } = (await upload.json()) as { blobId: string }
    const [name, renamed] = [`Papers ${randomUUID()}`, `Documents ${randomUUID()}`]
    const [uploaded, imported] = await mailbox.ask(
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
    const folder = (uploaded![1]['created'] as { f: { id: string } }).f.id
    expect(imported![1]['notCreated']).toBeNull()
    const flags = (path: string) => flagsAtServer(mailbox.dovecot, ada, path, getId('Imported by JMAP'))
    await within(async () => expect(await flags(name)).toContain('\\Flagged'))
    await mailbox.ask([core, mail], [['Mailbox/set', args({ update: { [folder]: { name: renamed } } }), '0']])
    await within(async () => expect(await flags(renamed)).toContain('\\Flagged'))
    const destroy = { destroy: [folder], onDestroyRemoveEmails: true }
    const [gone] = await mailbox.ask([core, mail], [['Mailbox/set', args(destroy), '0']])
    expect(gone![1]).toMatchObject({ destroyed: [folder] })
    await within(async () => {
      const atDovecot = await asAnotherClient(mailbox.dovecot, ada, 'INBOX', (client) => client.list())
      expect(atDovecot.map(({ path }) => path)).not.toContain(renamed)
    })
  })

  test('hears of what another program does on an event source that pings, and keeps the line by Core/echo', async () => {
    const stop = new AbortController()
    const source = await fetch(`${mailbox.plmail.address}/jmap/eventsource?types=*&closeafter=no&ping=30`, {
      signal: stop.signal,
      headers: { ...crossOrigin, authorization: `Bearer ${mailbox.secret}` },
    })
    expect([source.status, source.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const reader = source.body!.pipeThrough(new TextDecoderStream()).getReader()
    await mailbox.dovecot.append(ada, 'INBOX', message('Fourth of July'))
    let stream = ''
    while (!/event: state\n(.*\n)*data: .*"Email":/.test(stream)) stream += (await reader.read()).value ?? ''
    expect(stream).toContain(`"${mailbox.account.id}"`)
    stop.abort()
    expect(await mailbox.ask([core], [['Core/echo', { alive: true }, 'keep']])).toEqual([
      ['Core/echo', { alive: true }, 'keep'],
    ])
  })
})
