import { describe, expect, test } from 'vitest'
import { toRawMessage } from '../../blobs/raw.ts'
import { googleGate } from '../schema.ts'
import { base64url, mail, type Running, signedIn, startForTest, type Call } from '../google-for-tests.ts'

async function start(): Promise<Running & { call: Call }> {
  const running = await startForTest()
  return { ...running, call: await signedIn(running.google) }
}

const multipart = toRawMessage(
  [
    'From: =?utf-8?Q?J=C3=BCrg?= <j@elsewhere.test>',
    'To: ada@example.test',
    'Subject: =?utf-8?B?R3LDvMOfZQ==?=',
    'Message-ID: <multi@elsewhere.test>',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: multipart/alternative; boundary=c',
    '',
    '--c',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Tom & J=FCrg',
    '--c',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Tom &amp; Jürg</p>',
    '--c--',
    '--b',
    'Content-Type: application/pdf; name=a.pdf',
    'Content-Disposition: attachment; filename=a.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('%PDF~~~>>>???').toString('base64'),
    '--b--',
    '',
  ].join('\r\n'),
)

describe('listing', () => {
  test('gives ids newest first, in pages, and no messages key when there are none', async () => {
    const { ada, call, world } = await start()
    expect((await call('GET', '/messages')).body).toEqual({ resultSizeEstimate: 0 })
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      await world.clock.advance(1000)
      ids.unshift(ada.deliver(mail()))
    }
    const first = (await call('GET', '/messages?maxResults=2')).body
    expect(first.messages).toEqual(ids.slice(0, 2).map((id) => ({ id, threadId: id })))
    await world.clock.advance(1000)
    ada.deliver(mail())
    const second = (await call('GET', `/messages?maxResults=3&pageToken=${first.nextPageToken}`)).body
    expect(second.messages.map((message) => message.id)).toEqual(ids.slice(2))
    expect(second).not.toHaveProperty('nextPageToken')
  })

  test('hides spam and trash unless asked, and takes labels together', async () => {
    const { ada, call } = await start()
    const kept = ada.deliver(mail(), { keywords: ['$flagged'] })
    const spam = ada.deliver(mail(), { to: 'junk' })
    const found = async (query: string): Promise<string[]> =>
      ((await call('GET', `/messages?${query}`)).body.messages ?? []).map((json) => json.id)
    expect(await found('')).toEqual([kept])
    expect((await found('includeSpamTrash=true')).sort()).toEqual([kept, spam].sort())
    expect(await found('labelIds=SPAM')).toEqual([spam])
    expect(await found('labelIds=INBOX&labelIds=STARRED')).toEqual([kept])
    expect(await found('labelIds=INBOX&labelIds=SENT')).toEqual([])
  })

  test('refuses a page token made for another list, or made up', async () => {
    const { ada, call } = await start()
    for (let i = 0; i < 3; i++) ada.deliver(mail())
    const token = (await call('GET', '/messages?maxResults=1')).body.nextPageToken
    expect((await call('GET', `/messages?labelIds=INBOX&pageToken=${token}`)).status).toBe(400)
    expect((await call('GET', '/messages?pageToken=abcdefghijklmnopqrstuvwxyz')).status).toBe(400)
    expect((await call('GET', `/threads?pageToken=${token}`)).status).toBe(400)
  })
})

describe('getting', () => {
  test('minimal gives ids, labels and an escaped snippet, with 64-bit numberss', async () => {
    const { ada, call } = await start()
    const id = ada.deliver(multipart, { receivedAt: new Date('2026-11-20T10:00:00Z') })
    const { body } = await call('GET', `/messages/${id}?format=minimal`)
    expect(body).toEqual({
      id,
      threadId: id,
      labelIds: ['INBOX', 'CATEGORY_PERSONAL', 'UNREAD'],
      snippet: 'Tom &amp; Jürg',
      sizeEstimate: multipart.size,
      historyId: expect.stringMatching(/^\d{19}$/),
      internalDate: String(Date.parse('2026-11-20T10:00:00Z')),
    })
    expect(id).toMatch(/^[0-9a-f]{16}$/)
    expect(Number.isSafeInteger(Number(body.historyId))).toBe(false)
  })

  test('raw gives the very octets and no payload', async () => {
    const { ada, call } = await start()
    const id = ada.deliver(multipart)
    const { body } = await call('GET', `/messages/${id}?format=raw`)
    expect(Buffer.from(body.raw, 'base64url')).toEqual(multipart.render())
    expect(body.raw).not.toMatch(/[+/=]/)
    expect(body).not.toHaveProperty('payload')
  })

  test('full gives the tree with text in UTF-8 and attachments by ids that are new each time', async () => {
    const { ada, call } = await start()
    const id = ada.deliver(multipart)
    const { payload } = (await call('GET', `/messages/${id}`)).body
    expect(payload).toMatchObject({
      partId: '',
      mimeType: 'multipart/mixed',
      filename: '',
      body: { size: 0 },
    })
    expect(payload!.headers).toContainEqual({ name: 'Subject', value: 'Grüße' })
    const [alternative, pdf] = payload!.parts
    expect(alternative!.parts.map((part) => part.partId)).toEqual(['0.0', '0.1'])
    const text = alternative!.parts[0]!.body
    expect(Buffer.from(text.data, 'base64url').toString()).toBe('Tom & Jürg')
    expect(pdf).toMatchObject({ partId: '1', filename: 'a.pdf', body: { size: 13 } })

    const again = (await call('GET', `/messages/${id}`)).body.payload.parts[1]!.body['attachmentId']
    const once = pdf!.body.attachmentId
    expect(again).not.toBe(once)
    for (const answer of [once, again]) {
      const { body } = await call('GET', `/messages/${id}/attachments/${answer}`)
      expect(Buffer.from(body.data, 'base64url').toString()).toBe('%PDF~~~>>>???')
    }
    const other = ada.deliver(mail())
    expect((await call('GET', `/messages/${other}/attachments/${once}`)).status).toBe(400)
  })

  test('metadata gives the headers, or those that are named', async () => {
    const { ada, call } = await start()
    const id = ada.deliver(multipart)
    const path = `/messages/${id}?format=metadata&metadataHeaders=subject&metadataHeaders=From`
    const { payload } = (await call('GET', path)).body
    expect(payload!.headers.map((header) => header.name)).toEqual(['From', 'Subject'])
    expect(payload).not.toHaveProperty('parts')
  })

  test('gives only the fields that are asked for', async () => {
    const { ada, call } = await start()
    const id = ada.deliver(multipart)
    const { body } = await call('GET', `/messages/${id}?fields=id,payload(headers/name,parts/partId)`)
    expect(Object.keys(body)).toEqual(['id', 'payload'])
    expect(body.payload.parts).toEqual([{ partId: '0' }, { partId: '1' }])
  })

  test('answers 404 for what is not there', async () => {
    const { call } = await start()
    expect(await call('GET', '/messages/1940aa00bb11cc22')).toMatchObject({
      status: 404,
      body: { error: { code: 404, errors: [{ reason: 'notFound' }], status: 'NOT_FOUND' } },
    })
  })
})

describe('changing labels', () => {
  test('adds and removes, and refuses what Gmail keeps for itself', async () => {
    const { ada, call } = await start()
    const id = ada.deliver(mail())
    const change = (body: unknown): ReturnType<Call> => call('POST', `/messages/${id}/modify`, body)
    const changed = await change({ addLabelIds: ['STARRED'], removeLabelIds: ['UNREAD', 'INBOX'] })
    expect(changed.body.labelIds.toSorted()).toEqual(['CATEGORY_PERSONAL', 'STARRED'])
    for (const label of ['SENT', 'DRAFT', 'CHAT', 'Label_404', 'inbox'])
      expect(await change({ addLabelIds: [label] })).toMatchObject({
        status: 400,
        body: { error: { errors: [{ reason: 'invalidArgument', message: `Invalid label: ${label}` }] } },
      })
    expect((await change({})).status).toBe(400)
  })

  test('in batches passes over ids that are not there, and takes at most a thousand', async () => {
    const { ada, call } = await start()
    const ids = [ada.deliver(mail()), '1940aa00bb11cc22', ada.deliver(mail())]
    const done = await call('POST', '/messages/batchModify', { ids, removeLabelIds: ['UNREAD'] })
    expect(done).toEqual({ status: 204, body: undefined })
    expect(ada.truth().messages.every((message) => message.keywords.includes('$seen'))).toBe(true)
    const many = Array.from({ length: 1001 }, (_, i) => i.toString(16).padStart(16, '0'))
    expect((await call('POST', '/messages/batchModify', { ids: many, addLabelIds: ['INBOX'] })).status).toBe(
      400,
    )
    expect((await call('POST', '/messages/batchDelete', { ids })).status).toBe(204)
    expect(ada.truth().messages).toEqual([])
  })

  test('by trash leaves the inbox, and untrash does not bring it back there', async () => {
    const { ada, call } = await start()
    const id = ada.deliver(mail())
    const labels = async (verb: string): Promise<unknown> =>
      (await call('POST', `/messages/${id}/${verb}`)).body.labelIds
    expect(await labels('trash')).toEqual(['CATEGORY_PERSONAL', 'UNREAD', 'TRASH'])
    expect(await labels('untrash')).toEqual(['CATEGORY_PERSONAL', 'UNREAD'])
    expect((await call('DELETE', `/messages/${id}`)).status).toBe(204)
    expect((await call('GET', `/messages/${id}`)).status).toBe(404)
  })
})

describe('bringing in', () => {
  test('insert takes the labels it is given and the time of arrival, import the time of the Date header', async () => {
    const { call, world } = await start()
    const raw = base64url(mail({ Date: 'Mon, 02 Nov 2026 08:00:00 +0000' }))
    const inserted = await call('POST', '/messages', { raw, labelIds: ['INBOX', 'UNREAD'] })
    expect(inserted.body.labelIds).toEqual(['INBOX', 'UNREAD'])
    const loadDate = async (id: unknown): Promise<number> =>
      Number((await call('GET', `/messages/${id}?format=minimal`)).body.internalDate)
    expect(await loadDate(inserted.body.id)).toBe(world.clock.now().getTime())
    const imported = await call('POST', '/messages/import', { raw })
    expect(await loadDate(imported.body.id)).toBe(Date.parse('2026-11-02T08:00:00Z'))
  })

  test('takes both alphabets of base64, with padding and without, and refuses others', async () => {
    const { call } = await start()
    const raw = mail({}, 'ÿþ~~~???').render()
    for (const text of [raw.toString('base64'), raw.toString('base64url')])
      expect((await call('POST', '/messages', { raw: text })).status).toBe(200)
    expect((await call('POST', '/messages', { raw: '***' })).status).toBe(400)
    expect((await call('POST', '/messages', {})).status).toBe(400)
  })
})

describe('threads', () => {
  test('gather answers under the same subject, whatever the mark of the reply', async () => {
    const { ada, call, world } = await start()
    const first = ada.deliver(mail({ Subject: 'Plan', 'Message-ID': '<p1@x.test>' }))
    await world.clock.advance(1000)
    const answer = ada.deliver(mail({ Subject: 'AW: Re: Plan', 'In-Reply-To': '<p1@x.test>' }))
    ada.deliver(mail({ Subject: 'Another matter', References: '<p1@x.test>' }))
    ada.deliver(mail({ Subject: 'Plan' }))
    const { body } = await call('GET', `/threads/${first}?format=minimal`)
    expect(body.messages.map((message) => message.id)).toEqual([first, answer])
    expect((await call('GET', '/threads')).body.threads).toHaveLength(3)
    expect((await call('GET', '/profile')).body).toMatchObject({ messagesTotal: 4, threadsTotal: 3 })
  })

  test('are changed as a whole', async () => {
    const { ada, call } = await start()
    const first = ada.deliver(mail({ Subject: 'Plan', 'Message-ID': '<p1@x.test>' }))
    ada.deliver(mail({ Subject: 'Re: Plan', References: '<p1@x.test>' }))
    await call('POST', `/threads/${first}/modify`, { addLabelIds: ['STARRED'] })
    expect(ada.truth().messages.every((message) => message.keywords.includes('$flagged'))).toBe(true)
    await call('POST', `/threads/${first}/trash`)
    expect((await call('GET', '/threads')).body).toEqual({ resultSizeEstimate: 0 })
    await call('POST', `/threads/${first}/untrash`)
    expect((await call('DELETE', `/threads/${first}`)).status).toBe(204)
    expect((await call('GET', `/threads/${first}`)).status).toBe(404)
  })
})

test('all of this passes the schema gate, and what does not is told', async () => {
  const { ada, call, world } = await start()
  const id = ada.deliver(multipart)
  for (const format of ['minimal', 'metadata', 'full', 'raw'])
    await call('GET', `/messages/${id}?format=${format}`)
  for (const path of ['/messages', '/threads', `/threads/${id}`, '/labels', '/labels/INBOX', '/profile'])
    await call('GET', path)
  await call('GET', '/settings/sendAs')
  await call('POST', `/messages/${id}/modify`, { addLabelIds: ['STARRED'] })
  expect(world.requests.problems()).toEqual([])
  expect((await call('GET', `/messages/${id}?format=eml`)).status).toBe(400)
  expect((await call('GET', '/messages?labelIds[0]=INBOX')).status).toBe(400)
  expect((await call('POST', `/messages/${id}/modify`, { addLabels: ['STARRED'] })).status).toBe(400)
  expect(world.requests.problems()).toHaveLength(3)
  expect(googleGate.match('GET', '/gmail/v1/users/me/nothing')).toBeUndefined()
})
