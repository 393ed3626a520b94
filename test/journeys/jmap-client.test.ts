import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asAnotherClient } from '../fixtures/another-client.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type Jam, jamClient } from '../fixtures/jam.ts'
import {
  ada,
  type Answer,
  core,
  type JmapMailbox,
  type Json,
  mail,
  startJmapMailbox,
  within,
} from '../fixtures/jmap-mailbox.ts'
import { administrator } from '../../packages/server-testing/src/http/visitor.ts'

/** A program that knows nothing of plMail but JMAP, on a mailbox that lives at an IMAP server: the library jmap-jam. */
let mailbox: JmapMailbox
let jam: Jam

beforeAll(async () => {
  mailbox = await startJmapMailbox()
  jam = await jamClient(`${mailbox.plmail.address}/.well-known/jmap`, mailbox.secret)
})
beforeEach(() => tellAtFailure(() => [mailbox?.plmail]))
afterAll(async () => await mailbox?.[Symbol.asyncDispose]())

describe('jmap-jam', () => {
  test('finds the session, with addresses it can use as they are', async () => {
    const session = await jam.session
    expect(session.username).toBe(administrator.email)
    expect(await jam.getPrimaryAccount()).toBe(mailbox.account.id)
    for (const url of [session.apiUrl, session.uploadUrl, session.downloadUrl, session.eventSourceUrl])
      expect(url).toMatch(new RegExp(`^${mailbox.plmail.address}/jmap/`))
  })

  test('lists and reads in one request, by references', async () => {
    const [{ found: query, read, threads }] = await jam.requestMany((request) => {
      const foundEmails = request.Email.query({
        accountId: mailbox.account.id,
        filter: { inMailbox: mailbox.box('inbox') },
        limit: 2,
        sort: [{ property: 'receivedAt', isAscending: false }],
      })
      const readEmails = request.Email.get({
        accountId: mailbox.account.id,
        ids: foundEmails.$ref('/ids'),
        fetchTextBodyValues: true,
        properties: ['threadId', 'subject', 'bodyValues', 'keywords'],
      })
      const readThreads = request.Thread.get({
        accountId: mailbox.account.id,
        ids: readEmails.$ref('/list/*/threadId'),
      })
      return { found: foundEmails, read: readEmails, threads: readThreads }
    })
    const emails = read['list'] as Array<{ subject: string; bodyValues: Json; keywords: Json }>
    expect(query['ids']).toHaveLength(2)
    expect(emails.map(({ subject }) => subject)).toEqual(['Third time', 'Second thoughts'])
    expect(JSON.stringify(emails[0]!.bodyValues)).toContain('Wonderful words about Third time.')
    expect(emails[0]!.keywords).toEqual({ '$label:invoices': true })
    expect(threads['list']).toHaveLength(2)
  })

  test('uploads a file, sends it, and downloads it from the copy in Sent', async () => {
    const file = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256))
    const uploaded = await jam.uploadBlob(mailbox.account.id, new Blob([file], { type: 'application/pdf' }))
    expect(uploaded).toMatchObject({
      accountId: mailbox.account.id,
      type: 'application/pdf',
      size: file.length,
    })
    const [{ list: identities }] = await jam.api.Identity.get({ accountId: mailbox.account.id })
    const email = {
      mailboxIds: { [mailbox.box('drafts')]: true },
      keywords: { $draft: true },
      subject: 'The file',
      from: [{ name: 'Ada', email: ada }],
      to: [{ name: null, email: 'bo@example.org' }],
      textBody: [{ partId: 't', type: 'text/plain' }],
      bodyValues: { t: { value: 'Here it is.' } },
      attachments: [{ blobId: uploaded['blobId'], type: 'application/pdf', name: 'File.pdf' }],
    }
    const envelope = {
      mailFrom: { email: ada, parameters: { HOLDFOR: '0' } },
      rcptTo: [{ email: 'bo@example.org', parameters: null }],
    }
    const onSuccessUpdateEmail = {
      '#sent': {
        [`mailboxIds/${mailbox.box('drafts')}`]: null,
        [`mailboxIds/${mailbox.box('sent')}`]: true,
        'keywords/$draft': null,
      },
    }
    const calls = [
      ['Email/set', { accountId: mailbox.account.id, create: { draft: email } }, '0'],
      [
        'EmailSubmission/set',
        {
          accountId: mailbox.account.id,
          onSuccessUpdateEmail,
          create: {
            sent: { identityId: (identities as Array<{ id: string }>)[0]!.id, emailId: '#draft', envelope },
          },
        },
        '1',
      ],
    ]
    const using = [core, mail, 'urn:ietf:params:jmap:submission']
    const [[, set], [, submitted], [implicit]] = (await mailbox.ask(using, calls)) as [Answer, Answer, Answer]
    const { id } = (set['created'] as { draft: { id: string } }).draft
    expect(submitted['created']).toHaveProperty('sent')
    expect(implicit).toBe('Email/set')

    await within(async () => expect(mailbox.smtp.messages).toHaveLength(1))
    expect(mailbox.smtp.messages[0]).toMatchObject({ from: ada, to: ['bo@example.org'] })
    const [{ list }] = await jam.api.Email.get({
      accountId: mailbox.account.id,
      ids: [id],
      properties: ['attachments', 'mailboxIds'],
    })
    const [copy] = list as [{ attachments: Array<{ blobId: string }>; mailboxIds: Json }]
    expect(copy.mailboxIds).toEqual({ [mailbox.box('sent')]: true })
    const download = await jam.downloadBlob({
      accountId: mailbox.account.id,
      blobId: copy.attachments[0]!.blobId,
      mimeType: 'application/pdf',
      fileName: 'File.pdf',
    })
    expect(download.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await download.arrayBuffer()).equals(file)).toBe(true)
    await within(async () => {
      const atDovecot = await asAnotherClient(mailbox.dovecot, ada, 'Sent', (client) =>
        client.search({ header: { subject: 'The file' } }),
      )
      expect(atDovecot).toHaveLength(1)
    })
  })
})
