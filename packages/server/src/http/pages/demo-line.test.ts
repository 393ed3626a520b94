import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { ada } from '../../../../server-testing/src/people/test-people.ts'
import {
  type TestHttp,
  cookieHeader,
  form,
  navigation,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'

const line = 'A demo with made-up mail. Nothing leaves this computer.'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())

describe.each([true, false])('with isDemo %s', (isDemo) => {
  let http: TestHttp
  beforeAll(async () => {
    await db.database.query('delete from app_user')
    http = await testHttp(db.database, { isDemo })
  })
  afterAll(() => http.app.close())

  const page = async (url: string) => (await http.app.inject({ url, headers: navigation })).body
  const saysSo = (text: string) => text.includes(`aria-label="Demo">${line}`)

  test('every page made here says so, errors among them, or none does', async () => {
    expect(saysSo(await page('/install'))).toBe(isDemo)
    await http.people.users.create(ada, { isAdmin: true })
    for (const url of ['/login', '/install', '/%E0%A4%A'])
      expect([url, saysSo(await page(url))]).toEqual([url, isDemo])
  })

  test('the web client is told, and answers that are no pages stay as they are', async () => {
    const { payload, headers } = form({ email: ada.email, password: ada.password })
    const cookie = cookieHeader(await http.app.inject({ method: 'POST', url: '/login', payload, headers }))
    const session = await http.app.inject({ url: '/api/session', headers: { cookie } })
    expect(session.json()).toMatchObject({ isDemo })
    expect(session.body).not.toContain(line)
  })
})
