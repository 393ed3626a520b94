import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { toRawMessage } from '../../blobs/raw.ts'
import { mail, segment, startForTest } from '../microsoft-for-tests.ts'

describe('Messages of Graph', () => {
  test('come newest first, ten to a page, with a link to the next', async () => {
    const { ada, graph } = await startForTest()
    for (let day = 1; day <= 12; day++)
      ada.deliver(mail(`Nr ${day}`), { receivedAt: new Date(Date.UTC(2026, 10, day)) })
    const first = await graph('/me/messages?$select=subject,receivedDateTime')
    expect(first.body.value.map((item: { subject: string }) => item.subject).slice(0, 2)).toEqual([
      'Nr 12',
      'Nr 11',
    ])
    expect(first.body.value).toHaveLength(10)
    expect(first.body.value[0].receivedDateTime).toBe('2026-11-12T00:00:00Z')
    const all = await graph.pages('/me/mailFolders/inbox/messages?$select=subject')
    expect(all.value).toHaveLength(12)
    expect(all.pages).toBe(2)
  })

  test('show what is in their headers and bodies', async () => {
    const { ada, graph } = await startForTest()
    const raw = toRawMessage(
      [
        'From: =?utf-8?B?R3LDvMOfZQ==?= <grace@example.test>',
        'To: Ada <ada@contoso.test>, bob@example.test',
        'Cc: eve@example.test',
        'Reply-To: answers@example.test',
        'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
        'Date: Fri, 20 Nov 2026 10:00:00 +0100',
        'Message-ID: <one@example.test>',
        'Importance: high',
        'X-Kind: letter',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>Hello &amp; welcome</p>',
        '--b',
        'Content-Type: application/pdf; name=a.pdf',
        'Content-Disposition: attachment; filename=a.pdf',
        'Content-Transfer-Encoding: base64',
        '',
        'AAEC',
        '--b--',
        '',
      ].join('\r\n'),
    )
    const id = ada.deliver(raw, { keywords: ['$seen', '$flagged', 'Rot'] })
    const { body } = await graph(`/me/messages/${segment(id)}?$expand=attachments`)
    expect(body).toMatchObject({
      subject: 'Grüße',
      from: { emailAddress: { name: 'Grüße', address: 'grace@example.test' } },
      toRecipients: [
        { emailAddress: { name: 'Ada', address: 'ada@contoso.test' } },
        { emailAddress: { name: 'bob@example.test', address: 'bob@example.test' } },
      ],
      internetMessageId: '<one@example.test>',
      sentDateTime: '2026-11-20T09:00:00Z',
      receivedDateTime: '2026-11-21T09:00:00Z',
      importance: 'high',
      isRead: true,
      isDraft: false,
      flag: { flagStatus: 'flagged' },
      categories: ['Rot'],
      hasAttachments: true,
      bodyPreview: 'Hello & welcome',
      body: { contentType: 'html', content: '<p>Hello &amp; welcome</p>' },
    })
    expect(body.attachments).toMatchObject([
      { '@odata.type': '#microsoft.graph.fileAttachment', name: 'a.pdf', size: 3, contentBytes: 'AAEC' },
    ])
    expect(body.internetMessageHeaders).toBeUndefined()
    const headers = await graph(`/me/messages/${segment(id)}?$select=internetMessageHeaders`)
    expect(headers.body.internetMessageHeaders).toContainEqual({ name: 'X-Kind', value: 'letter' })
    const text = await graph(`/me/messages/${segment(id)}?$select=body`, {
      headers: { prefer: 'outlook.body-content-type="text"' },
    })
    expect(text.body.body).toEqual({ contentType: 'text', content: 'Hello & welcome' })
    expect(text.headers.get('preference-applied')).toContain('outlook.body-content-type="text"')
  })

  test('give their MIME as Exchange renders it, which truth agrees with', async () => {
    const { ada, graph } = await startForTest()
    const raw = mail('One', { headers: 'X-Long: a\r\n b\r\n' })
    const id = ada.deliver(raw)
    const reply = await graph(`/me/messages/${segment(id)}/$value`)
    expect(reply.status).toBe(200)
    expect(reply.text).not.toBe(raw.render().toString())
    expect(reply.text).toContain('X-Long: a b\r\n')
    expect(createHash('sha256').update(reply.text).digest('hex')).toBe(ada.truth().messages[0]?.sha256)
  })

  test('can be marked, flagged, tagged and rated, and say so at once', async () => {
    const { ada, graph } = await startForTest()
    const id = ada.deliver(mail('One'))
    const before = await graph(`/me/messages/${segment(id)}`)
    const reply = await graph(`/me/messages/${segment(id)}`, {
      method: 'PATCH',
      body: {
        isRead: true,
        flag: { flagStatus: 'complete' },
        categories: ['Blau'],
        importance: 'low',
        inferenceClassification: 'other',
      },
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      isRead: true,
      categories: ['Blau'],
      importance: 'low',
      inferenceClassification: 'other',
      flag: { flagStatus: 'complete', completedDateTime: { timeZone: 'UTC' } },
    })
    expect(reply.body['@odata.etag']).not.toBe(before.body['@odata.etag'])
    expect(ada.truth().messages[0]).toMatchObject({ keywords: ['$seen', 'Blau'], places: ['inbox'] })
  })

  test('refuse a change that was made on an older version', async () => {
    const { ada, graph } = await startForTest()
    const id = ada.deliver(mail('One'))
    const { body } = await graph(`/me/messages/${segment(id)}`)
    ada.act({ kind: 'mark', ids: [id], keyword: '$seen' })
    const stale = await graph(`/me/messages/${segment(id)}`, {
      method: 'PATCH',
      body: { isRead: false },
      headers: { 'if-match': body['@odata.etag'] },
    })
    expect(stale.status).toBe(412)
    expect(stale.body.error.code).toBe('ErrorIrresolvableConflict')
    expect(stale.body.error.innerError['request-id']).toBe(stale.headers.get('request-id'))
    expect(ada.truth().messages[0]?.keywords).toEqual(['$seen'])
  })

  test('refuse what they do not have, which fails the whole request', async () => {
    const { ada, graph, world } = await startForTest()
    const id = ada.deliver(mail('One'))
    const unknown = await graph('/me/messages?$select=id,meetingMessageType')
    expect(unknown.status).toBe(400)
    expect(unknown.body.error.message).toBe(
      "Could not find a property named 'meetingMessageType' on type 'microsoft.graph.message'.",
    )
    const cast = await graph('/me/messages?$select=id,microsoft.graph.eventMessage/meetingMessageType')
    expect(cast.status).toBe(200)
    const wrong = await graph(`/me/messages/${segment(id)}`, { method: 'PATCH', body: { isStarred: true } })
    expect(wrong.body.error.code).toBe('RequestBodyRead')
    const subject = await graph(`/me/messages/${segment(id)}`, { method: 'PATCH', body: { subject: 'Two' } })
    expect(subject.body.error.code).toBe('ErrorInvalidPropertyUpdateSentMessage')
    expect(world.requests.problems()).toHaveLength(2)
    world.requests.clear()
  })

  test('move, and are another id afterwards unless immutable ids are asked for', async () => {
    const { ada, graph } = await startForTest()
    const id = ada.deliver(mail('One'))
    const rest = ada.idIn('rest', id)
    const moved = await graph(`/me/messages/${segment(rest)}/move`, { body: { destinationId: 'archive' } })
    expect(moved.status).toBe(201)
    expect(moved.body.id).not.toBe(rest)
    expect(ada.truth().messages[0]?.places).toEqual(['archive'])
    const gone = await graph(`/me/messages/${segment(rest)}`)
    expect(gone.status).toBe(404)
    expect(gone.body.error.code).toBe('ErrorItemNotFound')
    const prefer = { prefer: 'IdType="ImmutableId"' }
    const back = await graph(`/me/messages/${segment(id)}/move`, {
      body: { DestinationId: 'inbox' },
      headers: prefer,
    })
    expect(back.body.id).toBe(id)
    expect(back.headers.get('preference-applied')).toContain('ImmutableId')
  })

  test('have ids that differ in case only, and that need encoding', async () => {
    const { ada, graph } = await startForTest()
    for (let nr = 0; nr < 40; nr++) ada.deliver(mail(`Nr ${nr}`))
    const { value } = await graph.pages('/me/messages?$select=subject&$top=1000')
    const ids: string[] = value.map((item) => item.id)
    expect(new Set(ids).size).toBe(40)
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(20)
    expect(ids.some((id) => id.includes('/')) && ids.some((id) => id.includes('+'))).toBe(true)
    for (const item of value.slice(0, 6)) {
      const { body } = await graph(`/me/messages/${segment(item.id)}?$select=subject`)
      expect(body.subject).toBe(item.subject)
    }
    expect((await graph('/me/messages/nonsense')).body.error.code).toBe('ErrorInvalidIdMalformed')
  })

  test('keep to rest ids in a mailbox that ignores the preference', async () => {
    const { ada, graph } = await startForTest({ mailbox: { ignoresImmutableId: true } })
    const id = ada.deliver(mail('One'))
    const moved = await graph(`/me/messages/${segment(id)}/move`, {
      body: { destinationId: 'deleteditems' },
      headers: { prefer: 'IdType="ImmutableId"' },
    })
    expect(moved.headers.get('preference-applied')).toBeNull()
    expect(moved.body.id).not.toBe(id)
  })

  test('are deleted for good by DELETE and by permanentDelete, and copied by copy', async () => {
    const { ada, graph } = await startForTest()
    const [first, second] = [ada.deliver(mail('One')), ada.deliver(mail('Two'))]
    const copied = await graph(`/me/messages/${segment(first)}/copy`, { body: { destinationId: 'archive' } })
    expect(copied.status).toBe(201)
    expect((await graph(`/me/messages/${segment(first)}`, { method: 'DELETE' })).status).toBe(204)
    const path = `/me/messages/${segment(second)}/permanentDelete`
    expect((await graph(path, { method: 'POST' })).status).toBe(204)
    expect((await graph(`/me/messages/${segment(first)}`)).status).toBe(404)
    expect(ada.truth().messages.map((message) => message.places)).toEqual([['archive']])
  })

  test('are found by Message-ID, by filter and by search', async () => {
    const { ada, graph } = await startForTest()
    const raw = mail('Budget for May', { from: 'Linus <linus@example.test>' })
    ada.deliver(raw, { receivedAt: new Date('2026-11-01T00:00:00Z'), keywords: ['$seen', 'Rot'] })
    ada.deliver(mail('Holiday'), { receivedAt: new Date('2026-11-10T00:00:00Z') })
    const found = async (query: string): Promise<string[]> => {
      const { status, body } = await graph(`/me/messages?$select=subject&${query}`)
      expect([query, status]).toEqual([query, 200])
      return body.value.map((item: { subject: string }) => item.subject)
    }
    const messageId = /Message-ID: (.*)\r/.exec(raw.render().toString())?.[1] ?? ''
    expect(await found(`$filter=${encodeURIComponent(`internetMessageId eq '${messageId}'`)}`)).toEqual([
      'Budget for May',
    ])
    expect(await found('$filter=isRead eq false')).toEqual(['Holiday'])
    expect(await found("$filter=from/emailAddress/address eq 'LINUS@example.test'")).toEqual([
      'Budget for May',
    ])
    expect(await found("$filter=categories/any(c:c eq 'Rot') and not (isRead eq false)")).toEqual([
      'Budget for May',
    ])
    expect(await found('$filter=receivedDateTime ge 2026-11-05T00:00:00Z')).toEqual(['Holiday'])
    expect(await found("$filter=contains(subject,'budget') or startswith(subject,'Holi')")).toHaveLength(2)
    expect(await found('$search="subject:budget"')).toEqual(['Budget for May'])
    expect(await found('$search="hello linus"')).toEqual(['Budget for May'])
    expect(await found('$orderby=subject desc')).toEqual(['Holiday', 'Budget for May'])
    const counted = await graph('/me/messages?$count=true&$top=1&$filter=isRead eq true')
    expect(counted.body['@odata.count']).toBe(1)
    expect((await graph('/me/mailFolders/inbox/messages/$count')).text).toBe('2')
  })

  test('refuse filters and orders that Exchange finds too complex or cannot read', async () => {
    const { graph } = await startForTest()
    const code = async (query: string): Promise<string> =>
      (await graph(`/me/messages?${query}`)).body.error.code
    expect(await code('$filter=isRead eq false&$orderby=receivedDateTime desc')).toBe('InefficientFilter')
    expect(await code('$filter=isRead eq')).toBe('BadRequest')
    expect(await code('$search="x"&$orderby=subject')).toBe('SearchWithOrderBy')
    expect(await code('$top=2000')).toBe('BadRequest')
    const fine =
      '$filter=receivedDateTime ge 2026-01-01T00:00:00Z and isRead eq false&$orderby=receivedDateTime desc'
    expect((await graph(`/me/messages?${fine}`)).status).toBe(200)
  })

  test('have legacy properties, such as the last verb', async () => {
    const { ada, graph } = await startForTest()
    const id = ada.deliver(mail('One'))
    const property = 'Integer 0x1081'
    await graph(`/me/messages/${segment(id)}`, {
      method: 'PATCH',
      body: { singleValueExtendedProperties: [{ id: property, value: '102' }] },
    })
    const expand = encodeURIComponent(`singleValueExtendedProperties($filter=id eq '${property}')`)
    const { body } = await graph(`/me/messages/${segment(id)}?$expand=${expand}`)
    expect(body.singleValueExtendedProperties).toEqual([{ id: property, value: '102' }])
  })

  test('that invite say what kind of meeting message they are', async () => {
    const { ada, graph } = await startForTest()
    const invitation = mail('Lunch', {
      headers: 'Content-Type: text/calendar; method=REQUEST; charset=utf-8\r\n',
      body: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    })
    ada.deliver(invitation)
    const select = 'subject,microsoft.graph.eventMessage/meetingMessageType'
    const { body } = await graph(`/me/messages?$select=${select}`)
    expect(body.value[0]).toMatchObject({
      '@odata.type': '#microsoft.graph.eventMessageRequest',
      meetingMessageType: 'meetingRequest',
    })
  })
})
