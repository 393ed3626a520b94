import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailWireId } from '@plmail/wire'
import { readBytes } from '../../../../server-testing/src/mail/test-mail.ts'
import { type BlobClient, blobClient } from '../../../../server-testing/src/jmap/core/blob-client.ts'
import { type JmapForTests, jmapForTests } from '../../../../server-testing/src/jmap/test-jmap.ts'

let rig: JmapForTests
let client: BlobClient
let large: string
const bytes = randomBytes(600_000)
beforeAll(async () => {
  rig = await jmapForTests()
  client = await blobClient(rig)
  large = await client.upload(rig.ada, bytes)
})
afterAll(() => rig[Symbol.asyncDispose]())

const body = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const get = (blobId: string, headers: Record<string, string> = {}) =>
  client.download(rig.ada, blobId, { headers })

test('a download has exactly the type that was asked for, and nothing is sniffed', async () => {
  const blobId = await client.upload(rig.ada, '<html><script>alert(1)</script>', 'text/html')
  for (const type of ['text/plain', 'text/html', 'image/png', 'message/rfc822', 'text/plain;charset=utf-8']) {
    const { headers } = await client.download(rig.ada, blobId, { type })
    expect(headers.get('content-type')).toBe(type)
  }
  for (const type of ['', 'html', 'text/html\r\nX: y', 'a/b/c', `a/${'b'.repeat(200)}`]) {
    const { headers } = await client.download(rig.ada, blobId, { type })
    expect(headers.get('content-type')).toBe('application/octet-stream')
  }
  expect((await get(blobId)).headers.get('content-type')).toBe('application/octet-stream')
})

test('a download is saved under its name, never shown, and may be kept', async () => {
  const { headers } = await client.download(rig.ada, large, { name: "Häuser (1)'s *.pdf", type: 'text/html' })
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-disposition': "attachment; filename*=UTF-8''H%C3%A4user%20%281%29%27s%20%2A.pdf",
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, immutable, max-age=31536000',
    'accept-ranges': 'bytes',
    'content-length': '600000',
    etag: `"${large}"`,
  })
})

test('HEAD says what GET would and sends nothing', async () => {
  const answer = await client.download(rig.ada, large, { method: 'HEAD', headers: { range: 'bytes=0-1' } })
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '600000'])
  expect(await body(answer)).toHaveLength(0)
  expect((await client.download(rig.ada, 'Bnone', { method: 'HEAD' })).status).toBe(404)
})

test('a blob that one has already is not sent again', async () => {
  for (const tag of [`"${large}"`, `"other", W/"${large}"`, '*']) {
    const answer = await get(large, { 'if-none-match': tag })
    expect([answer.status, (await body(answer)).length]).toEqual([304, 0])
  }
  expect((await get(large, { 'if-none-match': '"other"' })).status).toBe(200)
  expect((await get('Bnone', { 'if-none-match': '*' })).status).toBe(404)
})

test('any range is the bytes that a client without ranges would cut out', async () => {
  const field = fc.oneof(
    fc.tuple(fc.nat(700_000), fc.nat(700_000)).map(([a, b]) => `bytes=${a}-${b}`),
    fc.nat(700_000).map((a) => `bytes=${a}-`),
    fc.nat(700_000).map((n) => `bytes=-${n}`),
  )
  await fc.assert(
    fc.asyncProperty(field, async (range) => {
      const answer = await get(large, { range })
      const [, first, last] = /(\d*)-(\d*)$/.exec(range) ?? []
      const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first)
      const end = first === '' || last === '' ? bytes.length : Math.min(bytes.length, Number(last) + 1)
      const content = await body(answer)
      const isBackwards = first !== '' && last !== '' && Number(last) < Number(first)
      const isPast = start >= bytes.length
      expect([answer.status, answer.headers.get('content-range')]).toEqual(
        isBackwards
          ? [200, null]
          : isPast
            ? [416, `bytes */${bytes.length}`]
            : [206, `bytes ${start}-${end - 1}/${bytes.length}`],
      )
      const expected = isBackwards ? bytes : bytes.subarray(start, end)
      expect(content.equals(expected) || (isPast && !isBackwards)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('ranges that make no sense are as none, and an empty blob has none', async () => {
  const odd = [
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=0-1,5-6',
    'lines=0-1',
    'bytes=1e3-',
    'bytes=--5',
  ]
  for (const range of odd) expect([range, (await get(large, { range })).status]).toEqual([range, 200])
  const empty = await client.upload(rig.ada, '')
  for (const [range, status] of [
    ['bytes=0-', 416],
    ['bytes=-0', 416],
    ['bytes=-5', 200],
  ] as const)
    expect([range, (await get(empty, { range })).status]).toEqual([range, status])
  const huge = await get(large, { range: `bytes=0-${'9'.repeat(400)}` })
  expect([huge.status, (await body(huge)).length]).toEqual([206, bytes.length])
})

test('a range is given only while the blob is the one meant', async () => {
  const status = async (tag: string) => (await get(large, { range: 'bytes=0-9', 'if-range': tag })).status
  expect(await status(`"${large}"`)).toBe(206)
  for (const tag of ['"other"', `W/"${large}"`, 'Sat, 21 Nov 2026 10:00:00 GMT'])
    expect(await status(tag)).toBe(200)
})

test('whole messages and their parts are downloaded, ranges included', async () => {
  const attached = Buffer.from('attached bytes, some of them')
  const message = {
    boxes: [rig.ada.account.boxes.inbox],
    headers: ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
    body: [
      '--b',
      'Content-Type: text/plain',
      '',
      'Hello',
      '--b',
      'Content-Type: image/png',
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: base64',
      '',
      attached.toString('base64'),
      '--b--',
      '',
    ].join('\r\n'),
  }
  const [id] = await rig.ada.deliver([message])
  const properties = ['blobId', 'size', 'attachments']
  const ids = [emailWireId.encode(id!)]
  const answers = await rig.ada.call(['Email/get', { accountId: rig.ada.accountId, ids, properties }])
  const [email] = answers[0]![1]['list'] as [
    { blobId: string; size: number; attachments: [{ blobId: string }] },
  ]
  const whole = await body(await get(email.blobId))
  expect([whole.toString(), whole.length]).toEqual([readBytes(message).toString(), email.size])
  const part = email.attachments[0].blobId
  expect(await body(await get(part))).toEqual(attached)
  const answer = await get(part, { range: 'bytes=9-13' })
  expect([answer.status, (await body(answer)).toString()]).toEqual([206, 'bytes'])
  expect((await get(`${email.blobId}p9`)).status).toBe(404)
})

test('knowing a blob id opens nothing to another user, in their account or in the one it is in', async () => {
  const [id] = await rig.ada.deliver([{ subject: 'Private', boxes: [rig.ada.account.boxes.inbox] }])
  const answers = await rig.ada.call([
    'Email/get',
    { accountId: rig.ada.accountId, ids: [emailWireId.encode(id!)], properties: ['blobId'] },
  ])
  const { blobId } = (answers[0]![1]['list'] as [{ blobId: string }])[0]
  for (const one of [large, blobId, `${blobId}p1`])
    for (const accountId of [rig.ada.accountId, rig.bob.accountId])
      expect((await client.download(rig.bob, one, { accountId })).status).toBe(404)
  expect((await client.download(rig.ada, large, { accountId: rig.bob.accountId })).status).toBe(404)
  const nobody = await client.download(rig.ada, large, { headers: { authorization: 'Bearer nobody' } })
  expect(nobody.status).toBe(401)
})

test('whatever else is asked for as a blob is not there', async () => {
  const mutated = fc
    .tuple(fc.nat(large.length - 1), fc.constantFrom(...'AZaz09_-p.~'))
    .map(([at, to]) => large.slice(0, at) + to + large.slice(at + 1))
  const id = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
    fc.constantFrom('__proto__', `${large}p`, `${large}p0`, `${large}p2p1`, `${large}p${'1_'.repeat(99)}1`),
    mutated,
  )
  await fc.assert(
    fc.asyncProperty(id, async (blobId) => {
      fc.pre(blobId !== large && !['.', '..'].includes(blobId))
      const answer = await client.download(rig.ada, encodeURIComponent(blobId))
      expect(answer.status).toBe(404)
    }),
    { numRuns: 80 },
  )
})
