import type { SessionInfo } from '@plmail/wire'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hasPasskey, sendCode, signedInAs, signInAgain, usePasskey } from './sign-in-again.ts'

const session = { user: { id: 'U1', email: 'ada@example.org' } } as SessionInfo
const requestedPaths: string[] = []

/** A server that takes every form, and then says who is signed in; nobody where that is undefined. */
function serverOf(userId: string | undefined, problem = 'people/signed-out'): void {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async (path: string) => {
    requestedPaths.push(path)
    if (path !== '/api/session') return { type: 'opaqueredirect', status: 0 }
    return { status: userId ? 200 : 401, json: async () => ({ user: { id: userId }, problem }) }
  })
}
afterEach(() => {
  vi.unstubAllGlobals()
  requestedPaths.length = 0
})

test('who signs in again goes on where they were', async () => {
  serverOf('U1')
  expect([await signInAgain(session, 'p'), await sendCode(session, '1'), await signedInAs(session)]).toEqual([
    'ok',
    'ok',
    'ok',
  ])
  expect(requestedPaths).toEqual(['/login', '/api/session', '/2fa', '/api/session', '/api/session'])
})

test('somebody else who signs in does not get the page that is open', async () => {
  serverOf('U2')
  expect([await signInAgain(session, 'p'), await sendCode(session, '1'), await signedInAs(session)]).toEqual([
    'somebodyElse',
    'somebodyElse',
    'somebodyElse',
  ])
})

test('without a session a code is asked for, or the password again', async () => {
  serverOf(undefined)
  expect([await signInAgain(session, 'p'), await sendCode(session, '1'), await signedInAs(session)]).toEqual([
    'code',
    'late',
    undefined,
  ])
})

test('who has to set up a second factor first is told apart from who needs a code', async () => {
  serverOf(undefined, 'people/second-factor-required')
  expect([await signInAgain(session, 'p'), await signedInAs(session)]).toEqual(['setUp', 'setUp'])
})

describe('a passkey in place of the password', () => {
  const answer = { id: 'key' }
  /** A browser with the JSON methods, whose user lets the authenticator answer or does not. */
  function browserWith(isAllowed: boolean): void {
    class Credential {
      static parseCreationOptionsFromJSON = () => ({})
      static parseRequestOptionsFromJSON = () => ({})
      toJSON = () => answer
    }
    Object.assign(Credential.prototype, { toJSON: () => answer })
    vi.stubGlobal('PublicKeyCredential', Credential)
    const get = async () => {
      if (!isAllowed) throw Object.assign(new Error('no'), { name: 'NotAllowedError' })
      return new Credential()
    }
    vi.stubGlobal('navigator', { credentials: { get } })
  }
  /** A server that answers the two steps with these, and then says who is signed in. */
  function answering(statuses: readonly [begun: number, answered: number], userId?: string): object[] {
    const sent: object[] = []
    vi.stubGlobal('document', { cookie: 'plmail_keep=no' })
    vi.stubGlobal('fetch', async (path: string, init?: { body: string }) => {
      if (path === '/api/session')
        return { status: userId ? 200 : 401, json: async () => ({ user: { id: userId } }) }
      sent.push(JSON.parse(init?.body ?? '') as object)
      return { status: statuses[sent.length - 1], json: async () => ({ options: {} }) }
    })
    return sent
  }

  test('is offered at the address where one works, to a browser that can', () => {
    const origin = 'https://mail.example.org'
    const here = { origin } as Location
    expect(hasPasskey({ passkeyOrigin: origin }, here)).toBe(false)
    browserWith(true)
    expect(hasPasskey({ passkeyOrigin: origin }, here)).toBe(true)
    expect(hasPasskey({ passkeyOrigin: 'https://post.example.org' }, here)).toBe(false)
    expect([hasPasskey({ passkeyOrigin: null }, here), hasPasskey({}, here)]).toEqual([false, false])
  })

  test('signs in, and keeps no mail where none is to be kept', async () => {
    browserWith(true)
    const sent = answering([200, 204], 'U1')
    expect(await usePasskey(session, 'sign-in')).toBe('ok')
    expect(sent).toEqual([{ for: 'sign-in' }, { for: 'sign-in', passkey: answer, keepsMail: false }])
    answering([200, 204], 'U2')
    expect(await usePasskey(session, 'second-factor')).toBe('somebodyElse')
  })

  test('says what went wrong', async () => {
    browserWith(true)
    const outcomes = [
      [[409, 0], 'wrong'],
      [[429, 0], 'tooMany'],
      [[401, 0], 'late'],
      [[503, 0], 'unreachable'],
      [[200, 422], 'wrong'],
      [[200, 401], 'late'],
      [[200, 204], 'late'],
    ] as const
    for (const [statuses, outcome] of outcomes) {
      answering(statuses)
      expect(await usePasskey(session, 'second-factor')).toBe(outcome)
    }
    browserWith(false)
    const sent = answering([200, 204], 'U1')
    expect([await usePasskey(session, 'sign-in'), sent.length]).toEqual(['wrong', 1])
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
    expect(await usePasskey(session, 'sign-in')).toBe('unreachable')
  })
})
