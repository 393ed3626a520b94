import { describe, expect, test } from 'vitest'
import { mail, type Running, signIn, startForTest } from '../google-for-tests.ts'

interface Started extends Running {
  send: (
    path: string,
    headers: Record<string, string>,
    body: string | Uint8Array<ArrayBuffer>,
  ) => Promise<Response>
}

async function start(): Promise<Started> {
  const running = await startForTest()
  const { access_token: token } = await signIn(running.google)
  const send: Started['send'] = (path, headers, body) =>
    fetch(running.google.urls.gmailUpload + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    })
  return { ...running, send }
}

const users = '/upload/gmail/v1/users/me'
const text = mail({ From: 'ada@example.test', To: 'x@elsewhere.test' }).render()

describe('uploads', () => {
  test('take a whole message as it is', async () => {
    const { ada, send, world } = await start()
    const path = `${users}/messages/send?uploadType=media`
    const reply = await send(path, { 'content-type': 'message/rfc822' }, new Uint8Array(text))
    expect(reply.status).toBe(200)
    const { id } = (await reply.json()) as { id: string }
    expect(ada.store.get(id).raw.render().toString().endsWith(text.toString())).toBe(true)
    const wrong = await send(path, { 'content-type': 'text/plain' }, new Uint8Array(text))
    expect(wrong.status).toBe(400)
    expect(world.requests.problems()).toEqual([])
  })

  test('take metadata and a message together', async () => {
    const { ada, send } = await start()
    const path = `${users}/messages?uploadType=multipart`
    const body = [
      '--e',
      'Content-Type: application/json',
      '',
      '{"labelIds":["INBOX"]}',
      '--e',
      'Content-Type: message/rfc822',
      '',
      `${text}`,
      '--e--',
    ].join('\r\n')
    const reply = await send(path, { 'content-type': 'multipart/related; boundary=e' }, body)
    expect(await reply.json()).toMatchObject({ labelIds: ['INBOX'] })
    expect([...ada.store.newestFirst()][0]!.raw.render().toString()).toBe(text.toString())
  })

  test('come in pieces to the other origin, without a token, and go on where they broke off', async () => {
    const { ada, send, google } = await start()
    const long = Buffer.concat([text, Buffer.alloc(600_000, 'x')])
    const opened = await send(
      '/resumable/upload/gmail/v1/users/me/drafts?uploadType=resumable',
      { 'content-type': 'application/json', 'x-upload-content-type': 'message/rfc822' },
      '{}',
    )
    const where = opened.headers.get('location')!
    expect(where.startsWith(google.urls.gmailUpload)).toBe(true)
    const put = (range: string, bytes: Buffer): Promise<Response> =>
      fetch(where, { method: 'PUT', headers: { 'content-range': range }, body: new Uint8Array(bytes) })
    const total = long.length
    expect((await put(`bytes 0-99999/${total}`, long.subarray(0, 100_000))).status).toBe(400)
    const first = await put(`bytes 0-262143/${total}`, long.subarray(0, 262_144))
    expect([first.status, first.headers.get('range')]).toEqual([308, 'bytes=0-262143'])
    const asked = await put(`bytes */${total}`, Buffer.alloc(0))
    expect([asked.status, asked.headers.get('range')]).toEqual([308, 'bytes=0-262143'])
    expect((await put(`bytes 0-262143/${total}`, long.subarray(0, 262_144))).status).toBe(400)
    const last = await put(`bytes 262144-${total - 1}/${total}`, long.subarray(262_144))
    const draft = (await last.json()) as { message: { id: string } }
    expect(ada.store.get(draft.message.id).raw.size).toBeGreaterThan(total)
    expect((await put(`bytes */${total}`, Buffer.alloc(0))).status).toBe(404)
  })

  test('are gone after a week, and need a token and a way to begin', async () => {
    const { send, world, google } = await start()
    const path = `${users}/messages/send?uploadType=resumable`
    const opened = await send(path, {}, '')
    await world.clock.advance(8 * 86_400_000)
    const where = opened.headers.get('location')!
    expect((await fetch(where, { method: 'PUT', body: new Uint8Array(text) })).status).toBe(404)
    expect((await fetch(google.urls.gmailUpload + path, { method: 'POST' })).status).toBe(401)
    expect((await send(`${users}/messages/send?uploadType=carrier`, {}, '')).status).toBe(400)
  })

  test('of more than 35 MB are refused by send', async () => {
    const { send } = await start()
    const path = `${users}/messages/send?uploadType=media`
    const reply = await send(path, { 'content-type': 'message/rfc822' }, new Uint8Array(36_700_161))
    expect(reply.status).toBe(413)
  })
})
