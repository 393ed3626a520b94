import { describe, expect, test } from 'vitest'
import { toRawMessage } from '../../blobs/raw.ts'
import { getGraph, mail, segment, startForTest, getToken } from '../microsoft-for-tests.ts'

const immutable = { prefer: 'IdType="ImmutableId"' }

function mime(subject: string, more = ''): string {
  const text = `From: ada@contoso.test\r\nTo: bob@contoso.test\r\nBcc: eve@example.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@house.test>\r\n${more}\r\nText\r\n`
  return Buffer.from(text).toString('base64')
}

describe('Sending through Graph', () => {
  test('delivers a MIME message to the other mailbox without its Bcc, and keeps the copy with it', async () => {
    const { microsoft, ada, graph, world } = await startForTest()
    const bob = microsoft.addAccount('bob@contoso.test')
    const reply = await graph('/me/sendMail', { body: mime('one') })
    expect([reply.status, reply.text]).toEqual([202, ''])
    expect(bob.truth().messages).toMatchObject([{ messageId: '<one@house.test>', places: ['inbox'] }])
    const asBob = getGraph(microsoft, await getToken(microsoft, bob.email))
    const { body } = await asBob('/me/messages?$select=internetMessageHeaders')
    expect(
      body.value[0].internetMessageHeaders.map(
        (internetMessageHeader: { name: string }) => internetMessageHeader.name,
      ),
    ).not.toContain('Bcc')
    const sent = await graph('/me/mailFolders/sentitems/messages?$select=bccRecipients,isRead,isDraft')
    expect(sent.body.value[0]).toMatchObject({
      bccRecipients: [{ emailAddress: { address: 'eve@example.test' } }],
      isRead: true,
      isDraft: false,
    })
    expect(ada.truth().sent).toMatchObject([
      { messageId: '<one@house.test>', recipients: ['bob@contoso.test', 'eve@example.test'] },
    ])
    expect(world.post.swallowed().map((message) => message.recipients)).toEqual([['eve@example.test']])
  })

  test('by a draft keeps the immutable id all the way into Sent Items', async () => {
    const { ada, graph } = await startForTest()
    const draft = await graph('/me/messages', { body: mime('two'), headers: immutable })
    expect([draft.status, draft.body.isDraft]).toEqual([201, true])
    expect(ada.truth().messages).toMatchObject([{ places: ['drafts'], keywords: ['$seen', '$draft'] }])
    const id = segment(draft.body.id)
    expect((await graph(`/me/messages/${id}/send`, { method: 'POST' })).status).toBe(202)
    const { body } = await graph(`/me/messages/${id}?$select=isDraft,internetMessageId`, {
      headers: immutable,
    })
    expect(body).toMatchObject({ id: draft.body.id, isDraft: false, internetMessageId: '<two@house.test>' })
    expect(ada.truth().messages).toMatchObject([{ places: ['sent'], keywords: ['$seen'] }])
    expect((await graph(`/me/messages/${id}/send`, { method: 'POST' })).status).toBe(400)
    expect(ada.truth().sent).toHaveLength(1)
  })

  test('may lag: until then the message is in the outbox', async () => {
    const { ada, graph, world } = await startForTest()
    const draft = await graph('/me/messages', { body: mime('three'), headers: immutable })
    world.faults.arm({ operation: 'graph.messages.send', fault: { kind: 'lag', ms: 3_000 } })
    await graph(`/me/messages/${segment(draft.body.id)}/send`, { method: 'POST' })
    expect(ada.truth().messages[0]?.places).toEqual(['Postausgang'])
    await world.clock.advance(3_000)
    expect(ada.truth().messages[0]?.places).toEqual(['sent'])
  })

  test('happens although the reply is lost, when a reset strikes after the work', async () => {
    const { ada, graph, world } = await startForTest()
    world.faults.arm({ operation: 'graph.sendMail', times: 1, fault: { kind: 'reset', when: 'after' } })
    await expect(graph('/me/sendMail', { body: mime('four') })).rejects.toThrow('fetch failed')
    expect(ada.truth().sent).toHaveLength(1)
    world.faults.arm({ operation: 'graph.sendMail', times: 1, fault: { kind: 'reset', when: 'before' } })
    await expect(graph('/me/sendMail', { body: mime('five') })).rejects.toThrow('fetch failed')
    expect(ada.truth().sent).toHaveLength(1)
  })

  test('takes JSON with x- headers only, and no more than five', async () => {
    const { ada, graph } = await startForTest()
    const message = {
      subject: 'Grüße',
      body: { contentType: 'HTML'.toLowerCase(), content: '<b>Hi</b>' },
      toRecipients: [{ emailAddress: { address: 'bob@example.test', name: 'Bøb' } }],
      internetMessageHeaders: [{ name: 'x-kind', value: 'letter' }],
    }
    expect((await graph('/me/sendMail', { body: { Message: message, SaveToSentItems: true } })).status).toBe(
      202,
    )
    const sent = await graph(
      '/me/mailFolders/sentitems/messages?$select=subject,toRecipients,body,internetMessageHeaders',
    )
    expect(sent.body.value[0]).toMatchObject({
      subject: 'Grüße',
      toRecipients: [{ emailAddress: { address: 'bob@example.test', name: 'Bøb' } }],
      body: { contentType: 'html', content: '<b>Hi</b>' },
      internetMessageHeaders: expect.arrayContaining([{ name: 'x-kind', value: 'letter' }]),
    })
    await graph('/me/sendMail', { body: { message, saveToSentItems: false } })
    expect(ada.truth().sent).toHaveLength(2)
    expect(ada.truth().messages).toHaveLength(1)
    const threaded = { ...message, internetMessageHeaders: [{ name: 'In-Reply-To', value: '<x@y>' }] }
    const refused = await graph('/me/sendMail', { body: { message: threaded } })
    expect(refused.body.error.code).toBe('InvalidInternetMessageHeader')
  })

  test('refuses another sender, nobody to send to, and what is too large or no base64', async () => {
    const { graph } = await startForTest()
    const code = async (body: string | object): Promise<unknown[]> => {
      const reply = await graph('/me/sendMail', { body })
      return [reply.status, reply.body.error.code]
    }
    const other = Buffer.from('From: bob@example.test\r\nTo: x@example.test\r\n\r\n').toString('base64')
    expect(await code(other)).toEqual([403, 'ErrorSendAsDenied'])
    expect(await code(Buffer.from('Subject: x\r\n\r\n').toString('base64'))).toEqual([
      400,
      'ErrorInvalidRecipients',
    ])
    expect(await code('not base64!')).toEqual([400, 'ErrorMimeContentInvalidBase64String'])
    expect(await code(Buffer.alloc(4 * 1024 * 1024, 65).toString('base64'))).toEqual([
      413,
      'RequestEntityTooLarge',
    ])
    expect(await code({ message: { subject: 'x' } })).toEqual([400, 'ErrorInvalidRecipients'])
  })

  test('answers 200 to MIME above 2,240 kB, for sending and for storing, and does nothing', async () => {
    const { ada, graph } = await startForTest()
    const large = Buffer.from(
      `From: ada@contoso.test\r\nTo: bob@contoso.test\r\n\r\n${'x'.repeat(1_700_000)}\r\n`,
    ).toString('base64')
    for (const path of ['/me/sendMail', '/me/messages']) {
      const reply = await graph(path, { body: large })
      expect([path, reply.status, reply.text]).toEqual([path, 200, ''])
    }
    expect(ada.truth()).toMatchObject({ messages: [], sent: [] })
  })

  test('takes members of enumerations in any case, as the samples of the documentation write them', async () => {
    const { ada, graph } = await startForTest()
    const message = {
      subject: 'Samples',
      importance: 'High',
      body: { contentType: 'Text', content: 'as it is <b>' },
      toRecipients: [{ emailAddress: { address: 'bob@contoso.test' } }],
    }
    expect((await graph('/me/sendMail', { body: { message } })).status).toBe(202)
    const { body } = await graph('/me/mailFolders/sentitems/messages?$select=body,importance', {
      headers: { prefer: 'outlook.body-content-type="text"' },
    })
    expect(body.value[0]).toMatchObject({
      importance: 'high',
      body: { content: expect.stringContaining('as it is <b>') as string },
    })
    expect(ada.truth().sent).toHaveLength(1)
  })
})

describe('Drafts of Graph', () => {
  test('are made in a folder by MIME and changed by JSON, and keep their Message-ID', async () => {
    const { ada, graph } = await startForTest()
    const made = await graph('/me/mailFolders/drafts/messages', { body: mime('six') })
    const path = `/me/messages/${segment(made.body.id)}`
    const changed = await graph(path, {
      method: 'PATCH',
      body: {
        subject: 'Six, again',
        body: { contentType: 'text', content: 'Längerer Text' },
        toRecipients: [{ emailAddress: { address: 'eve@example.test' } }],
      },
    })
    expect(changed.body).toMatchObject({
      subject: 'Six, again',
      internetMessageId: '<six@house.test>',
      toRecipients: [{ emailAddress: { address: 'eve@example.test' } }],
      bccRecipients: [{ emailAddress: { address: 'eve@example.test' } }],
    })
    const text = (await graph(`${path}/$value`)).text
    expect(text).toContain(Buffer.from('Längerer Text').toString('base64'))
    expect(ada.truth().messages).toHaveLength(1)
  })

  test('can be edited and made by another client, which the delta tells', async () => {
    const { ada, graph } = await startForTest()
    const { deltaLink } = await graph.pages('/me/mailFolders/drafts/messages/delta')
    ada.act({ kind: 'create-draft', raw: mail('Draft') })
    const id = ada.truth().messages[0]?.id ?? ''
    ada.act({ kind: 'edit-draft', id, raw: mail('Draft, longer') })
    const { value } = await graph.pages(deltaLink)
    expect(value).toMatchObject([{ subject: 'Draft, longer', isDraft: true }])
  })

  test('that are no drafts are made by a property', async () => {
    const { ada, graph } = await startForTest()
    const body = {
      subject: 'Imported',
      singleValueExtendedProperties: [{ id: 'Integer 0x0E07', value: '1' }],
    }
    const made = await graph('/me/mailFolders/inbox/messages', { body })
    expect(made.body.isDraft).toBe(false)
    expect(ada.truth().messages[0]?.keywords).not.toContain('$draft')
  })

  test('that answer keep the conversation, and mark what they answered once they are sent', async () => {
    const { ada, graph } = await startForTest()
    const raw = mail('Question', { headers: 'Cc: bob@example.test\r\nReferences: <root@example.test>\r\n' })
    const id = ada.deliver(raw)
    const original = await graph(`/me/messages/${segment(id)}?$select=conversationId,internetMessageId`)
    const made = await graph(`/me/messages/${segment(id)}/createReplyAll`, { body: { comment: 'Yes' } })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      subject: 'AW: Question',
      conversationId: original.body.conversationId,
      isDraft: true,
      toRecipients: [{ emailAddress: { address: 'grace@example.test' } }],
      ccRecipients: [{ emailAddress: { address: 'bob@example.test' } }],
    })
    const source = (await graph(`/me/messages/${segment(made.body.id)}/$value`)).text
    expect(source).toContain(`In-Reply-To: ${original.body.internetMessageId}`)
    expect(source).toContain(`References: <root@example.test> ${original.body.internetMessageId}`)
    await graph(`/me/messages/${segment(made.body.id)}/send`, { method: 'POST' })
    const expand = encodeURIComponent("singleValueExtendedProperties($filter=id eq 'Integer 0x1081')")
    const { body } = await graph(`/me/messages/${segment(id)}?$expand=${expand}`)
    expect(body.singleValueExtendedProperties).toEqual([{ id: 'Integer 0x1081', value: '103' }])
    const both = await graph(`/me/messages/${segment(id)}/createReply`, {
      body: { comment: 'x', message: {} },
    })
    expect(both.status).toBe(400)
  })

  test('that forward take the attachments along', async () => {
    const { ada, graph } = await startForTest()
    const boundary = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n'
    const body =
      '--b\r\nContent-Type: text/plain\r\n\r\nHi\r\n--b\r\nContent-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\n1,2\r\n--b--\r\n'
    const id = ada.deliver(mail('Figures', { headers: boundary, body }))
    const reply = await graph(`/me/messages/${segment(id)}/forward`, {
      body: { comment: 'See', toRecipients: [{ emailAddress: { address: 'eve@example.test' } }] },
    })
    expect(reply.status).toBe(202)
    const sent = await graph('/me/mailFolders/sentitems/messages?$expand=attachments')
    expect(sent.body.value[0]).toMatchObject({ subject: 'WG: Figures', attachments: [{ name: 'a.csv' }] })
    expect(ada.truth().sent[0]?.recipients).toEqual(['eve@example.test'])
  })
})

describe('Attachments of Graph', () => {
  test('are added to a draft, read and taken away, and keep their ids meanwhile', async () => {
    const { graph } = await startForTest()
    const draft = await graph('/me/messages', { body: { subject: 'x' } })
    const path = `/me/messages/${segment(draft.body.id)}/attachments`
    const file = (name: string) => ({
      '@odata.type': '#microsoft.graph.fileAttachment',
      name,
      contentType: 'text/plain',
      contentBytes: Buffer.from(`in ${name}`).toString('base64'),
    })
    const first = await graph(path, { body: file('a.txt') })
    const second = await graph(path, { body: file('ü.txt') })
    expect([first.status, second.status]).toEqual([201, 201])
    expect((await graph(`${path}/${segment(second.body.id)}/$value`)).text).toBe('in ü.txt')
    expect((await graph(`${path}/${segment(first.body.id)}`, { method: 'DELETE' })).status).toBe(204)
    const left = await graph(path)
    expect(left.body.value.map((item: { id: string; name: string }) => [item.id, item.name])).toEqual([
      [second.body.id, 'ü.txt'],
    ])
    expect((await graph(`${path}/${segment(first.body.id)}`)).status).toBe(404)
  })

  test('above 3 MB go up in pieces, in order, to another host that wants no token', async () => {
    const { graph, microsoft } = await startForTest()
    const draft = await graph('/me/messages', { body: { subject: 'x' }, headers: immutable })
    const path = `/me/messages/${segment(draft.body.id)}/attachments`
    const content = Buffer.alloc(5 * 1024 * 1024, 'attachment')
    const large = {
      '@odata.type': '#microsoft.graph.fileAttachment',
      name: 'big',
      contentBytes: content.toString('base64'),
    }
    expect((await graph(path, { body: large })).status).toBe(413)
    const tooSmall = await graph(`${path}/createUploadSession`, {
      body: { AttachmentItem: { attachmentType: 'file', name: 'small.bin', size: 3_000_000 } },
    })
    expect([tooSmall.status, tooSmall.body.error.code]).toEqual([
      400,
      'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize',
    ])
    const session = await graph(`${path}/createUploadSession`, {
      body: { AttachmentItem: { attachmentType: 'file', name: 'big.bin', size: content.length } },
      headers: immutable,
    })
    expect(session.status).toBe(201)
    expect(session.body.uploadUrl.startsWith(`${microsoft.urls.uploads}/`)).toBe(true)
    const put = (from: number, to: number, headers: Record<string, string> = {}) =>
      fetch(session.body.uploadUrl, {
        method: 'PUT',
        headers: {
          'content-type': 'application/octet-stream',
          'content-range': `bytes ${from}-${to - 1}/${content.length}`,
          ...headers,
        },
        body: content.subarray(from, to),
      })
    const half = 3 * 1024 * 1024
    expect((await put(0, half, { authorization: 'Bearer x' })).status).toBe(401)
    expect((await put(half, content.length)).status).toBe(416)
    const first = await put(0, half)
    expect([
      first.status,
      ((await first.json()) as { nextExpectedRanges: string[] }).nextExpectedRanges,
    ]).toEqual([200, [String(half)]])
    const last = await put(half, content.length)
    expect(last.status).toBe(201)
    const location = last.headers.get('location') ?? ''
    const attachment = await graph(`${location}?$select=name,size`)
    expect(attachment.body).toMatchObject({ name: 'big.bin', size: content.length })
    expect((await put(half, content.length)).status).toBe(404)
  })

  test('that are pictures within the text do not count as attachments', async () => {
    const { ada, graph } = await startForTest()
    const raw = toRawMessage(
      'From: grace@example.test\r\nSubject: Picture\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<img src="cid:1">\r\n--b\r\nContent-Type: image/png\r\nContent-ID: <1>\r\nContent-Disposition: inline\r\n\r\nx\r\n--b--\r\n',
    )
    ada.deliver(raw)
    const { body } = await graph('/me/messages?$expand=attachments&$select=hasAttachments')
    expect(body.value[0]).toMatchObject({
      hasAttachments: false,
      attachments: [{ isInline: true, contentId: '1' }],
    })
  })
})
