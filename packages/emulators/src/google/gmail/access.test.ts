import { describe, expect, test } from 'vitest'
import { googleTable } from '../schema.ts'
import { base64url, caller, mail, signedIn, signIn, startForTest } from '../google-for-tests.ts'
import { gmailRefusal, gmailRefusals } from './samples.ts'
import { getUnits } from './quota.ts'

const api = 'https://www.googleapis.com/auth/'

describe('scopes', () => {
  test.each([
    [`${api}gmail.modify`, 'DELETE', '/messages/ID', 403],
    [`${api}gmail.modify`, 'POST', '/messages/ID/trash', 200],
    [`${api}gmail.readonly`, 'GET', '/messages/ID', 200],
    [`${api}gmail.readonly`, 'POST', '/messages/ID/trash', 403],
    [`${api}gmail.send`, 'GET', '/messages', 403],
    [`${api}gmail.labels`, 'GET', '/labels', 200],
    [`${api}gmail.metadata`, 'GET', '/messages/ID?format=metadata', 200],
    [`${api}gmail.metadata`, 'GET', '/messages/ID?format=raw', 403],
    [`${api}gmail.metadata`, 'GET', '/messages?q=x', 403],
    [`${api}calendar`, 'GET', '/profile', 403],
    ['openid email', 'GET', '/messages', 403],
    ['https://mail.google.com/', 'DELETE', '/messages/ID', 204],
  ])('%s: %s %s answers %d', async (scope, method, path, status) => {
    const { google, ada } = await startForTest()
    const call = await signedIn(google, { scope })
    const id = ada.deliver(mail())
    expect((await call(method, path.replace('ID', id))).status).toBe(status)
  })

  test('that were unticked later are missed with the reason', async () => {
    const { google } = await startForTest()
    const call = await signedIn(google)
    google.grants.untick('ada@example.test', 'https://mail.google.com/')
    expect(await call('GET', '/profile')).toMatchObject({
      status: 403,
      body: {
        error: {
          errors: [{ reason: 'insufficientPermissions' }],
          details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
        },
      },
    })
  })
})

describe('tokens', () => {
  test('open one mailbox only, by "me" or by its address', async () => {
    const { google } = await startForTest()
    google.addAccount('bea@example.test')
    const { access_token: token } = await signIn(google)
    const loadProfile = async (user: string): Promise<number> => {
      const url = `${google.urls.gmail}/gmail/v1/users/${user}/profile`
      return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status
    }
    expect(await loadProfile('ada%40example.test')).toBe(200)
    expect(await loadProfile('bea%40example.test')).toBe(403)
  })

  test('that nobody gave out, and none at all, answer 401', async () => {
    const { google } = await startForTest()
    expect((await caller(google, 'EwB4Microsoft')('GET', '/profile')).status).toBe(401)
    expect((await fetch(`${google.urls.gmail}/gmail/v1/users/me/profile`)).status).toBe(401)
  })

  test('of an account without Gmail find the service not enabled', async () => {
    const { google } = await startForTest()
    google.addAccount('nomail@example.test', { hasMail: false })
    const call = await signedIn(google, { email: 'nomail@example.test' })
    expect(await call('GET', '/profile')).toMatchObject({
      status: 400,
      body: { error: { message: 'Mail service not enabled', errors: [{ reason: 'failedPrecondition' }] } },
    })
  })
})

describe('quota', () => {
  test('has a price for every method of the table', () => {
    for (const { id } of googleTable.methods) expect(getUnits(id)).toBeGreaterThan(0)
  })

  test('is 6,000 units within any minute of the virtual clock', async () => {
    const { google, ada, world } = await startForTest()
    const call = await signedIn(google)
    for (let i = 0; i < 60; i++) {
      expect(
        (await call('POST', '/messages/send', { raw: base64url(mail({ To: 'x@elsewhere.test' })) })).status,
      ).toBe(200)
      await world.clock.advance(500)
    }
    expect(ada.quota.taken).toBe(6_000)
    const refused = []
    for (let i = 0; i < 20; i++) refused.push(await call('GET', '/labels'))
    expect(new Set(refused.map((called) => called.status))).toEqual(new Set([403, 429]))
    const rateLimitError = refused.find((called) => called.status === 403)!.body.error
    expect(rateLimitError.errors[0]!.reason).toBe('userRateLimitExceeded')
    const retryAt = Date.parse(/Retry after (\S+)/.exec(rateLimitError.message)![1]!)
    expect(retryAt - world.clock.now().getTime()).toBe(30_000)
    await world.clock.advance(30_000)
    expect((await call('GET', '/labels')).status).toBe(200)
  })

  test('is counted by user', async () => {
    const { google } = await startForTest()
    google.addAccount('poor@example.test', { unitsPerMinute: 10 })
    const poor = await signedIn(google, { email: 'poor@example.test' })
    const ada = await signedIn(google)
    for (let i = 0; i < 10; i++) await poor('GET', '/profile')
    expect((await poor('GET', '/profile')).status).toBeGreaterThan(400)
    expect((await ada('GET', '/profile')).status).toBe(200)
  })
})

describe('faults', () => {
  test('strike the operation they are armed for', async () => {
    const { google, ada, world } = await startForTest()
    const call = await signedIn(google)
    ada.deliver(mail())
    const arm = (operation: string, fault: Parameters<typeof world.faults.arm>[0]['fault']): void =>
      world.faults.arm({ operation, account: 'ada@example.test', times: 1, fault })
    const { historyId } = (await call('GET', '/profile')).body
    arm('gmail.users.history.list', { kind: 'cursor-gone' })
    expect((await call('GET', `/history?startHistoryId=${historyId}`)).status).toBe(404)
    arm('gmail.users.messages.list', { kind: 'status', status: 503, body: { error: { code: 503 } } })
    expect((await call('GET', '/messages')).status).toBe(503)
    arm('gmail.users.messages.list', { kind: 'truncate' })
    await expect(call('GET', '/messages')).rejects.toThrow('terminated')
    arm('gmail.users.labels.list', { kind: 'token-expires' })
    expect((await call('GET', '/labels')).status).toBe(401)
    expect((await call('GET', '/labels')).status).toBe(401)
    expect(world.requests.problems()).toEqual([])
  })

  test('have the shapes of refusals at hand', async () => {
    const { google, world } = await startForTest()
    const call = await signedIn(google)
    for (const name of gmailRefusals) {
      const fault = gmailRefusal(name, world.clock.now())
      world.faults.arm({ operation: 'gmail.*', times: 1, fault })
      const { status, body } = await call('GET', '/profile')
      expect(body.error).toMatchObject({ code: status, errors: [{ reason: expect.stringMatching(/\w+/) }] })
      expect(status).toBeGreaterThanOrEqual(400)
    }
    expect((await call('GET', '/profile')).status).toBe(200)
    expect(() => gmailRefusal('tired', world.clock.now())).toThrow('no refusal tired')
  })

  test('lose a reply after the work is done', async () => {
    const { google, ada, world } = await startForTest()
    const call = await signedIn(google)
    world.faults.arm({
      operation: 'gmail.users.messages.send',
      times: 1,
      fault: { kind: 'reset', when: 'after' },
    })
    const raw = base64url(mail({ To: 'x@elsewhere.test' }))
    await expect(call('POST', '/messages/send', { raw })).rejects.toThrow('fetch failed')
    expect(ada.truth().sent).toHaveLength(1)
  })

  test('repeat a page without losing one', async () => {
    const { google, ada, world } = await startForTest()
    const call = await signedIn(google)
    const ids = Array.from({ length: 6 }, () => ada.deliver(mail()))
    const pages: string[][] = []
    for (let token: string | undefined = ''; token !== undefined;) {
      if (pages.length === 1)
        world.faults.arm({
          operation: 'gmail.users.messages.list',
          times: 1,
          fault: { kind: 'page-repeated' },
        })
      const { messages, nextPageToken } = (
        await call('GET', `/messages?maxResults=2${token === '' ? '' : `&pageToken=${token}`}`)
      ).body
      pages.push(messages.map((message) => message.id))
      token = nextPageToken as string | undefined
    }
    expect(pages).toHaveLength(4)
    expect(pages[1]).toEqual(pages[0])
    expect(new Set(pages.flat())).toEqual(new Set(ids))
  })

  test('let a change be announced before it can be read', async () => {
    const { google, ada, world } = await startForTest()
    const call = await signedIn(google)
    const { historyId } = (await call('GET', '/profile')).body
    world.faults.arm({ operation: 'gmail.users.history.list', times: 2, fault: { kind: 'lag', ms: 5_000 } })
    ada.deliver(mail())
    const early = (await call('GET', `/history?startHistoryId=${historyId}`)).body
    expect(early).toEqual({ historyId })
    await world.clock.advance(5_000)
    const later = (await call('GET', `/history?startHistoryId=${historyId}`)).body
    expect(later.history).toHaveLength(1)
  })
})

test('what is not there answers 404 in the envelope', async () => {
  const { google } = await startForTest()
  const call = await signedIn(google)
  expect(await call('GET', '/nothing')).toMatchObject({ status: 404, body: { error: { code: 404 } } })
})
