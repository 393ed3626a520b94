import { describe, expect, test } from 'vitest'
import { getGraph, mail, segment, startForTest, type Graph } from '../microsoft-for-tests.ts'

interface Part {
  id: string
  status: number
  headers: Record<string, string>
  // What is in it is each test's own business.
  // oxlint-disable-next-line typescript/no-explicit-any
  body?: any
}

async function run(graph: Graph, requests: object[], headers: Record<string, string> = {}): Promise<Part[]> {
  const { status, body } = await graph('/$batch', { body: { requests }, headers })
  expect(status).toBe(200)
  return (body.responses as Part[]).sort((a, b) => Number(a.id) - Number(b.id))
}

const json = { 'Content-Type': 'application/json' }

describe('A batch', () => {
  test('answers each part with its own status, bytes as base64', async () => {
    const { ada, graph } = await startForTest()
    const id = segment(ada.deliver(mail('One')))
    const parts = await run(graph, [
      { id: '1', method: 'GET', url: `/me/messages/${id}?$select=subject` },
      { id: '2', method: 'GET', url: `me/messages/${id}/$value` },
      { id: '3', method: 'PATCH', url: `/me/messages/${id}`, headers: json, body: { isRead: true } },
      { id: '4', method: 'GET', url: '/me/mailFolders/archive/messages/nonsense' },
      { id: '5', method: 'GET', url: '/me/mailFolders/junkemail' },
    ])
    expect(parts.map((part) => part.status)).toEqual([200, 200, 200, 400, 200])
    expect(parts[0]?.body.subject).toBe('One')
    expect(Buffer.from(parts[1]?.body, 'base64').toString()).toContain('Subject: One')
    expect(parts[3]?.body.error.code).toBe('ErrorInvalidIdMalformed')
    expect(ada.truth().messages[0]?.keywords).toEqual(['$seen'])
  })

  test('does not hand its own Prefer to its parts', async () => {
    const { ada, graph } = await startForTest()
    ada.deliver(mail('One'))
    const prefer = { Prefer: 'IdType="ImmutableId"' }
    const list = { method: 'GET', url: '/me/messages?$select=id' }
    const parts = await run(
      graph,
      [
        { id: '1', ...list },
        { id: '2', ...list, headers: prefer },
      ],
      prefer,
    )
    const [rest, immutable] = parts.map((part) => part.body.value[0].id)
    expect(immutable).toBe(ada.truth().messages[0]?.id)
    expect(rest).not.toBe(immutable)
    expect(parts[1]?.headers['Preference-Applied']).toBe('IdType="ImmutableId"')
  })

  test('does what depends on something after it, and not at all when that failed', async () => {
    const { ada, graph } = await startForTest()
    const id = segment(ada.deliver(mail('One')))
    const parts = await run(graph, [
      { id: '1', method: 'PATCH', url: `/me/messages/${id}`, headers: json, body: { isRead: true } },
      {
        id: '2',
        dependsOn: ['1'],
        method: 'POST',
        url: `/me/messages/${id}/move`,
        headers: json,
        body: { destinationId: 'archive' },
      },
      { id: '3', method: 'GET', url: '/me/messages/nonsense' },
      { id: '4', dependsOn: ['3'], method: 'DELETE', url: `/me/messages/${id}` },
      { id: '5', dependsOn: ['4'], method: 'DELETE', url: `/me/messages/${id}` },
    ])
    expect(parts.map((part) => part.status)).toEqual([200, 201, 400, 424, 424])
    expect(ada.truth().messages).toMatchObject([{ places: ['archive'], keywords: ['$seen'] }])
  })

  test('is refused as a whole when it is malformed', async () => {
    const { graph, world } = await startForTest()
    const get = { method: 'GET', url: '/me/messages' }
    const status = async (requests: object[]): Promise<number> =>
      (await graph('/$batch', { body: { requests } })).status
    expect(await status(Array.from({ length: 21 }, (_, nr) => ({ id: String(nr), ...get })))).toBe(400)
    expect(
      await status([
        { id: 'a', ...get },
        { id: 'A', ...get },
      ]),
    ).toBe(400)
    expect(await status([{ id: '1', method: 'GET', url: 'https://graph.microsoft.com/v1.0/me' }])).toBe(400)
    expect(await status([{ id: '1', method: 'POST', url: '/me/messages', body: {} }])).toBe(400)
    expect(await status([{ id: '1', dependsOn: ['9'], ...get }])).toBe(400)
    world.requests.clear()
  })

  test('needs a sound token, which may end for some of its parts', async () => {
    const { microsoft, graph, world, ada } = await startForTest()
    const requests = [
      { id: '1', method: 'GET', url: '/me' },
      { id: '2', dependsOn: ['1'], method: 'GET', url: '/me/mailFolders/inbox' },
      { id: '3', method: 'GET', url: '/me/mailboxSettings' },
    ]
    const without = await getGraph(microsoft, 'made up')('/$batch', { body: { requests } })
    expect([without.status, without.body.error.code]).toEqual([401, 'InvalidAuthenticationToken'])
    const fault = { kind: 'token-expires' } as const
    world.faults.arm({ operation: 'graph.me', account: ada.email, times: 1, fault })
    const parts = await run(graph, requests)
    expect(parts[0]?.status).toBe(401)
    expect((await graph('/$batch', { body: { requests } })).status).toBe(401)
  })

  test('can lose a part, and parts meet the faults of their operations', async () => {
    const { ada, graph, world } = await startForTest()
    const id = segment(ada.deliver(mail('One')))
    const requests = ['1', '2', '3'].map((nr) => ({
      id: nr,
      method: 'GET',
      url: `/me/messages/${id}/$value`,
    }))
    world.faults.arm({ operation: 'graph.batch', times: 1, fault: { kind: 'part-missing' } })
    expect(await run(graph, requests)).toHaveLength(2)
    world.faults.arm({
      operation: 'graph.messages.value',
      account: ada.email,
      times: 1,
      fault: { kind: 'status', status: 503, headers: { 'retry-after': '7' } },
    })
    const parts = await run(graph, requests)
    const failed = parts.filter((part) => part.status === 503)
    expect(failed).toHaveLength(1)
    expect(failed[0]).toMatchObject({
      headers: { 'Retry-After': '7' },
      body: { error: { code: 'ServiceUnavailable' } },
    })
    world.faults.arm({ operation: 'graph.messages.value', times: 1, fault: { kind: 'reset', when: 'after' } })
    expect(await run(graph, requests)).toHaveLength(2)
  })
})
