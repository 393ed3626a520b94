import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manualClock, type VirtualClock } from './clock/clock.ts'
import { demoAccounts, startEmulators } from './start.ts'
import type { Emulators } from './emulators.ts'
import { toRawMessage } from './blobs/raw.ts'
import { decodeWords, headerValue, readHeaders } from './mime/index.ts'

const clients = [
  { id: 'client', secret: 'secret', redirectUris: ['http://127.0.0.1/callback'], project: 'p' },
]
const now = new Date('2026-11-21T14:20:00Z')
const { google, microsoft } = demoAccounts

let clock: VirtualClock
let emulators: Emulators
/** What a command answers, as far as it is looked at here. */
interface Said {
  accounts: unknown[]
  armed: unknown[]
  id: string
  messages: Array<{ receivedAt: string }>
  problems: string[]
  requests: unknown[]
  sent: unknown[]
}
let api: (path: string, body?: unknown) => Promise<Said>

async function start(profile?: 'tiny'): Promise<void> {
  clock = manualClock(now)
  emulators = await startEmulators({ seed: 'start', clock, clients, ...(profile && { profile }) })
  api = async (path, body) => {
    const reply = await fetch(`${emulators.controlUrl}/__emu/${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    return (await reply.json()) as Said
  }
}

beforeEach(() => start())
afterEach(() => emulators.close())

describe('both providers, started', () => {
  it('come empty, on origins of their own', async () => {
    const { google: googleEmulator, microsoft: microsoftEmulator } = emulators
    const { authorize, gmail, gmailUpload } = googleEmulator.urls
    const { login, graph, uploads } = microsoftEmulator.urls
    const origins = [authorize, gmail, gmailUpload, login, graph, uploads, emulators.controlUrl]
    expect(new Set(origins.map((url) => new URL(url).origin)).size).toBe(7)
    expect(await api('state')).toMatchObject({ seed: 'start', accounts: [], problems: 0, mailEveryMs: 0 })
  })

  it('come with a filled account each when a profile is named, the same for the same seed', async () => {
    await emulators.close()
    await start('tiny')
    const truth = await api(`truth?email=${google.email}`)
    const otherSaid = await api(`truth?email=${microsoft.email}`)
    expect([truth.messages.length, otherSaid.messages.length]).toEqual([30, 30])
    await emulators.close()
    await start('tiny')
    const again = await api(`truth?email=${google.email}`)
    expect(again).toEqual(truth)
  })

  it('start over at the same addresses when reset, without what was armed', async () => {
    const urls = JSON.stringify([emulators.google.urls, emulators.microsoft.urls])
    emulators.addGoogle({ ...google, profile: 'tiny' })
    await api('faults', { operation: '*', fault: { kind: 'html' } })
    await api('reset', { seed: 'another' })
    expect(JSON.stringify([emulators.google.urls, emulators.microsoft.urls])).toBe(urls)
    expect(await api('state')).toMatchObject({ seed: 'another', accounts: [], faults: [] })
    await api('reset', { profile: 'tiny' })
    expect((await api('state')).accounts).toHaveLength(2)
  })

  it('carry mail from one to the other, and keep what goes anywhere else', async () => {
    const home = emulators.addGoogle(google)
    emulators.addMicrosoft(microsoft)
    const raw = toRawMessage(
      `From: ${google.email}\r\nTo: ${microsoft.email}, elin@postbox.example\r\nSubject: Soup?\r\nMessage-ID: <soup@gmail.example>\r\n\r\nAt seven.\r\n`,
    )
    home.act({ kind: 'send', raw, recipients: [microsoft.email, 'elin@postbox.example'] })
    const truth = await api(`truth?email=${microsoft.email}`)
    expect(truth.messages).toMatchObject([{ messageId: '<soup@gmail.example>', places: ['inbox'] }])
    expect((await api(`truth?email=${google.email}`)).sent).toMatchObject([
      { messageId: '<soup@gmail.example>', recipients: [microsoft.email, 'elin@postbox.example'] },
    ])
    expect(await api('swallowed')).toMatchObject([
      { from: google.email, recipients: ['elin@postbox.example'] },
    ])
  })
})

describe('the control API', () => {
  it('makes accounts, delivers mail and acts as their owner', async () => {
    expect(await api('seed', { provider: 'google', email: 'ada@example.test', profile: 'tiny' })).toEqual({
      email: 'ada@example.test',
      messages: 30,
    })
    const email = 'tom@example.test'
    await api('seed', { provider: 'microsoft', email })
    const { id } = await api('deliver', { email, subject: 'Hello', text: 'World', keywords: ['Travel'] })
    await api('act', { email, kind: 'mark', ids: [id], keyword: '$seen' })
    const { messages } = await api(`truth?email=${email}`)
    expect(messages).toMatchObject([{ id, places: ['inbox'], keywords: ['$seen', 'Travel'] }])
    expect(messages[0]!.receivedAt).toBe(now.toISOString())
    await api('act', { email, kind: 'send', raw: 'Subject: x\r\n\r\n', recipients: ['ada@example.test'] })
    expect((await api('truth?email=ada@example.test')).messages).toHaveLength(31)
  })

  it('moves the clock', async () => {
    expect(await api('clock', { advanceMs: 60_000 })).toEqual({
      now: '2026-11-21T14:21:00.000Z',
      mode: 'manual',
    })
    expect(clock.now()).toEqual(new Date(now.getTime() + 60_000))
  })

  it('arms faults and push faults, and clears them', async () => {
    const fault = { operation: 'google.token', times: 2, fault: { kind: 'html' } }
    expect(await api('faults', fault)).toEqual([fault])
    expect(emulators.world.faults.take('google.token', undefined)).toEqual({ kind: 'html' })
    await api('faults/clear', {})
    expect(await api('faults')).toEqual([])
    await api('push', { fault: { kind: 'drop' } })
    expect(await api('push')).toMatchObject({ armed: [{ fault: { kind: 'drop' } }], stats: { accepted: 0 } })
    await api('push/clear', {})
    expect((await api('push')).armed).toEqual([])
  })

  it('shows the requests and what was wrong with them', async () => {
    await fetch(`${emulators.google.urls.gmail}/gmail/v1/users/me/letters`)
    const { requests, problems } = await api('requests')
    expect(requests).toMatchObject([{ method: 'GET', url: '/gmail/v1/users/me/letters' }])
    expect(problems[0]).toContain('no such method')
    await api('requests/clear', {})
    expect(await api('requests')).toEqual({ requests: [], problems: [] })
  })

  it('connects a topic with an endpoint', async () => {
    const endpoint = 'http://127.0.0.1:1/push'
    await api('pubsub', {
      topic: 'projects/p/topics/mail',
      subscription: 'projects/p/subscriptions/s',
      endpoint,
    })
    expect(emulators.google.pubSub.subscriptions()).toMatchObject([
      { endpoint, topic: 'projects/p/topics/mail' },
    ])
  })

  it('changes what was consented to', async () => {
    emulators.addGoogle(google)
    emulators.addMicrosoft(microsoft)
    const { grants } = emulators.google
    const scopes = ['https://mail.google.com/']
    const grant = grants.open(
      {
        client: 'client',
        email: google.email,
        redirectUri: '',
        scopes,
        challenge: undefined,
        nonce: undefined,
        offline: true,
        forced: true,
      },
      undefined,
    )
    const { token } = grants.mint(grant, scopes)
    expect(grants.accessToken(token)).toBeDefined()
    const change = { provider: 'google', email: google.email }
    await api('grants', { ...change, do: 'expire-access' })
    expect([grants.accessToken(token), grants.live(google.email)]).toEqual([undefined, [grant]])
    await api('grants', { ...change, do: 'revoke' })
    expect(grants.live(google.email)).toEqual([])
    for (const act of ['revoke', 'change-password', 'expire', 'expire-access', 'require-mfa', 'disable'])
      expect(await api('grants', { provider: 'microsoft', email: microsoft.email, do: act })).toEqual({
        done: true,
      })
    expect(await api('grants', { provider: 'microsoft', do: 'expire-secret', client: 'nobody' })).toEqual({
      error: 'No client is registered as nobody',
    })
  })

  it('says what it does not understand', async () => {
    for (const [path, body] of [
      ['seed', { provider: 'google' }],
      ['seed', { provider: 'google', email: 'a@b.test', profile: 'vast' }],
      ['deliver', { email: 'nobody@example.test' }],
      ['clock', { advanceMs: -1 }],
      ['grants', { provider: 'google', do: 'toString', email: 'a@b.test' }],
      ['lifecycle', { email: 'a@b.test', event: 'gone' }],
      ['faults', {}],
    ] as const)
      expect(await api(path, body), path).toEqual({ error: expect.any(String) })
  })

  it('takes nothing but JSON, so that no other page can post to it unasked', async () => {
    const post = (type: string): Promise<Response> =>
      fetch(`${emulators.controlUrl}/__emu/clock`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"advanceMs":1}',
      })
    expect((await post('text/plain')).status).toBe(415)
    expect((await post('application/x-www-form-urlencoded')).status).toBe(415)
    expect(clock.now()).toEqual(now)
  })

  it('has a page', async () => {
    const reply = await fetch(`${emulators.controlUrl}/`)
    expect(reply.headers.get('content-type')).toContain('text/html')
    expect(await reply.text()).toContain('Emulated providers')
  })
})

describe('the ticker', () => {
  it('lets mail trickle in to one account after the other, until it is stopped', async () => {
    const home = emulators.addGoogle(google)
    const studio = emulators.addMicrosoft(microsoft)
    await api('ticker', { everyMs: 180_000 })
    await clock.advance(3_600_000)
    const [first, second] = [home, studio].map((mailbox) => mailbox.truth().messages.length)
    expect(first).toBeGreaterThan(5)
    expect(Math.abs(first! - second!)).toBeLessThan(2)
    expect(home.truth().messages.every(({ places }) => places.includes('inbox'))).toBe(true)
    await api('ticker', { everyMs: 0 })
    await clock.advance(3_600_000)
    expect(home.truth().messages).toHaveLength(first!)
  })

  it('brings nobody a mail that has just come to the other account', async () => {
    const delivered: string[] = []
    for (const mailbox of [emulators.addGoogle(google), emulators.addMicrosoft(microsoft)]) {
      const { deliver } = mailbox
      mailbox.deliver = (mail, options) => {
        const { headers } = readHeaders(mail.render())
        delivered.push(['from', 'subject'].map((name) => headerValue(headers, name)).join(' '))
        return deliver(mail, options)
      }
    }
    await api('ticker', { everyMs: 180_000 })
    await clock.advance(1_800_000)
    expect(delivered.length).toBeGreaterThan(6)
    expect(new Set(delivered).size).toBe(delivered.length)
  })

  it('answers what was sent, in the same thread, a little later', async () => {
    const home = emulators.addGoogle(google)
    const raw = toRawMessage(
      `From: Nora Lindqvist <${google.email}>\r\nTo: elin.sorensen@postbox.example\r\nSubject: Soup?\r\nMessage-ID: <soup@gmail.example>\r\n\r\nAt seven.\r\n`,
    )
    const delivered: string[] = []
    const { deliver } = home
    home.deliver = (mail, options) => {
      delivered.push(mail.render().toString('utf8'))
      return deliver(mail, options)
    }
    home.act({ kind: 'send', raw, recipients: ['elin.sorensen@postbox.example'] })
    expect(delivered).toEqual([])
    await clock.advance(120_000)
    expect(delivered).toHaveLength(1)
    const { headers } = readHeaders(Buffer.from(delivered[0]!))
    expect(headerValue(headers, 'in-reply-to')).toBe('<soup@gmail.example>')
    expect(decodeWords(headerValue(headers, 'from') ?? '')).toContain('Elin Sørensen')
    expect(headerValue(headers, 'subject')).toBe('Re: Soup?')
    expect(delivered[0]).toContain('> At seven.')
  })

  it('does not answer for machines, nor for the other emulated mailbox', async () => {
    const home = emulators.addGoogle(google)
    emulators.addMicrosoft(microsoft)
    for (const to of ['no-reply@nordbank.example', 'timber@lists.woodworks.example', microsoft.email]) {
      const raw = toRawMessage(
        `From: ${google.email}\r\nTo: ${to}\r\nSubject: x\r\nMessage-ID: <${to}.x>\r\n\r\n`,
      )
      home.act({ kind: 'send', raw, recipients: [to] })
    }
    await clock.advance(600_000)
    expect(home.truth().messages.filter(({ places }) => places.includes('inbox'))).toEqual([])
  })
})
