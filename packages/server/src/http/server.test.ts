import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHealth } from '../health/index.ts'
import {
  cookieHeader,
  navigation,
  rawAnswer,
  type TestInstallation,
  testInstallation,
} from '../../../server-testing/src/http/test-http.ts'
import { Problem } from './index.ts'

let at: TestInstallation
beforeEach(async () => {
  at = await testInstallation()
})
afterEach(() => at[Symbol.asyncDispose]())

describe('every answer', () => {
  test.each(['/', '/login', '/api/session', '/healthz', '/nothing', '/assets/main-abc123.js', '/%E0%A4%A'])(
    'of %s carries the security headers',
    async (url) => {
      const { headers } = await at.http.app.inject({ url })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['strict-transport-security']).toBeUndefined()
    },
  )

  test('asks for https next time when the public address is https, as soon as it is', async () => {
    at.http.settings.publicAddress = 'https://mail.example.org'
    expect((await at.http.app.inject('/login')).headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

describe('refusals', () => {
  test('are problem+json for programs and a page for people, with a reference that is in the log', async () => {
    const json = await at.http.app.inject('/api/nothing')
    expect(json.headers['content-type']).toContain('application/problem+json')
    expect(json.json()).toEqual({
      type: 'about:blank',
      title: 'Not found',
      status: 404,
      detail: 'Not found.',
      reference: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    const page = await at.http.app.inject({ url: '/assets/no"><script>', headers: navigation })
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain('There is no page at this address.')
    for (const reference of [json.json().reference, /<code>([0-9a-f]{12})/.exec(page.body)?.[1]]) {
      expect(at.http.logged.some((line) => line.includes(reference))).toBe(true)
    }
  })

  test('name the methods an address does answer', async () => {
    const put = await at.http.app.inject({ method: 'PUT', url: '/api/session/token', payload: {} })
    expect([put.statusCode, put.headers.allow]).toEqual([405, 'POST'])
    const post = await at.http.app.inject({ method: 'DELETE', url: '/login?next=/' })
    expect([post.statusCode, post.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
    expect((await at.http.app.inject({ method: 'POST', url: '/nothing', payload: {} })).statusCode).toBe(404)
  })

  test('of an unexpected error tell the person nothing of it and the log everything', async () => {
    await at.restart({
      plugins: () => [
        async (app) => {
          app.get('/api/broken', () => Promise.reject(new Error('the secret plan')))
          app.get('/api/refused', () =>
            Promise.reject(
              new Problem('invalid', {
                errors: [{ pointer: '/host', problem: { problem: 'request/missing' } }],
              }),
            ),
          )
        },
      ],
    })
    const broken = await at.http.app.inject('/api/broken')
    expect(broken.statusCode).toBe(500)
    expect(broken.body).not.toContain('secret plan')
    const line = at.http.logged.find((text) => text.includes(broken.json().reference))
    expect(line).toContain('secret plan')
    expect((await at.http.app.inject('/api/refused')).json()).toMatchObject({
      status: 422,
      errors: [
        { pointer: '/host', detail: 'This field is required.', problem: 'request/missing', parameters: {} },
      ],
    })
  })

  test('tell people the reason first, and then to try again', async () => {
    await at.restart({
      plugins: () => [
        async (app) =>
          void app.get('/broken', () =>
            Promise.reject(new Problem('failed', { detail: { problem: 'other/text', text: 'It broke.' } })),
          ),
      ],
    })
    const page = await at.http.app.inject({ url: '/broken', headers: navigation })
    expect(page.statusCode).toBe(500)
    expect(page.body).toMatch(/It broke\.[\s\S]*Please try again in a moment\./)
  })

  test('of a body: 413 too large, 415 of another type, 400 broken', async () => {
    await at.restart({
      plugins: () => [async (app) => void app.post('/api/echo', async (request) => request.body)],
    })
    const post = (payload: string, type = 'application/json') =>
      at.http.app.inject({ method: 'POST', url: '/api/echo', payload, headers: { 'content-type': type } })
    expect((await post('{"a":1}')).json()).toEqual({ a: 1 })
    expect((await post(JSON.stringify('x'.repeat(1_100_000)))).statusCode).toBe(413)
    expect((await post('{"a":1}', 'text/plain')).statusCode).toBe(415)
    expect((await post('a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
    expect((await post('{"a":')).statusCode).toBe(400)
  })

  test('of a body that is announced and missing come as problems too', async () => {
    const empty = await at.http.app.inject({
      method: 'POST',
      url: '/api/session/token',
      headers: { 'content-type': 'application/json' },
    })
    expect([empty.statusCode, empty.headers['content-type']]).toEqual([400, 'application/problem+json'])
  })
})

describe('what is no request', () => {
  test.each([
    ['NONSENSE\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ])('%.20j is answered like everything else, and logged', async (request, status) => {
    await at.http.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = at.http.app.server.address() as AddressInfo
    const [head = '', body = ''] = (await rawAnswer(port, request)).split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    expect(head).toContain('content-type: application/problem+json')
    expect(head).toContain('x-content-type-options: nosniff')
    const problem = JSON.parse(body) as { status: number; reference: string }
    expect(problem.status).toBe(status)
    expect(at.http.logged.join()).toContain(problem.reference)
  })
})

describe('the web client', () => {
  test('is the answer to every address a signed-in browser goes to, under its own policy', async () => {
    const cookie = cookieHeader(await at.login())
    for (const url of ['/', '/mail/inbox/T3', '/settings?tab=1']) {
      const answer = await at.http.app.inject({ url, headers: { cookie, ...navigation } })
      expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html><title>client</title>'])
      expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'sha256-frame';")
      expect(answer.headers['cache-control']).toBe('private, no-cache')
    }
    const fetched = await at.http.app.inject({
      url: '/mail/inbox',
      headers: { cookie, accept: '*/*', 'sec-fetch-mode': 'cors' },
    })
    expect(fetched.statusCode).toBe(404)
  })

  test('has files that are compressed before and kept for ever when their name is a hash', async () => {
    const script = await at.http.app.inject({
      url: '/assets/main-abc123.js',
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect([script.body, script.headers['content-encoding']]).toEqual(['brotli', 'br'])
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await at.http.app.inject('/assets/main-abc123.js')).body).toBe('plain')
    expect((await at.http.app.inject('/icon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  test('gives away no file outside its folder and no shell by the file’s name', async () => {
    for (const url of [
      '/assets/../index.html',
      '/assets/..%2findex.html',
      '/assets/%2e%2e/%2e%2e/etc/passwd',
      '/index.html',
      '/assets/',
    ]) {
      const answer = await at.http.app.inject({ url })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toContain('client')
    }
  })
})

describe('/healthz', () => {
  test('tells verdicts and nothing else, and fails only with the database', async () => {
    const ok = await at.http.app.inject('/healthz')
    expect([ok.statusCode, ok.json()]).toEqual([
      200,
      { status: 'ok', checks: { database: true, queue: true, workers: null, disk: true } },
    ])
    const checks = {
      database: () => Promise.reject(new Error('down')),
      queue: async () => false,
      workers: async () => false,
      disk: async () => true,
    }
    await at.restart({ health: createHealth({ checks }) })
    const down = await at.http.app.inject('/healthz')
    expect([down.statusCode, down.json().status]).toEqual([503, 'error'])
  })

  test('says that the disk is full, which starting again would not mend', async () => {
    const yes = async () => true
    const checks = { database: yes, queue: yes, workers: yes, disk: async () => false }
    await at.restart({ health: createHealth({ checks }) })
    const full = await at.http.app.inject('/healthz')
    expect([full.statusCode, full.json()]).toMatchObject([200, { status: 'error', checks: { disk: false } }])
  })

  test('what cannot be written because the disk is full is answered with 507 and a sentence', async () => {
    await at.restart({
      plugins: () => [
        async (app) => {
          app.post('/api/written', () => {
            throw Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' })
          })
          app.post('/api/stored', () => {
            throw new Error('insert', { cause: Object.assign(new Error('disk full'), { code: '53100' }) })
          })
        },
      ],
    })
    for (const url of ['/api/written', '/api/stored']) {
      const { statusCode, body } = await at.http.app.inject({
        method: 'POST',
        url,
        headers: { 'sec-fetch-site': 'same-origin', 'accept-language': 'de' },
      })
      const { status, title } = JSON.parse(body) as { status: number; title: string }
      expect([statusCode, status, title]).toEqual([
        507,
        507,
        'Der Speicherplatz des Servers ist voll, deshalb kann nichts gespeichert werden',
      ])
    }
  })
})

describe('stopping', () => {
  test('ends streams that would otherwise go on for ever', async () => {
    await at.restart({
      plugins: ({ streams }) => [
        async (app) => {
          app.get('/api/stream', (_request, reply) => {
            reply.hijack()
            reply.raw.write('first')
            streams.add(() => reply.raw.end('last'))
          })
        },
      ],
    })
    const address = await at.http.app.listen({ host: '127.0.0.1', port: 0 })
    const answer = await fetch(`${address}/api/stream`)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    await at.http.app.close()
    expect(await answer.text()).toBe('firstlast')
  })
})
