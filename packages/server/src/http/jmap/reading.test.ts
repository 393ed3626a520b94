import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JmapForTests } from './jmap-for-tests.ts'
import { jmapForTests } from './jmap-for-tests.ts'

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
    ...{ method: 'POST', url: `/jmap/upload/${rig.ada.accountId}`, payload: Buffer.from(raw, 'utf8') },
    headers: { authorization: `Bearer ${rig.ada.token}`, 'content-type': 'message/rfc822' },
  })
  const { blobId } = blob.json<{ blobId: string }>()
  const inbox = list.find((one) => one['role'] === 'inbox')?.['id']
  const mailboxId = role === 'junk' ? await madeJunk() : String(inbox)
  const { created } = (await call('Email/import', {
    accountId: rig.ada.accountId,
    emails: { m: { blobId, mailboxIds: { [mailboxId]: true } } },
  })) as { created: { m: { id: string } } }
  return created.m.id
}

async function madeJunk(): Promise<string> {
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
    const letter = newsletter('Shop <Ads@Shop.example>')
    const [inbox, spam] = [await delivered(letter), await delivered(letter.replace('Hello', 'Spam'), 'junk')]
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
      ...{ accountId: rig.ada.accountId, ids: [id], properties: ['attachments'] },
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
