import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedClock } from '../../kit/clock.ts'
import { signImageUrl, unixDay } from '../../safety/images/signed-url.ts'
import { createImageProxy } from '../../safety/index.ts'
import { imageProxyRoute } from './image-proxy.ts'

const clock = fixedClock(new Date('2026-11-21T10:00:00Z'))
const gif = Buffer.from('GIF89a and the rest of the picture')
let app: FastifyInstance
let cacheFolder: string

beforeAll(async () => {
  cacheFolder = mkdtempSync(join(tmpdir(), 'plmail-images-'))
  const outbound = async () => ({
    ok: true as const,
    response: { status: 200, contentType: 'text/html', body: gif },
  })
  app = fastify()
  await app.register(imageProxyRoute(createImageProxy({ outbound, key: 'k', clock, cacheFolder })))
})

afterAll(async () => {
  await app.close()
  rmSync(cacheFolder, { recursive: true, force: true })
})

const frozen = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

test('a signed address answers the picture with headers that let it be nothing but a picture', async () => {
  const url = signImageUrl('https://a.example/x', 'k', unixDay(clock.now()))
  const { statusCode, headers, rawPayload } = await app.inject({ url })
  expect(statusCode).toBe(200)
  expect(rawPayload).toEqual(gif)
  expect(headers).toMatchObject({
    ...frozen,
    'content-type': 'image/gif',
    'cache-control': 'private, max-age=86400',
  })
})

test.each(['', '?u=&e=&s=', '?u=a&u=b&e=1&s=2', '?u=aHR0cHM6Ly9hLmV4YW1wbGU&e=99999&s=00'])(
  'anything else answers the transparent GIF: %s',
  async (query) => {
    const { statusCode, headers, rawPayload } = await app.inject({ url: `/mail/image-proxy${query}` })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ ...frozen, 'content-type': 'image/gif', 'cache-control': 'no-store' })
    expect(rawPayload.length).toBe(42)
  },
)
