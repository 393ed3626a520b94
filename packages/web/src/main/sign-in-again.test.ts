import type { SessionInfo } from '@plmail/wire'
import { afterEach, expect, test, vi } from 'vitest'
import { sendCode, signedInAs, signInAgain } from './sign-in-again.ts'

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
