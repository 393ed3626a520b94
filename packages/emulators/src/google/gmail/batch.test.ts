import { describe, expect, test } from 'vitest'
import { mail, type Running, signIn, startForTest } from '../google-for-tests.ts'

interface Part {
  id: string
  status: number
  body: { id: string; error: { errors: Array<{ reason: string }> } }
}

async function batch(
  google: Running['google'],
  token: string,
  calls: Array<{ id: string; http: string; body?: unknown }>,
): Promise<{ status: number; parts: Part[] }> {
  const written = calls.map(
    ({ id, http, body }) =>
      `--edge\r\nContent-Type: application/http\r\nContent-ID: <${id}>\r\n\r\n${http}\r\n` +
      (body === undefined ? '\r\n' : `Content-Type: application/json\r\n\r\n${JSON.stringify(body)}\r\n`),
  )
  const reply = await fetch(google.urls.gmailBatch, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/mixed; boundary=edge' },
    body: `${written.join('')}--edge--\r\n`,
  })
  const boundary = /boundary=(\S+)/.exec(reply.headers.get('content-type') ?? '')?.[1] ?? '-'
  const pieces = (await reply.text()).split(`--${boundary}`).slice(1, -1)
  const parts = pieces.map((piece) => {
    const [, id = ''] = /Content-ID: <response-([^>]+)>/.exec(piece) ?? []
    const [, status = ''] = /HTTP\/1\.1 (\d+)/.exec(piece) ?? []
    const text = piece.split('\r\n\r\n').slice(2).join('\r\n\r\n').trim()
    return { id, status: Number(status), body: text === '' ? undefined : JSON.parse(text) }
  })
  return { status: reply.status, parts }
}

const get = (id: string): string => `GET /gmail/v1/users/me/messages/${id}?format=minimal`

describe('a batch', () => {
  test('answers each part by its Content-ID, in any order, each with a status of its own', async () => {
    const { google, ada, world } = await startForTest()
    const { access_token: token } = await signIn(google)
    const ids = Array.from({ length: 12 }, () => ada.deliver(mail()))
    const calls = ids.map((id) => ({ id: `item-${id}`, http: get(id) }))
    const gone = { id: 'gone', http: `${get('1940aa00bb11cc22')} HTTP/1.1` }
    const change = {
      id: 'change',
      http: `POST /gmail/v1/users/me/messages/${ids[0]}/modify`,
      body: { addLabelIds: ['STARRED'] },
    }
    const { status, parts } = await batch(google, token, [...calls, gone, change])
    expect(status).toBe(200)
    expect(parts.map((part) => part.id).sort()).toEqual(
      [...calls.map((call) => call.id), 'gone', 'change'].sort(),
    )
    expect(parts.map((part) => part.id)).not.toEqual([...calls.map((call) => call.id), 'gone', 'change'])
    for (const id of ids) expect(parts.find((part) => part.id === `item-${id}`)!.body.id).toBe(id)
    expect(parts.find((part) => part.id === 'gone')!.status).toBe(404)
    expect(ada.truth().messages.filter((message) => message.keywords.includes('$flagged'))).toHaveLength(1)
    expect(world.requests.problems()).toEqual([])
    expect(
      world.requests.all().filter((exchange) => exchange.operation === 'gmail.users.messages.get'),
    ).toHaveLength(13)
  })

  test('costs what its parts cost, so that some may be refused', async () => {
    const { google, world } = await startForTest()
    const poor = google.addAccount('poor@example.test', { unitsPerMinute: 100 })
    const { access_token: token } = await signIn(google, { email: 'poor@example.test' })
    const id = poor.deliver(mail())
    const calls = Array.from({ length: 8 }, (_, i) => ({ id: `${i}`, http: get(id) }))
    const { parts } = await batch(google, token, calls)
    expect(parts.filter((part) => part.status === 200)).toHaveLength(5)
    expect(parts.filter((part) => part.status === 403 || part.status === 429)).toHaveLength(3)
    await world.clock.advance(60_000)
    expect((await batch(google, token, calls.slice(0, 5))).parts.every((part) => part.status === 200)).toBe(
      true,
    )
  })

  test('of more than fifty parts finds some refused, of more than a hundred itself', async () => {
    const { google, ada } = await startForTest()
    const { access_token: token } = await signIn(google)
    const id = ada.deliver(mail())
    const calls = (count: number): Array<{ id: string; http: string }> =>
      Array.from({ length: count }, (_, i) => ({ id: `${i}`, http: get(id) }))
    const calm = await batch(google, token, calls(50))
    expect(calm.parts.every((part) => part.status === 200)).toBe(true)
    const crowded = await batch(google, token, calls(100))
    const refused = crowded.parts.filter((part) => part.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every((part) => part.body.error.errors[0]!.reason === 'rateLimitExceeded')).toBe(true)
    expect((await batch(google, token, calls(101))).status).toBe(400)
  })

  test('carries no uploads', async () => {
    const { google } = await startForTest()
    const { access_token: token } = await signIn(google)
    const http = 'POST /upload/gmail/v1/users/me/messages/send?uploadType=media'
    expect((await batch(google, token, [{ id: 'a', http }])).parts[0]!.status).toBe(404)
  })

  test('loses a part, or the reply of one that was done, when that is armed', async () => {
    const { google, ada, world } = await startForTest()
    const { access_token: token } = await signIn(google)
    const ids = Array.from({ length: 4 }, () => ada.deliver(mail()))
    const trash = ids.map((id) => ({ id, http: `POST /gmail/v1/users/me/messages/${id}/trash` }))
    world.faults.arm({ operation: 'gmail.batch', times: 1, fault: { kind: 'part-missing' } })
    world.faults.arm({
      operation: 'gmail.users.messages.trash',
      times: 1,
      fault: { kind: 'reset', when: 'after' },
    })
    world.faults.arm({
      operation: 'gmail.users.messages.trash',
      times: 1,
      fault: { kind: 'status', status: 503 },
    })
    const { parts } = await batch(google, token, trash)
    expect(parts).toHaveLength(2)
    expect(ada.truth().messages.filter((message) => message.places.includes('trash'))).toHaveLength(3)
  })

  test.each(['nonsense', '--edge\r\n\r\nGET /x\r\n--edge--'])(
    'that cannot be read is refused: %j',
    async (body) => {
      const { google } = await startForTest()
      const { access_token: token } = await signIn(google)
      const reply = await fetch(google.urls.gmailBatch, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/mixed; boundary=edge' },
        body,
      })
      expect(reply.status).toBe(400)
    },
  )
})
