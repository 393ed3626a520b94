import * as database from 'fake-indexeddb'
import { deleteDB, openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noDisk } from '../disk/index.ts'
import { leaveWithOthers, tellOthersToLeave as tellOthers } from './leaving.ts'
import { createLeaving } from './sign-out.ts'

const session = { user: { id: 'U1' } } as Parameters<typeof createLeaving>[0]['session']
/** The requests of the page to the browser, in their order. */
let requests: string[]

beforeEach(() => {
  requests = []
  for (const [name, part] of Object.entries(database)) vi.stubGlobal(name, part)
  vi.stubGlobal('localStorage', { removeItem: () => undefined })
  vi.stubGlobal('location', { assign: (path: string) => void requests.push(`go ${path}`) })
  const form = { method: '', action: '', submit: () => void requests.push(`post ${form.action}`) }
  vi.stubGlobal('document', { createElement: () => form, body: { append: () => undefined } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const flush = () => Promise.resolve(true)
const http = {} as Parameters<typeof createLeaving>[0]['http']
const disk = noDisk('unwanted')

/** Waits until the other tabs have got every message. */
async function waitForTabs(): Promise<void> {
  const [first, second] = [
    new BroadcastChannel('plmail-session-U1'),
    new BroadcastChannel('plmail-session-U1'),
  ]
  const answer = new Promise((resolve) => (first.onmessage = ({ data }) => data === 'last' && resolve(data)))
  second.postMessage('last')
  await answer
  first.close()
  second.close()
}

test('who signs out posts that, and does not go to the sign-in page with a session that still stands', async () => {
  leaveWithOthers('U1', disk)
  expect(await createLeaving({ session, flush, disk, http, tellOthers }).signOut()).toBe(true)
  await waitForTabs()
  expect(requests).toEqual(['post /logout'])
})

test('who signs out is signed out within seconds behind a tab that lets go of nothing', async () => {
  const frozen = await openDB('plmail-mail-U1', 1, { upgrade: (db) => void db.createObjectStore('facts') })
  await new Promise<void>((resolve) => void deleteDB('plmail-mail-U1', { blocked: () => resolve() }))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const leaving = createLeaving({ session, flush, disk, http, tellOthers }).signOut()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await leaving).toBe(true)
  expect(requests).toEqual(['post /logout'])
  frozen.close()
})

test('who signs out is signed out where what is kept cannot be let go of', async () => {
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('Internal error deleting database', 'UnknownError')
  })
  const leaving = createLeaving({ session, flush, disk, http, tellOthers }).signOut()
  await expect(leaving).rejects.toThrow('Internal error')
  expect(requests).toEqual(['post /logout'])
})

test('what is not sent in time is requests about, and who leaves anyway waits for it no more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const endless = () => new Promise<boolean>(() => undefined)
  const { signOut } = createLeaving({ session, flush: endless, disk, http, tellOthers })
  const leaving = signOut()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([await leaving, requests]).toEqual([false, []])
  vi.useRealTimers()
  expect(await signOut('anyway')).toBe(true)
  expect(requests).toEqual(['post /logout'])
})
