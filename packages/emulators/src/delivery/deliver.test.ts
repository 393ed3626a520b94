import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manualClock, type VirtualClock } from '../clock/clock.ts'
import { createDelivery, graphPolicy, type Delivery } from './deliver.ts'

let server: Server
let target: string
let clock: VirtualClock
let delivery: Delivery
let came: Array<{ body: string; type: string | undefined; token: string | undefined }>
let statuses: number[]

/** Answers the statuses it was given, one after the other, then 204. */
beforeEach(async () => {
  came = []
  statuses = []
  server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { authorization, 'content-type': type } = request.headers
      came.push({ body: Buffer.concat(chunks).toString(), type, token: authorization })
      const status = statuses.shift() ?? 204
      reply
        .writeHead(status, status === 302 ? { location: `${target}/elsewhere` } : {})
        .end(status === 200 ? 'well' : '')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  target = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/push`
  clock = manualClock(new Date('2026-11-21T09:00:00Z'))
  delivery = createDelivery(clock, 'seed')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const bodies = (): string[] => came.map(({ body }) => body)
const post = (n: number): Promise<{ status: number }> => delivery.post(target, n)

describe('a notification', () => {
  it('is posted as JSON with its headers, and answers the first attempt', async () => {
    statuses = [200]
    expect(await delivery.post(target, { a: 1 }, { authorization: 'Bearer x' })).toMatchObject({
      status: 200,
      text: 'well',
    })
    expect(came).toEqual([{ body: '{"a":1}', type: 'application/json', token: 'Bearer x' }])
    expect(delivery.stats()).toMatchObject({ accepted: 1, attempts: 1, acknowledged: 1, lastStatus: 200 })
  })

  it('is retried on the clock, at growing distances, until it is acknowledged', async () => {
    statuses = [503, 403, 200]
    expect((await post(1)).status).toBe(503)
    expect(delivery.stats()).toMatchObject({ refused: 1, retrying: 1 })
    await clock.advance(9_999)
    expect(came).toHaveLength(1)
    await clock.advance(1)
    expect(came).toHaveLength(2)
    await clock.advance(19_999)
    expect(came).toHaveLength(2)
    await clock.advance(1)
    expect(delivery.stats()).toMatchObject({ attempts: 3, refused: 2, retrying: 0, acknowledged: 1 })
    await clock.advance(86_400_000)
    expect(came).toHaveLength(3)
  })

  it('is given up when nobody ever takes it', async () => {
    statuses = [500, 500, 500]
    await delivery.post(target, 1, {}, { backOff: [10, 10] })
    await clock.advance(60_000)
    expect(came).toHaveLength(3)
    expect(delivery.stats()).toMatchObject({ gaveUp: 1, retrying: 0 })
  })

  it('takes a redirect for a refusal and follows none', async () => {
    statuses = [302]
    expect((await post(1)).status).toBe(302)
    expect([came.length, delivery.stats().refused]).toEqual([1, 1])
  })

  it('has no reply when nobody listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const address = closed.address()
    const port = typeof address === 'object' && address ? address.port : 0
    closed.close()
    expect(await delivery.post(`http://127.0.0.1:${port}/`, 1)).toEqual({ status: 0, text: '' })
  })

  it('is acknowledged by what its provider takes for it', async () => {
    statuses = [299, 299]
    await post(1)
    await delivery.post(target, 2, {}, graphPolicy)
    expect(delivery.stats()).toMatchObject({ refused: 1, acknowledged: 1 })
  })

  it('is forgotten when everything is cleared', async () => {
    statuses = [500]
    await post(1)
    delivery.clear()
    await clock.advance(86_400_000)
    expect([came.length, delivery.stats().attempts]).toEqual([1, 0])
  })
})

describe('an armed push fault', () => {
  it('drops', async () => {
    delivery.arm({ fault: { kind: 'drop' }, times: 1 })
    expect([(await post(1)).status, (await post(2)).status]).toEqual([0, 204])
    expect(bodies()).toEqual(['2'])
    expect(delivery.stats()).toMatchObject({ accepted: 2, dropped: 1 })
    expect(delivery.armed()).toEqual([])
  })

  it('duplicates', async () => {
    delivery.arm({ fault: { kind: 'duplicate' }, times: 1 })
    await post(1)
    expect(bodies()).toEqual(['1', '1'])
  })

  it('lets the next one overtake', async () => {
    delivery.arm({ fault: { kind: 'reorder' }, times: 1 })
    await post(1)
    expect(delivery.stats().heldCount).toBe(1)
    await post(2)
    expect(bodies()).toEqual(['2', '1'])
    await clock.advance(60_000)
    expect(came).toHaveLength(2)
  })

  it('sends what was to be overtaken when nothing overtakes it', async () => {
    delivery.arm({ fault: { kind: 'reorder' }, times: 1 })
    await post(1)
    await clock.advance(5_000)
    expect([bodies(), delivery.stats().heldCount]).toEqual([['1'], 0])
  })

  it('delays', async () => {
    delivery.arm({ fault: { kind: 'delay', ms: 7_000 }, times: 1 })
    await post(1)
    await post(2)
    await clock.advance(7_000)
    expect(bodies()).toEqual(['2', '1'])
  })

  it('gathers a burst', async () => {
    delivery.arm({ fault: { kind: 'burst', count: 3, ms: 60_000 }, times: 5 })
    await post(1)
    await post(2)
    expect(came).toEqual([])
    await post(3)
    expect(bodies().sort()).toEqual(['1', '2', '3'])
    await post(4)
    await clock.advance(60_000)
    expect(bodies()).toHaveLength(4)
  })

  it('touches only the targets it is armed for, and no handshake', async () => {
    delivery.arm({ fault: { kind: 'drop' }, target: 'https://elsewhere.example/' })
    await post(1)
    delivery.arm({ fault: { kind: 'drop' } })
    await post(2)
    statuses = [200]
    expect(await delivery.ask(`${target}?validationToken=a`)).toMatchObject({ status: 200, text: 'well' })
    expect(bodies()).toEqual(['1', ''])
    expect(came[1]?.type).toMatch(/^text\/plain/)
    expect(delivery.stats().accepted).toBe(2)
  })

  it('of a probability replays exactly', async () => {
    const run = async (): Promise<string[]> => {
      came = []
      const again = createDelivery(clock, 'seed')
      again.arm({ fault: { kind: 'drop' }, probability: 0.5 })
      for (let n = 0; n < 20; n++) await again.post(target, n)
      return bodies()
    }
    const first = await run()
    expect(await run()).toEqual(first)
    expect(first.length).toBeGreaterThan(2)
    expect(first.length).toBeLessThan(18)
  })
})
