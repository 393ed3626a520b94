import { describe, expect, test } from 'vitest'
import { exchange, getGraph, mail, segment, signIn, startForTest, getToken } from '../microsoft-for-tests.ts'

describe('The limits of a mailbox', () => {
  test('are four requests in flight: the fifth is a 429 that says when to come back', async () => {
    const { graph } = await startForTest({ mailbox: { latencyMs: 60 } })
    const four = await Promise.all(Array.from({ length: 4 }, () => graph('/me/mailFolders/inbox')))
    expect(four.map((reply) => reply.status)).toEqual([200, 200, 200, 200])
    const many = await Promise.all(Array.from({ length: 8 }, () => graph('/me/mailFolders/inbox')))
    const refused = many.filter((reply) => reply.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.body.error.code).toBe('ApplicationThrottled')
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect((await graph('/me/mailFolders/inbox')).status).toBe(200)
  })

  test('are met by the parts of a batch one by one: beside other requests some of them are refused', async () => {
    const { graph } = await startForTest({ mailbox: { latencyMs: 60 } })
    const requests = Array.from({ length: 8 }, (_, nr) => ({
      id: String(nr),
      method: 'GET',
      url: '/me/mailFolders/inbox',
    }))
    const alone = await graph('/$batch', { body: { requests } })
    expect(alone.body.responses.every((response: { status: number }) => response.status === 200)).toBe(true)
    const [both] = await Promise.all([
      graph('/$batch', { body: { requests } }),
      graph('/me/messages'),
      graph('/me/messages'),
    ])
    const refused = both.body.responses.filter((response: { status: number }) => response.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0].headers['Retry-After']).toBe('1')
  })

  test('are its own: another mailbox of the same app goes on', async () => {
    const { graph, microsoft } = await startForTest({ mailbox: { latencyMs: 60 } })
    const bob = microsoft.addAccount('bob@contoso.test', { latencyMs: 60 })
    const asBob = getGraph(microsoft, await getToken(microsoft, bob.email))
    const all = await Promise.all([
      ...Array.from({ length: 4 }, () => graph('/me/messages')),
      ...Array.from({ length: 4 }, () => asBob('/me/messages')),
    ])
    expect(all.every((reply) => reply.status === 200)).toBe(true)
  })

  test('are so many requests in ten minutes of the virtual clock', async () => {
    const { graph, world } = await startForTest({ limits: { perTenMinutes: 3 } })
    for (let nr = 0; nr < 3; nr++) expect((await graph('/me/messages')).status).toBe(200)
    await world.clock.advance(60_000)
    const refused = await graph('/me/messages')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '540'])
    await world.clock.advance(540_000)
    expect((await graph('/me/messages')).status).toBe(200)
  })
})

describe('Faults at Graph', () => {
  test('speak its language when only their status is known, and are logged with the request', async () => {
    const { graph, world, ada } = await startForTest()
    world.faults.arm({
      operation: 'graph.*',
      times: 1,
      fault: { kind: 'status', status: 429, headers: { 'retry-after': '30' } },
    })
    const reply = await graph('/me/messages')
    expect(reply.body.error).toMatchObject({ code: 'ApplicationThrottled', innerError: expect.anything() })
    expect(reply.headers.get('retry-after')).toBe('30')
    expect(world.requests.all().at(-1)).toMatchObject({
      operation: 'graph.messages.list',
      account: ada.email,
      method: 'GET',
      status: 429,
    })
  })

  test('strike the token endpoint for one account and leave the others alone', async () => {
    const { microsoft, world, ada } = await startForTest()
    microsoft.addAccount('bob@contoso.test')
    const fault = { kind: 'status', status: 503 } as const
    world.faults.arm({ operation: 'microsoft.token', account: ada.email, fault })
    expect((await exchange(microsoft, 'bob@contoso.test')).status).toBe(200)
    const { back, verifier } = await signIn(microsoft, ada.email)
    const reply = await fetch(`${microsoft.urls.login}/common/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({ code: back.get('code') ?? '', code_verifier: verifier }),
    })
    expect(reply.status).toBe(503)
  })

  test('cut replies short and put a proxy before them', async () => {
    const { graph, world, ada } = await startForTest()
    const id = segment(ada.deliver(mail('One')))
    world.faults.arm({ operation: 'graph.messages.get', times: 1, fault: { kind: 'truncate' } })
    await expect(graph(`/me/messages/${id}`)).rejects.toThrow('terminated')
    world.faults.arm({ operation: 'graph.messages.get', times: 1, fault: { kind: 'html' } })
    const proxy = await graph(`/me/messages/${id}`)
    expect([proxy.status, proxy.headers.get('content-type')]).toEqual([502, 'text/html'])
  })
})
