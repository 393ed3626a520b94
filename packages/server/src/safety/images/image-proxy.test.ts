import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fixedClock } from '../../kit/clock.ts'
import type { Outbound, OutboundResult } from '../outbound/types.ts'
import { createImageProxy, type ImageProxy } from './image-proxy.ts'
import { type ImageQuery, signImageUrl, unixDay } from './signed-url.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(92)])
const key = 'k'
const clock = fixedClock(new Date('2026-11-21T10:00:00Z'))
let cacheFolder: string
let fetched: string[]
let reply: OutboundResult

beforeEach(() => {
  cacheFolder = mkdtempSync(join(tmpdir(), 'plmail-images-'))
  fetched = []
  reply = delivered(png)
})

afterEach(() => rmSync(cacheFolder, { recursive: true, force: true }))

function delivered(body: Buffer, status = 200, contentType = 'image/png'): OutboundResult {
  return { ok: true, response: { status, contentType, body } }
}

const outbound: Outbound = async (purpose, url) => {
  fetched.push(`${purpose} ${url}`)
  return reply
}

function proxy(maxCacheBytes?: number): ImageProxy {
  return createImageProxy({ outbound, key, clock, cacheFolder, ...(maxCacheBytes ? { maxCacheBytes } : {}) })
}

function addressed(url: string): ImageQuery {
  const { searchParams } = new URL(signImageUrl(url, key, unixDay(clock.now())), 'https://mail.example')
  return Object.fromEntries(searchParams)
}

const gif = { contentType: 'image/gif', cacheControl: 'no-store' }

test('a picture is answered with its sniffed type and may stay in the browser for a day', async () => {
  reply = delivered(png, 200, 'text/html')
  expect(await proxy()(addressed('https://a.example/1'))).toEqual({
    contentType: 'image/png',
    cacheControl: 'private, max-age=86400',
    body: png,
  })
  expect(fetched).toEqual(['image https://a.example/1'])
})

test('every kind of failure looks the same', async () => {
  const serve = proxy()
  const answers = [
    await serve({}),
    await serve({ u: 'aHR0cHM6Ly9hLmV4YW1wbGU', e: '99999', s: '0'.repeat(32) }),
  ]
  expect(fetched).toEqual([])
  const failures: OutboundResult[] = [
    { ok: false, why: 'refused-address' },
    { ok: false, why: 'too-large' },
    { ok: false, why: 'timed-out' },
    delivered(png, 404),
    delivered(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      200,
      'image/svg+xml',
    ),
    delivered(Buffer.from('<!doctype html><script>alert(1)</script>')),
    delivered(Buffer.from('BM is how this plain text begins, longer than a header')),
    delivered(Buffer.alloc(0)),
  ]
  for (const [index, failure] of failures.entries()) {
    reply = failure
    answers.push(await serve(addressed(`https://a.example/${index}`)))
  }
  for (const answer of answers) expect(answer).toEqual({ ...gif, body: answers[0]?.body })
  expect(answers[0]?.body.subarray(0, 6).toString()).toBe('GIF89a')
})

describe('known pictures', () => {
  test('are not fetched again, by this process or the next, until a week has passed', async () => {
    const query = () => addressed('https://a.example/logo')
    await proxy()(query())
    clock.advance(6 * 86_400_000)
    expect((await proxy()(query())).body).toEqual(png)
    expect(fetched).toHaveLength(1)
    clock.advance(2 * 86_400_000)
    await proxy()(query())
    expect(fetched).toHaveLength(2)
  })

  test('asked for by many at once are fetched once', async () => {
    const serve = proxy()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => serve(addressed('https://a.example/x'))),
    )
    expect(answers.every((answer) => answer.body.equals(png))).toBe(true)
    expect(fetched).toHaveLength(1)
  })

  test('give way to newer ones when the folder is full', async () => {
    const serve = proxy(250)
    for (const name of ['1', '2', '3']) {
      await serve(addressed(`https://a.example/${name}`))
      clock.advance(1000)
    }
    const files = readdirSync(cacheFolder)
    expect(files.reduce((sum, name) => sum + statSync(join(cacheFolder, name)).size, 0)).toBe(200)
    await serve(addressed('https://a.example/3'))
    expect(fetched).toHaveLength(3)
    await serve(addressed('https://a.example/1'))
    expect(fetched).toHaveLength(4)
  })

  test('are for this server only, also in a folder that an earlier version left open', async () => {
    chmodSync(cacheFolder, 0o755)
    await proxy()(addressed('https://a.example/1'))
    const [name = ''] = readdirSync(cacheFolder)
    const modes = [cacheFolder, join(cacheFolder, name)].map((path) => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600])
  })

  test('are shown all the same when the folder is taken away or cannot be used', async () => {
    const serve = proxy()
    await serve(addressed('https://a.example/1'))
    rmSync(cacheFolder, { recursive: true })
    expect((await serve(addressed('https://a.example/2'))).body).toEqual(png)
    expect(readdirSync(cacheFolder)).toHaveLength(1)
    rmSync(cacheFolder, { recursive: true })
    writeFileSync(cacheFolder, 'a file in its place')
    expect((await serve(addressed('https://a.example/3'))).body).toEqual(png)
    expect((await proxy()(addressed('https://a.example/4'))).body).toEqual(png)
  })
})
