import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountId } from '@plmail/wire'
import { newAccount } from '../../../../server-testing/src/mail/test-mail.ts'
import { type BlobClient, blobClient } from '../../../../server-testing/src/jmap/core/blob-client.ts'
import { type JmapForTests, jmapForTests } from '../../../../server-testing/src/jmap/test-jmap.ts'
import { limits } from '../engine/limits.ts'

let rig: JmapForTests
let client: BlobClient
beforeAll(async () => {
  rig = await jmapForTests()
  client = await blobClient(rig)
})
afterAll(async () => {
  rig.http.app.server.closeAllConnections()
  await rig[Symbol.asyncDispose]()
})

const post = (accountId: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${client.origin}/jmap/upload/${accountId}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${rig.ada.token}`, ...headers },
  })

test('an upload is answered with account, blob id, the type as it was sent, and size', async () => {
  for (const type of ['image/png', 'text/plain; charset="UTF-8"; format=flowed', 'application/json', 'x/y']) {
    const answer = await post(rig.ada.accountId, '<html>not a picture', { 'content-type': type })
    expect(answer.status).toBe(201)
    const json = (await answer.json()) as Record<string, unknown>
    expect(json).toEqual({ accountId: rig.ada.accountId, blobId: json['blobId'], type, size: 19 })
    expect(json['blobId']).toMatch(/^[A-Za-z0-9_-]{1,255}$/)
  }
})

test('bytes of any kind and number come back as they were', async () => {
  for (const size of [0, 1, 100 * 1024, 1024 * 1024]) {
    const bytes = randomBytes(size)
    const blobId = await client.upload(rig.ada, bytes)
    const answer = await client.download(rig.ada, blobId)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

test('a body without a type is bytes', async () => {
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${rig.ada.token}` }
    const url = `${client.origin}/jmap/upload/${rig.ada.accountId}`
    const sending = httpRequest(url, { method: 'POST', headers }, (reply) => {
      let text = ''
      reply.on('data', (chunk: Buffer) => (text += chunk.toString()))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
    })
    sending.on('error', reject)
    sending.end('something')
  })
  expect(answer.status).toBe(201)
  expect(JSON.parse(answer.text)).toMatchObject({ type: 'application/octet-stream', size: 9 })
})

test('more than an upload may have is 413 with the limit, whether its length was announced or not', async () => {
  const piece = Buffer.alloc(1024 * 1024)
  const pieces = limits.maxSizeUpload / piece.length + 1
  const streamed = () => {
    let left = pieces
    return new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(piece) : controller.close()),
    })
  }
  const whole = Buffer.alloc(limits.maxSizeUpload + 1)
  for (const body of [{ body: whole }, { body: streamed(), duplex: 'half' }]) {
    const answer = await fetch(`${client.origin}/jmap/upload/${rig.ada.accountId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${rig.ada.token}` },
      ...(body as RequestInit),
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({
      type: 'urn:ietf:params:jmap:error:limit',
      status: 413,
      limit: 'maxSizeUpload',
    })
  }
})

test('exactly as much as an upload may have is taken', async () => {
  const answer = await post(rig.ada.accountId, Buffer.alloc(limits.maxSizeUpload))
  expect(await answer.json()).toMatchObject({ size: limits.maxSizeUpload })
})

test('without a token nothing is taken, and another’s account is as unknown as none', async () => {
  const answer = await fetch(`${client.origin}/jmap/upload/${rig.ada.accountId}`, {
    method: 'POST',
    body: 'x',
  })
  expect(answer.status).toBe(401)
  for (const account of [rig.bob.accountId, 'A999999', 'L1', 'nonsense', '__proto__'])
    expect((await post(account, 'x')).status).toBe(404)
  expect((await client.download(rig.ada, 'B')).status).toBe(404)
})

test('credentials that may only read do not upload, those of another account neither', async () => {
  const otherAccount = await newAccount({ ...rig.room, user: rig.ada.id })
  const status = async (rights: { scope: 'read' | null; accountId: AccountId | null }) => {
    const wanted = { name: 'Test', expiresAt: null, ...rights }
    const made = await rig.http.people.appPasswords.create(rig.ada.id, wanted)
    if (!made.ok) throw new Error('the app password was not made')
    return (await post(rig.ada.accountId, 'x', { authorization: `Bearer ${made.secret}` })).status
  }
  expect(await status({ scope: 'read', accountId: null })).toBe(403)
  expect(await status({ scope: null, accountId: otherAccount.id })).toBe(404)
  expect(await status({ scope: null, accountId: rig.ada.account.id })).toBe(201)
  expect((await post(rig.ada.personalId, 'x')).status).toBe(201)
})

test('an upload that breaks off is kept nowhere', async () => {
  const blobs = () => rig.room.db.database.query('select 1 from blob')
  const before = (await blobs()).length
  const url = `${client.origin}/jmap/upload/${rig.ada.accountId}`
  const headers = { authorization: `Bearer ${rig.ada.token}`, 'content-length': '1000000' }
  await new Promise<void>((resolve) => {
    const sending = httpRequest(url, { method: 'POST', headers })
    sending.on('error', () => resolve())
    sending.write(randomBytes(400_000), () => sending.destroy())
    sending.on('close', () => resolve())
  })
  await expect
    .poll(() => rig.http.logged.some((line) => line.includes('/jmap/upload') && line.includes('400')))
    .toBe(true)
  expect(await blobs()).toHaveLength(before)
})

test('many uploads at once all arrive, eight of a user at a time', async () => {
  const ids = await Promise.all(
    Array.from({ length: 30 }, (_, index) => client.upload(rig.ada, `number ${index}`)),
  )
  expect(new Set(ids).size).toBe(30)
})

test('the ninth upload waits until one of eight has ended', async () => {
  const begin = () => {
    const headers = { authorization: `Bearer ${rig.bob.token}`, 'transfer-encoding': 'chunked' }
    const url = `${client.origin}/jmap/upload/${rig.bob.accountId}`
    const sending = httpRequest(url, { method: 'POST', headers })
    const status = new Promise<number>((resolve) =>
      sending.on('response', (reply) => {
        reply.resume()
        resolve(reply.statusCode ?? 0)
      }),
    )
    sending.write(randomBytes(400_000))
    sending.on('error', () => {}) // its connection is cut at the end of a test that failed
    return { sending, status }
  }
  const running = Array.from({ length: limits.maxConcurrentUpload }, begin)
  // Large enough to be on disk while they last.
  const halfWritten = () =>
    readdirSync(rig.room.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.part'),
    )
  await expect.poll(() => halfWritten().length).toBe(limits.maxConcurrentUpload)
  const ninth = client.upload(rig.bob, 'ninth')
  const first = await Promise.race([ninth, answeredAda()])
  expect(first).toBe('ada')
  running[0]!.sending.end()
  expect(await running[0]!.status).toBe(201)
  expect(await ninth).toMatch(/^B/)
  for (const { sending } of running.slice(1)) sending.end()
  expect(await Promise.all(running.map(({ status }) => status))).toEqual(running.map(() => 201))
})

/** Another user is not kept waiting. */
const answeredAda = () => client.upload(rig.ada, 'meanwhile').then(() => 'ada')
