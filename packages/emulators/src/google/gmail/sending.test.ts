import { describe, expect, test } from 'vitest'
import { toRawMessage } from '../../blobs/raw.ts'
import { headerValue, readHeaders } from '../../mime/index.ts'
import { base64url, type Call, mail, type Running, signedIn, startForTest } from '../google-for-tests.ts'

async function start(): Promise<Running & { call: Call }> {
  const running = await startForTest()
  return { ...running, call: await signedIn(running.google) }
}

const rawMessage = (headers: Record<string, string> = {}): string =>
  base64url(mail({ From: 'ada@example.test', To: 'bea@example.test', ...headers }))

describe('sending', () => {
  test('keeps the message as sent and read, with a line of the API, and delivers it without Bcc', async () => {
    const { ada, call, google, world } = await start()
    const bea = google.addAccount('bea@example.test')
    const raw = rawMessage({
      Cc: 'far@elsewhere.test',
      Bcc: 'hidden@elsewhere.test',
      'Message-ID': '<own@x>',
    })
    const sent = await call('POST', '/messages/send', { raw })
    expect(sent.body.labelIds).toEqual(['SENT'])
    const kept = ada.store.get(sent.body.id).raw.render().toString()
    expect(kept).toMatch(/^Received: .* by gmailapi.google.com with HTTPREST/)
    expect(kept).toContain('Bcc: hidden@elsewhere.test')
    expect(kept.endsWith(Buffer.from(raw, 'base64url').toString())).toBe(true)

    const [arrived] = bea.truth().messages
    expect(arrived).toMatchObject({
      messageId: '<own@x>',
      places: ['inbox'],
      keywords: ['category_personal'],
    })
    expect(bea.store.get(arrived!.id).raw.render().toString()).not.toContain('Bcc')
    expect(world.post.swallowed()[0]!.recipients).toEqual(['far@elsewhere.test', 'hidden@elsewhere.test'])
    expect(ada.truth().sent).toEqual([
      {
        messageId: '<own@x>',
        recipients: ['bea@example.test', 'far@elsewhere.test', 'hidden@elsewhere.test'],
        at: world.clock.now().toISOString(),
      },
    ])
  })

  test('gives a Message-ID and a Date to what has none, and its own address to what names a foreign one', async () => {
    const { ada, call } = await start()
    const raw = base64url(
      toRawMessage('From: Boss <boss@elsewhere.test>\r\nTo: x@y.test\r\nSubject: s\r\n\r\nhi\r\n'),
    )
    const { body } = await call('POST', '/messages/send', { raw })
    const { headers } = readHeaders(ada.store.get(body.id).raw.render())
    expect(headerValue(headers, 'from')).toBe('ada@example.test')
    expect(headers.filter((header) => header.name === 'From')).toHaveLength(1)
    expect(headerValue(headers, 'message-id')).toMatch(/^<CA\+[0-9a-f]{32}@mail\.gmail\.com>$/)
    expect(headerValue(headers, 'date')).toBe('Sat, 21 Nov 2026 09:00:00 +0000')
  })

  test('may use a verified alias and not a pending one', async () => {
    const { google } = await start()
    const aliases = [
      { address: 'sales@example.test', name: 'Sales', verified: true },
      { address: 'new@example.test', name: 'New', verified: false },
    ]
    const cleo = google.addAccount('cleo@example.test', { aliases })
    const call = await signedIn(google, { email: 'cleo@example.test' })
    const from = async (address: string): Promise<string | undefined> => {
      const { body } = await call('POST', '/messages/send', { raw: rawMessage({ From: address }) })
      return headerValue(readHeaders(cleo.store.get(body.id).raw.render()).headers, 'from')
    }
    expect(await from('Sales <sales@example.test>')).toBe('Sales <sales@example.test>')
    expect(await from('new@example.test')).toBe('cleo@example.test')
    const { body } = await call('GET', '/settings/sendAs')
    expect(body).toMatchObject({
      sendAs: [
        { sendAsEmail: 'cleo@example.test', isPrimary: true },
        { sendAsEmail: 'sales@example.test', verificationStatus: 'accepted' },
        { sendAsEmail: 'new@example.test', verificationStatus: 'pending' },
      ],
    })
  })

  test('needs recipients, and not too many', async () => {
    const { call } = await start()
    const many = Array.from({ length: 501 }, (_, i) => `p${i}@x.test`).join(', ')
    for (const To of ['', 'nobody', many])
      expect((await call('POST', '/messages/send', { raw: rawMessage({ To }) })).status).toBe(400)
  })

  test('joins a thread only with its id, its Message-ID and its subject together', async () => {
    const { ada, call } = await start()
    const id = ada.deliver(mail({ Subject: 'Plan', 'Message-ID': '<p1@x.test>' }))
    const loadThread = async (headers: Record<string, string>): Promise<string> =>
      (await call('POST', '/messages/send', { raw: rawMessage(headers), threadId: id })).body.threadId
    expect(await loadThread({ Subject: 'Re: Plan', 'In-Reply-To': '<p1@x.test>' })).toBe(id)
    expect(await loadThread({ Subject: 'Other', 'In-Reply-To': '<p1@x.test>' })).not.toBe(id)
    expect(await loadThread({ Subject: 'Re: Plan' })).not.toBe(id)
    const gone = { raw: rawMessage(), threadId: '1940aa00bb11cc22' }
    expect((await call('POST', '/messages/send', gone)).status).toBe(404)
  })

  test('to oneself makes one message that is both sent and in the inbox', async () => {
    const { ada, call } = await start()
    await call('POST', '/messages/send', { raw: rawMessage({ To: 'ada@example.test' }) })
    expect(ada.truth().messages).toMatchObject([{ places: ['inbox', 'sent'], keywords: [] }])
  })
})

describe('drafts', () => {
  test('keep their id and their thread while their message becomes another one with each update', async () => {
    const { call } = await start()
    const created = (await call('POST', '/drafts', { message: { raw: rawMessage({ Subject: 'One' }) } })).body
    expect(created.message.labelIds).toEqual(['DRAFT'])
    const { historyId } = (await call('GET', '/profile')).body
    const updated = (
      await call('PUT', `/drafts/${created.id}`, { message: { raw: rawMessage({ Subject: 'Two' }) } })
    ).body
    expect(updated.id).toBe(created.id)
    expect(updated.message.id).not.toBe(created.message.id)
    expect(updated.message.threadId).toBe(created.message.threadId)
    expect((await call('GET', `/messages/${created.message.id}`)).status).toBe(404)
    const { history } = (await call('GET', `/history?startHistoryId=${historyId}`)).body
    expect(history.map((json) => Object.keys(json)[2])).toEqual(['messagesAdded', 'messagesDeleted'])
    expect((await call('GET', '/drafts')).body.drafts).toEqual([
      { id: created.id, message: { id: updated.message.id, threadId: updated.message.threadId } },
    ])
    const { message } = (await call('GET', `/drafts/${created.id}?format=raw`)).body
    expect(Buffer.from(message.raw, 'base64url').toString()).toContain('Subject: Two')
  })

  test('become a new message when sent, in the same thread', async () => {
    const { ada, call } = await start()
    const draft = (await call('POST', '/drafts', { message: { raw: rawMessage() } })).body
    const sent = (await call('POST', '/drafts/send', { id: draft.id })).body
    expect(sent.labelIds).toEqual(['SENT'])
    expect(sent.id).not.toBe(draft.message.id)
    expect(sent.threadId).toBe(draft.message.threadId)
    expect((await call('GET', `/drafts/${draft.id}`)).status).toBe(404)
    expect((await call('POST', '/drafts/send', { id: draft.id })).status).toBe(404)
    expect(ada.truth().messages).toHaveLength(1)
  })

  test('are sent with a last change, and stay when they have nobody to go to', async () => {
    const { ada, call } = await start()
    const draft = (await call('POST', '/drafts', { message: { raw: rawMessage({ To: '' }) } })).body
    expect((await call('POST', '/drafts/send', { id: draft.id })).status).toBe(400)
    expect((await call('GET', `/drafts/${draft.id}`)).status).toBe(200)
    const raw = rawMessage({ Subject: 'Final' })
    const sent = (await call('POST', '/drafts/send', { id: draft.id, message: { raw } })).body
    expect(ada.store.get(sent.id).raw.render().toString()).toContain('Subject: Final')
  })

  test('are gone with their message, and their message with them', async () => {
    const { ada, call } = await start()
    const draft = (await call('POST', '/drafts', { message: { raw: rawMessage() } })).body
    const two = (await call('POST', '/drafts', { message: { raw: rawMessage() } })).body
    expect((await call('DELETE', `/drafts/${draft.id}`)).status).toBe(204)
    expect((await call('DELETE', `/messages/${two.message.id}`)).status).toBe(204)
    expect((await call('GET', '/drafts')).body).toEqual({ resultSizeEstimate: 0 })
    expect((await call('PUT', `/drafts/${draft.id}`, { message: { raw: rawMessage() } })).status).toBe(404)
    expect(ada.truth().messages).toEqual([])
  })
})
