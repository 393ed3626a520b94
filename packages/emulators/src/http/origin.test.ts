import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../faults/faults.ts'
import { createWorld, type World } from '../world.ts'
import type { EmulatedAnswer } from './answer.ts'
import {
  formBody,
  jsonBody,
  serve,
  startOrigin,
  type Gate,
  type EmulatedOrigin,
  type SeenExchange,
} from './origin.ts'

let world: World
let origin: EmulatedOrigin
let done: number
let answer: EmulatedAnswer
let judged: Array<{ seen: SeenExchange; status?: number; body?: unknown }>
let handed: Fault | undefined

const gate: Gate = {
  checkRequest: (seen) => {
    judged.push({ seen })
    return seen.url.includes('bad') ? ['bad request'] : []
  },
  checkReply: (seen, status, body) => {
    judged.push({ seen, status, body })
    return body === undefined ? ['no body'] : []
  },
}

const call = { operation: 'post.letters.get', account: 'ada@example.test' }
const arm = (fault: Fault): void => world.faults.arm({ operation: call.operation, times: 1, fault })

beforeEach(async () => {
  world = createWorld('origin')
  done = 0
  judged = []
  handed = undefined
  answer = { status: 200, body: { hello: 'world' } }
  origin = await startOrigin({ world, gate })
  origin.app.all('/letters', (request, reply) =>
    serve(world, request, reply, call, (fault) => {
      done++
      handed = fault
      return answer
    }),
  )
  origin.app.post('/echo', (request) => ({ json: jsonBody(request), form: [...formBody(request)] }))
})
afterEach(() => origin.close())

const get = (path = '/letters'): Promise<Response> => fetch(`${origin.url}${path}`)

describe('an origin', () => {
  it('answers an operation and records it with its name and account', async () => {
    const reply = await get('/letters?x=1')
    expect([reply.status, await reply.json()]).toEqual([200, { hello: 'world' }])
    expect(world.requests.all()).toEqual([
      { ...call, method: 'GET', url: '/letters?x=1', status: 200, at: world.clock.now(), problems: [] },
    ])
  })

  it('keeps a body as bytes until somebody reads it', async () => {
    const post = async (type: string, body: string): Promise<unknown> =>
      (await fetch(`${origin.url}/echo`, { method: 'POST', headers: { 'content-type': type }, body })).json()
    expect(await post('application/json', '{"a":1}')).toMatchObject({ json: { a: 1 } })
    expect(await post('application/json', '{"a":')).not.toHaveProperty('json')
    expect(await post('application/x-www-form-urlencoded', 'a=1&b=%20')).toMatchObject({
      form: [
        ['a', '1'],
        ['b', ' '],
      ],
    })
  })

  it('shows each request and reply to the gate and records what it finds', async () => {
    answer = { status: 204 }
    await get('/letters?bad')
    expect(judged.map(({ seen, status, body }) => [seen.url, status, body])).toEqual([
      ['/letters?bad', undefined, undefined],
      ['/letters?bad', 204, undefined],
    ])
    expect(world.requests.problems()).toEqual(['GET /letters?bad: bad request', 'GET /letters?bad: no body'])
    world.requests.clear()
    expect(world.requests.problems()).toEqual([])
  })

  it('shows the gate JSON parsed and anything else as bytes', async () => {
    for (const type of ['application/json; charset=utf-8', 'message/rfc822'])
      await fetch(`${origin.url}/letters`, { method: 'POST', headers: { 'content-type': type }, body: '[1]' })
    const bodies = judged.filter(({ status }) => status === undefined).map(({ seen }) => seen.body)
    expect(bodies).toEqual([[1], Buffer.from('[1]')])
  })

  it('refuses what it does not serve and records that too', async () => {
    expect((await get('/nowhere')).status).toBe(404)
    expect(world.requests.all()).toMatchObject([{ operation: 'unknown', status: 404 }])
  })

  it('can be closed while a connection is open', async () => {
    await get()
    await origin.close()
    await expect(get()).rejects.toThrow('fetch failed')
    origin = await startOrigin({ world })
  })
})

describe('a fault on the wire', () => {
  it('replaces the reply without doing the work, and the gate does not judge it', async () => {
    arm({ kind: 'status', status: 429, body: { error: 'slow down' }, headers: { 'retry-after': '7' } })
    const reply = await get()
    expect([reply.status, reply.headers.get('retry-after'), await reply.json()]).toEqual([
      429,
      '7',
      { error: 'slow down' },
    ])
    expect(done).toBe(0)
    expect(judged.filter(({ status }) => status !== undefined)).toEqual([])
    expect((await get()).status).toBe(200)
  })

  it('answers with the page of a proxy', async () => {
    arm({ kind: 'html' })
    const reply = await get()
    expect([reply.status, reply.headers.get('content-type'), done]).toEqual([502, 'text/html', 0])
    expect(await reply.text()).toContain('Bad Gateway')
  })

  it('cuts the connection before the work is done, or after it', async () => {
    for (const when of ['before', 'after'] as const) {
      arm({ kind: 'reset', when })
      await expect(get()).rejects.toThrow('fetch failed')
      expect(done).toBe(when === 'after' ? 1 : 0)
    }
    expect(world.requests.all().map(({ status }) => status)).toEqual([0, 0])
  })

  it('breaks off in the middle of the body', async () => {
    arm({ kind: 'truncate' })
    const reply = await get()
    expect(reply.status).toBe(200)
    await expect(reply.text()).rejects.toThrow('terminated')
    expect(world.requests.all().map(({ status }) => status)).toEqual([200])
  })

  it('lets the second half of the body wait', async () => {
    arm({ kind: 'slow-body', ms: 40 })
    const began = performance.now()
    const reply = await get()
    expect(await reply.json()).toEqual({ hello: 'world' })
    expect(performance.now() - began).toBeGreaterThan(38)
  })

  it('delays the whole of it', async () => {
    arm({ kind: 'delay', ms: 40 })
    const began = performance.now()
    expect((await get()).status).toBe(200)
    expect(performance.now() - began).toBeGreaterThan(38)
  })

  it('of another kind is handed to the operation', async () => {
    arm({ kind: 'cursor-gone' })
    await get()
    expect(handed).toEqual({ kind: 'cursor-gone' })
    await get()
    expect(handed).toBeUndefined()
  })
})
