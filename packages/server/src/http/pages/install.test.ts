import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { ada, testKeys } from '../../../../server-testing/src/people/test-people.ts'
import {
  type TestHttp,
  cookieHeader,
  form,
  navigation,
  rawAnswer,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'

const local = { host: '127.0.0.1:8080' }
const fields = { ...ada, publicUrl: '', locale: 'de', timeZone: 'Europe/Berlin' }

let db: TestDatabase
let http: TestHttp
beforeEach(async () => {
  db = await testDatabase()
  http = await testHttp(db.database)
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

function install(
  changed: Record<string, string> = {},
  headers: Record<string, string> = local,
  remoteAddress = '127.0.0.1',
) {
  const { payload, headers: type } = form({ ...fields, ...changed })
  return http.app.inject({
    method: 'POST',
    url: '/install',
    remoteAddress,
    payload,
    headers: { ...type, ...headers },
  })
}

const page = (headers: Record<string, string> = local, remoteAddress = '127.0.0.1') =>
  http.app.inject({ url: '/install', remoteAddress, headers: { ...navigation, ...headers } })

describe('the first set-up', () => {
  test('makes the administrator, stores the address and leaves the browser signed in', async () => {
    const answer = await install({ publicUrl: 'http://mail.home.example:8080/' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
    expect(http.settings.publicAddress).toBe('http://mail.home.example:8080')
    const session = await http.app.inject({ url: '/api/session', headers: { cookie: cookieHeader(answer) } })
    expect(await http.people.audit.list({}, undefined, 9)).toMatchObject([
      { action: 'user-created', source: 'browser', subject: ada.email, detail: { isAdmin: true } },
    ])
    expect(session.json().user).toEqual({
      id: expect.stringMatching(/^U\d+$/),
      email: ada.email,
      name: 'Ada',
      isAdmin: true,
      language: 'de',
      locale: 'de',
      timeZone: 'Europe/Berlin',
      unchosen: [],
    })
  })

  test('answers 404, not a redirect, once there is a user', async () => {
    await http.people.users.create(ada, { isAdmin: true })
    expect((await page()).statusCode).toBe(404)
    expect((await install({ email: 'eve@example.org' })).statusCode).toBe(404)
    expect(await http.people.users.count()).toBe(1)
  })

  test('answers the loser of a race over two processes with 404', async () => {
    const otherHttp = await testHttp(db.database)
    const { payload, headers } = form({ ...fields, email: 'bob@example.org' })
    const [response, two] = await Promise.all([
      install(),
      otherHttp.app.inject({ method: 'POST', url: '/install', payload, headers: { ...headers, ...local } }),
    ])
    expect([response.statusCode, two.statusCode].sort()).toEqual([303, 404])
    expect(await http.people.users.count()).toBe(1)
    await otherHttp.app.close()
  })

  test('is where every visitor is sent while there is no user', async () => {
    for (const url of ['/', '/mail/T3', '/login']) {
      const answer = await http.app.inject({ url, headers: navigation })
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/install'])
    }
  })

  test('names each wrong field beside it, keeps what was typed except the password', async () => {
    const answer = await install({ email: 'ada at home', password: 'too short', timeZone: 'Nowhere/Land' })
    expect(answer.statusCode).toBe(422)
    for (const name of ['email', 'password', 'timeZone'])
      expect(answer.body).toContain(`id="${name}-problem"`)
    expect(answer.body).not.toContain('id="name-problem"')
    expect(answer.body).toContain('value="ada at home"')
    expect(answer.body).not.toContain('too short')
    expect(await http.people.users.count()).toBe(0)
  })

  test('names what is wrong with the person and with the address at once', async () => {
    const answer = await install({ email: 'ada', publicUrl: 'mail.example.org' })
    expect(answer.statusCode).toBe(422)
    for (const name of ['email', 'publicUrl']) expect(answer.body).toContain(`id="${name}-problem"`)
  })

  test('refuses an address with a path and changes nothing', async () => {
    const answer = await install({ publicUrl: 'https://example.org/mail' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('id="publicUrl-problem"')
    expect(await http.people.users.count()).toBe(0)
  })

  test('shows hostile values as text', async () => {
    const evil = '"><script>alert(1)</script>'
    const answer = await install({ name: `${evil}\u202e`, email: evil, publicUrl: '', locale: evil })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).not.toContain('<script>alert')
    expect(answer.body).toContain('&quot;&gt;&lt;script&gt;')
    const named = await page({ host: 'a"><script>.example' })
    expect(named.body).not.toContain('<script>.example')
  })

  test('prefills the address from the request, and language and formats from the browser', async () => {
    const { body } = await page({ host: 'mail.example.org:8443', 'accept-language': 'fr-CH, de;q=0.5' })
    expect(body).toContain('value="http://mail.example.org:8443"')
    expect(body).toMatch(/<option\s+value="fr"\s+selected/)
    expect(body).toMatch(/<option\s+value="de"\s+selected/)
  })

  test('offers the languages there are, each in its own words, and every locale for formats only', async () => {
    const { body } = await page()
    const options = (name: string) =>
      /<option[^]*(?=<\/select>)/
        .exec(body.slice(body.indexOf(`<select id="${name}"`)).split('</select>')[0] + '</select>')![0]
        .match(/(?<=>)[^<>]+(?=<\/option>)/g)
    expect(options('language')).toEqual(['English', 'Deutsch'])
    expect(options('locale')).toHaveLength(27)
  })

  test('keeps a language and formats of another one', async () => {
    const answer = await install({ language: 'en', locale: 'fr', timeZone: 'Asia/Kolkata' })
    const session = await http.app.inject({ url: '/api/session', headers: { cookie: cookieHeader(answer) } })
    expect(session.json().user).toMatchObject({
      language: 'en',
      locale: 'fr',
      timeZone: 'Asia/Kolkata',
      unchosen: [],
    })
  })

  test('leaves the zone to the first sign-in where nobody chose one', async () => {
    expect((await page()).body).toMatch(/<option\s+value=""\s+selected/)
    const answer = await install({ timeZone: '' })
    const session = await http.app.inject({ url: '/api/session', headers: { cookie: cookieHeader(answer) } })
    expect(session.json().user.unchosen).toEqual(['timeZone'])
  })

  test('works without script, and lets its one script through by its hash', async () => {
    const answer = await page()
    const [, text = ''] = /<script>([^]*?)<\/script>/.exec(answer.body) ?? []
    const hash = createHash('sha256').update(text).digest('base64')
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain(`script-src 'sha256-${hash}'`)
    expect(policy).not.toContain('unsafe')
    expect(answer.body).not.toMatch(/\son\w+=|\sstyle=/)
    expect(answer.body.match(/<script/g)).toHaveLength(1)
    const style = /href="(\/page-style-[0-9a-f]+\.css)"/.exec(answer.body)?.[1] ?? ''
    const sheet = await http.app.inject({ url: style })
    expect(sheet.statusCode).toBe(200)
    expect(sheet.headers['cache-control']).toContain('immutable')
  })
})

test('an installation that is set up answers 404, whatever is sent', async () => {
  await http.people.users.create(ada, { isAdmin: true })
  const send = async (type: string, payload: string) => {
    const headers = { ...local, 'content-type': type }
    return (await http.app.inject({ method: 'POST', url: '/install', headers, payload })).statusCode
  }
  expect((await page()).statusCode).toBe(404)
  expect(await send('application/json', '{')).toBe(404)
  expect(await send('application/x-www-form-urlencoded', 'a='.padEnd(50_000, 'a'))).toBe(404)
})

describe('the setup code', () => {
  const remote = '203.0.113.7'

  test('is not asked for on the machine itself', async () => {
    expect((await page()).body).not.toContain('setupCode')
    expect((await page({ host: '[::1]:8080' }, '::1')).body).not.toContain('setupCode')
  })

  test('is needed from another machine', async () => {
    expect((await page(local, remote)).body).toContain('name="setupCode"')
    const without = await install({}, local, remote)
    expect(without.statusCode).toBe(422)
    expect(without.body).toContain('id="setupCode-problem"')
    expect((await install({ setupCode: 'aaaa-aaaa-aaaa-aaaa' }, local, remote)).statusCode).toBe(422)
    expect((await install({ setupCode: http.people.install.setupCode }, local, remote)).statusCode).toBe(303)
  })

  test.each([
    ['a local proxy that forwards no address', {}, { host: 'mail.example.org' }, '127.0.0.1'],
    [
      'a local proxy that gives every site a name of this machine',
      {},
      { host: 'mail.localhost:8080' },
      '127.0.0.1',
    ],
    ['another site’s name pointed at this machine', {}, { host: 'evil.example:8080' }, '127.0.0.1'],
    [
      'a neighbour inside a trusted range claiming to be local',
      ['192.168.0.0/16'],
      { ...local, 'x-forwarded-for': '127.0.0.1' },
      '192.168.1.66',
    ],
    [
      'a stranger behind a trusted local proxy',
      ['127.0.0.1'],
      { ...local, 'x-forwarded-for': '203.0.113.7' },
      '127.0.0.1',
    ],
    [
      'a forged chain through a trusted local proxy',
      ['127.0.0.1'],
      { ...local, 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
      '127.0.0.1',
    ],
    [
      'a stranger behind a local proxy that is not trusted and names this machine as the host',
      [],
      { ...local, 'x-forwarded-for': '203.0.113.7' },
      '::1',
    ],
    ['whoever a proxy announces', ['127.0.0.1'], { ...local, via: '1.1 proxy' }, '127.0.0.1'],
  ])('is needed by %s', async (_who, proxies, headers, remoteAddress) => {
    await http.app.close()
    http = await testHttp(db.database, {
      keys: testKeys(),
      trustedProxies: Array.isArray(proxies) ? proxies : [],
    })
    expect((await page(headers, remoteAddress)).body).toContain('name="setupCode"')
    expect((await install({}, headers, remoteAddress)).statusCode).toBe(422)
    expect(await http.people.users.count()).toBe(0)
  })

  test('is needed through a proxy that speaks HTTP/1.0 and tells nothing', async () => {
    await http.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = http.app.server.address() as AddressInfo
    const ask = (version: string) =>
      rawAnswer(port, `GET /install HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
    expect(await ask('1.0')).toContain('name="setupCode"')
    expect(await ask('1.1')).not.toContain('name="setupCode"')
  })

  test('another site cannot post the form for a local user', async () => {
    const answer = await install(
      {},
      { ...local, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    )
    expect(answer.statusCode).toBe(403)
    expect(await http.people.users.count()).toBe(0)
  })
})
