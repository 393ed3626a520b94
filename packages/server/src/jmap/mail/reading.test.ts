import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JmapForTests, jmapForTests } from '../../../../server-testing/src/jmap/test-jmap.ts'

let rig: JmapForTests
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())

type Json = Record<string, unknown>

const newsletter = (from: string, more = '') =>
  [
    `From: ${from}`,
    'To: a@example.test',
    'Subject: Hello',
    ...(more === '' ? [] : [more]),
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Hi <a href="https://evil.example/x">www.bank.com</a><img src="https://pictures.example/a.png"></p>',
    '',
  ].join('\r\n')

async function call(name: string, args: Json): Promise<Json> {
  const [[answered, answer] = []] = (await rig.ada.call([name, args])) as unknown as [[string, Json]]
  expect([answered, answer]).toEqual([name, expect.anything()])
  return answer!
}

async function delivered(raw: string, role?: 'junk'): Promise<string> {
  const { list } = (await call('Mailbox/get', { accountId: rig.ada.accountId })) as { list: Json[] }
  const blob = await rig.http.app.inject({
    method: 'POST',
    url: `/jmap/upload/${rig.ada.accountId}`,
    payload: Buffer.from(raw, 'utf8'),
    headers: { authorization: `Bearer ${rig.ada.token}`, 'content-type': 'message/rfc822' },
  })
  const { blobId } = blob.json<{ blobId: string }>()
  const inbox = list.find((json) => json['role'] === 'inbox')?.['id']
  const mailboxId = role === 'junk' ? await madeJunk() : String(inbox)
  const { created } = (await call('Email/import', {
    accountId: rig.ada.accountId,
    emails: { m: { blobId, mailboxIds: { [mailboxId]: true } } },
  })) as { created: { m: { id: string } } }
  return created.m.id
}

let junk: string | undefined
async function madeJunk(): Promise<string> {
  return (junk ??= await newJunk())
}

async function newJunk(): Promise<string> {
  const create = { j: { name: 'Spam', role: 'junk' } }
  const made = await call('Mailbox/set', { accountId: rig.ada.accountId, create })
  return (made as { created: { j: { id: string } } }).created.j.id
}

async function rendered(id: string, more: Json = {}): Promise<Json> {
  const { list } = (await call('RenderedBody/get', { accountId: rig.ada.accountId, ids: [id], ...more })) as {
    list: Json[]
  }
  return list[0]!
}

async function trust(address: unknown): Promise<Json> {
  return call('TrustedSender/set', { accountId: rig.ada.personalId, create: { t: { address } } })
}

describe('that a receipt is asked for', () => {
  const asking = (...headers: string[]) =>
    [
      'From: Bo <bo@example.test>',
      'Subject: Lunch',
      'Disposition-Notification-To: Bo <Bo@example.test>',
      ...headers,
      '',
      'Hello',
      '',
    ].join('\r\n')

  test.each([
    ['by a person', asking(), true],
    ['by a mailing list', asking('List-Id: <talk.example.test>'), false],
    ['by a newsletter', asking('List-Unsubscribe: <https://x.example/>'), false],
    ['for more than is known', asking('Disposition-Notification-Options: a=required,b'), false],
  ])('is told %s, with who wants to hear and whether to ask', async (_, raw, mayAnswer) => {
    expect((await rendered(await delivered(raw)))['receipt']).toEqual({
      to: [{ name: 'Bo', email: 'Bo@example.test' }],
      mayAnswer,
    })
  })

  test('is nothing to ask about in Spam, and nothing at all where nobody can be told', async () => {
    const [inSpam, toNobody] = [
      await delivered(asking('X-A: spam'), 'junk'),
      await delivered(asking().replace('Bo <Bo@example.test>', 'nobody')),
    ]
    expect((await rendered(inSpam))['receipt']).toMatchObject({ mayAnswer: false })
    expect((await rendered(toNobody))['receipt']).toBeNull()
    expect((await rendered(await delivered(newsletter('A <a@b.example>'))))['receipt']).toBeNull()
  })
})

describe('trusted senders', () => {
  test('are made once in lower case, listed, told of as changes, and taken away', async () => {
    const { state } = await call('TrustedSender/get', { accountId: rig.ada.personalId })
    const made = (await trust(' News@Shop.example')) as { created: { t: Json } }
    expect(made.created.t).toMatchObject({ address: 'news@shop.example' })
    const again = (await trust('news@shop.EXAMPLE')) as { created: { t: Json } }
    expect(again.created.t).toEqual(made.created.t)
    const { id } = made.created.t
    const place = { accountId: rig.ada.personalId }
    expect(await call('TrustedSender/changes', { ...place, sinceState: state })).toMatchObject({
      created: [id],
    })
    expect((await call('TrustedSender/get', place))['list']).toEqual([made.created.t])
    const gone = await call('TrustedSender/set', { ...place, destroy: [id, 'E999', 'nonsense'] })
    expect(gone).toMatchObject({
      destroyed: [id],
      notDestroyed: { E999: { type: 'notFound' }, nonsense: { type: 'notFound' } },
    })
    expect((await call('TrustedSender/get', place))['list']).toEqual([])
  })

  test.each([
    ['nobody'],
    [''],
    ['a b@c.example'],
    ['a@b\u0000.example'],
    [3],
    [null],
    [`${'a'.repeat(400)}@b.example`],
  ])('have an address, which %j is not', async (address) => {
    expect((await trust(address))['notCreated']).toMatchObject({
      t: { type: 'invalidProperties', properties: ['address'] },
    })
  })

  test('live in the personal account only, and are never changed', async () => {
    const [[, refused] = []] = await rig.ada.call(['TrustedSender/get', { accountId: rig.ada.accountId }])
    expect(refused).toMatchObject({ type: 'accountNotSupportedByMethod' })
    const update = { E1: { address: 'x@y.example' } }
    expect(await call('TrustedSender/set', { accountId: rig.ada.personalId, update })).toMatchObject({
      notUpdated: { E1: { type: 'forbidden' } },
    })
  })

  test('are told to who draws their messages, but never in Spam', async () => {
    const message = newsletter('Shop <Ads@Shop.example>')
    const [inbox, spam] = [
      await delivered(message),
      await delivered(message.replace('Hello', 'Spam'), 'junk'),
    ]
    expect((await rendered(inbox))['isTrusted']).toBe(false)
    await trust('ads@shop.example')
    expect((await rendered(inbox))['isTrusted']).toBe(true)
    expect((await rendered(spam))['isTrusted']).toBe(false)
    // The body itself stays as blocked as it was asked for: whoever shows it decides when.
    expect(await rendered(inbox)).toMatchObject({
      blockedImages: 1,
      srcdoc: expect.not.stringMatching(/ src="\/mail/),
    })
  })
})

describe('trust in a sender', () => {
  const verdict = (results: string) => `Authentication-Results: mx.example.test; ${results}`
  const from = 'Shop <deals@shop.example>'
  const isTrusted = async (raw: string) => (await rendered(await delivered(raw)))['isTrusted']

  test.each([
    ['is vouched for', verdict('dkim=pass header.d=shop.example; spf=none; dmarc=none'), true],
    ['failed DMARC', verdict('spf=fail; dkim=none; dmarc=fail header.from=shop.example'), false],
    ['passed neither SPF nor DKIM', verdict('spf=softfail; dkim=none; dmarc=none'), false],
    ['was judged by nobody', '', true],
    ['was refused by a stranger', 'Authentication-Results: mx.strange.example; dmarc=fail', true],
  ])('whose message %s counts or not', async (_, header, expected) => {
    await trust('deals@shop.example')
    expect(await isTrusted(newsletter(from, header))).toBe(expected)
  })

  test('does not count for a verdict on one of several names in From', async () => {
    await trust('deals@shop.example')
    const pass = verdict('dmarc=pass header.from=evil.example')
    expect(await isTrusted(newsletter(`${from}, a@evil.example`, pass))).toBe(false)
  })
})

describe('what a message says was booked', () => {
  const proven = 'Authentication-Results: mx.example.test; dmarc=pass header.from=air.example'
  const flight = (number: string, more: Json = {}): Json => ({
    '@context': 'http://schema.org',
    '@type': 'FlightReservation',
    reservationNumber: number,
    reservationFor: {
      '@type': 'Flight',
      flightNumber: '110',
      airline: { iataCode: 'UA' },
      departureAirport: { iataCode: 'SFO' },
      arrivalAirport: { iataCode: 'JFK' },
      departureTime: '2027-03-04T20:15:00-08:00',
    },
    ...more,
  })
  const booking = (headers: string[], json: Json = flight('RXJ34P'), type = 'text/html') =>
    [
      ...headers,
      'To: a@example.test',
      `Subject: ${String(json['reservationNumber'])}`,
      `Content-Type: ${type}; charset=utf-8`,
      '',
      `<p>Your flight</p><script type="application/ld+json">${JSON.stringify(json)}</script>`,
      '',
    ].join('\r\n')
  const air = 'From: Air <booking@air.example>'
  const proposed = async (id: string) => (await rendered(id))['reservations'] as Json[]

  test.each([
    ['whom nobody vouches for', [air]],
    ['whose proof failed', [proven.replace('pass', 'fail'), air]],
    ['that is vouched for by a host of its own', [proven.replace('mx.example.test', 'mx.air.example'), air]],
    [
      'whose host is believed about another',
      [proven, air.replace('air.example', 'air.test')].map((line) =>
        line.replace('dmarc=pass', 'dkim=pass header.d=air.example; spf=pass'),
      ),
    ],
    ['whose proof is of another', [proven.replace('air.example', 'evil.test'), air]],
    ['who is two', [proven, `${air}, Eve <eve@evil.test>`]],
    ['who says to be two by two headers', [proven, air, 'From: Eve <eve@evil.test>']],
    ['who brings the proof below that of the host', [proven.replace('pass', 'fail'), proven, air]],
  ])('is proposed of no sender %s', async (_, headers) => {
    expect(await proposed(await delivered(booking(headers)))).toEqual([])
  })

  test('is proposed of a proven sender, never from Spam, and follows the message in and out of it', async () => {
    const { accountId } = rig.ada
    const id = await delivered(booking([proven, air]))
    const told = await proposed(id)
    expect(told).toMatchObject([{ kind: 'flight', name: 'UA110', from: 'SFO', reference: 'RXJ34P' }])
    expect(await proposed(await delivered(booking([proven, air], flight('other')), 'junk'))).toEqual([])
    const { list } = (await call('Email/get', {
      accountId,
      ids: [id],
      properties: ['mailboxIds', 'blobId'],
    })) as {
      list: [{ mailboxIds: Json; blobId: string }]
    }
    const [{ mailboxIds, blobId }] = list
    const lie = (boxes: Json) => call('Email/set', { accountId, update: { [id]: { mailboxIds: boxes } } })
    // Beside the inbox is in Spam, too.
    for (const boxes of [{ [await madeJunk()]: true }, { ...mailboxIds, [await madeJunk()]: true }]) {
      await lie(boxes)
      expect(await proposed(id)).toEqual([])
    }
    await lie(mailboxIds)
    expect(await proposed(id)).toEqual(told)
    // As a message by itself nobody knows where it came from.
    const alone = await call('RenderedBody/get', { accountId, blobIds: [blobId] })
    expect(alone).toMatchObject({ list: [{ id: blobId, reservations: [] }] })
    expect(await proposed(await delivered(booking([proven, air], flight('plain'), 'text/plain')))).toEqual([])
  })

  test('is written by whoever reads it and by nobody else: not read, not called off, not changed by mail', async () => {
    const { personalId: accountId } = rig.ada
    const { list } = (await call('Calendar/get', { accountId, ids: null })) as { list: Array<{ id: string }> }
    const kept = async () => {
      const { ids } = await call('CalendarEvent/query', { accountId })
      return (await call('CalendarEvent/get', { accountId, ids }))['list']
    }
    const { state } = await call('CalendarEvent/get', { accountId, ids: [] })
    const first = await delivered(booking([proven, air], flight('MINE')))
    const [told] = (await Promise.all([proposed(first), proposed(first)]))[0]!
    expect(await kept()).toEqual([])
    expect((await call('CalendarEvent/get', { accountId, ids: [] }))['state']).toBe(state)

    const { uid, start } = told as { uid: string; start: { local: string; timeZone: string } }
    const event = { '@type': 'Event', uid, title: 'UA110', start: start.local, timeZone: start.timeZone }
    const calendarIds = { [list[0]!.id]: true }
    await call('CalendarEvent/set', { accountId, create: { e: { ...event, calendarIds } } })
    const mine = await kept()
    expect(mine).toMatchObject([{ uid, title: 'UA110' }])
    expect(await call('CalendarEvent/query', { accountId, filter: { uid } })).toMatchObject({
      ids: [(mine as Array<{ id: string }>)[0]!.id],
    })
    const later = { ...(flight('MINE')['reservationFor'] as Json), departureTime: '2027-03-05T01:00:00Z' }
    const cancelled = { reservationStatus: 'http://schema.org/ReservationCancelled' }
    for (const more of [{ reservationFor: later }, cancelled])
      expect(await proposed(await delivered(booking([proven, air], flight('MINE', more))))).toMatchObject([
        { uid },
      ])
    expect(await kept()).toEqual(mine)
    // What is there by this name is not written a second time.
    const again = await call('CalendarEvent/set', { accountId, create: { e: { ...event, calendarIds } } })
    expect(again).toMatchObject({ notCreated: { e: { type: expect.any(String) } } })
    expect(await kept()).toEqual(mine)
  })
})

describe('the times that a message mentions', () => {
  const messageOf = (text: string, headers: readonly string[] = [], type = 'text/plain') =>
    [
      'From: Bob <bob@example.test>',
      'To: a@example.test',
      'Subject: The plan',
      'Date: Sat, 28 Nov 2026 09:00:00 +0100',
      ...headers,
      `Content-Type: ${type}; charset=utf-8`,
      '',
      text,
      '',
    ].join('\r\n')
  const mentioned = async (...parts: Parameters<typeof messageOf>) =>
    (await rendered(await delivered(messageOf(...parts))))['mentionedTimes']
  const friday = { start: '2026-12-04T15:00:00', end: null, timeZone: null, offset: 60, place: '' }
  const text = 'Shall we meet on Friday, 4 December at 3pm?'

  test('stand beside its body, with the clocks that it was written by', async () => {
    expect(await mentioned(text)).toEqual([friday])
    const html = `<p>Shall we meet <b>on Friday, 4&nbsp;December</b> at 3pm?</p><p>Where: Room 4</p>
      <div style="display:none">On 5 December at 4pm</div><blockquote type="cite">On 6 December at 5pm</blockquote>`
    expect(await mentioned(html, [], 'text/html')).toEqual([{ ...friday, place: 'Room 4' }])
  })

  test('are none of mail in bulk, of Spam, and of a message without a date', async () => {
    expect(await mentioned(text, ['List-Id: <all.example.test>'])).toEqual([])
    const spam = await rendered(await delivered(messageOf(text), 'junk'))
    expect(spam['mentionedTimes']).toEqual([])
    const undated = messageOf(text).replace(/Date: .*\r\n/, '')
    expect((await rendered(await delivered(undated)))['mentionedTimes']).toEqual([])
  })

  test('do not follow from a day that the message leaves open', async () => {
    const inUtc = messageOf('Tomorrow at 10:15, or on 4 December at 3pm').replace('+0100', '+0000')
    expect((await rendered(await delivered(inUtc)))['mentionedTimes']).toEqual([{ ...friday, offset: null }])
  })
})

describe('a rendered body', () => {
  test('says who vouches, and marks a link whose text is another site', async () => {
    const header = 'Authentication-Results: mx.example.test; spf=pass; dkim=pass header.d=shop.example'
    const body = await rendered(await delivered(newsletter('Shop <a@shop.example>', header)))
    expect(body['authentication']).toMatchObject({
      by: 'mx.example.test',
      isBelieved: true,
      signedBy: ['shop.example'],
    })
    expect(body['srcdoc']).toContain('data-plmail-says="www.bank.com"')
    expect(body).toMatchObject({
      falseLinks: [{ shown: 'www.bank.com', leadsTo: expect.any(String) }],
      linkSites: expect.any(Array),
    })
  })

  test('is darkened where asked, and says so', async () => {
    const id = await delivered(newsletter('Dark <a@dark.example>'))
    expect(await rendered(id, { theme: 'dark' })).toMatchObject({ isDark: false, mayDarken: true })
    const dark = await rendered(id, { theme: 'dark', darken: true })
    expect(dark).toMatchObject({ isDark: true, srcdoc: expect.stringContaining('<plmail-body data-darken>') })
  })

  test('of an attached message comes by its blob id, is never trusted, and of other bytes never', async () => {
    const inner = newsletter('Shop <ads@shop.example>')
    const outer = [
      'From: b@example.test\r\nSubject: Fwd\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n',
      '--b\r\nContent-Type: text/plain\r\n\r\nSee below',
      `--b\r\nContent-Type: message/rfc822\r\n\r\n${inner}`,
      '--b\r\nContent-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment\r\n\r\na,b',
      '--b--\r\n',
    ].join('\r\n')
    const id = await delivered(outer)
    const { list } = (await call('Email/get', {
      accountId: rig.ada.accountId,
      ids: [id],
      properties: ['attachments'],
    })) as { list: Array<{ attachments: Array<{ blobId: string; type: string }> }> }
    const [message, table] = list[0]!.attachments.map(({ blobId }) => blobId)
    const blobIds = [message, table]
    const answer = await call('RenderedBody/get', { accountId: rig.ada.accountId, blobIds })
    expect(answer).toMatchObject({
      list: [{ id: message, isTrusted: false, blockedImages: 1 }],
      notFound: [table],
    })
    expect((await call('AttachmentPreview/get', { accountId: rig.ada.accountId, blobIds }))['list']).toEqual([
      { blobId: message, kind: 'message' },
      { blobId: table, kind: 'text', text: 'a,b', isClipped: false },
    ])
    const unknown = { accountId: rig.ada.accountId, blobIds: ['B1', `${message!}p9`] }
    expect((await call('AttachmentPreview/get', unknown))['notFound']).toEqual(unknown.blobIds)
  })
})
