import * as database from 'fake-indexeddb'
import type { Email, SessionInfo } from '@plmail/wire'
import { beforeAll, expect, test, vi } from 'vitest'
import { openMail, type MailDatabase } from './databases.ts'
import { createMailDisk, type KeptList, type MailDisk, type Saving } from './index.ts'

let windows = 0
const never = new Promise(() => {})
/** A window of this user; they share what is kept. */
const open = (userId: string): MailDisk =>
  createMailDisk({ userId, window: `W${String(++windows)}`, now: () => 0, patience: never })

const email = (keywords: Email['keywords']) => ({ id: 'M1', threadId: 'T1', keywords }) as Email
const saving = (state: string, keywords: Email['keywords'], lists: KeptList[] = []): Saving => ({
  states: new Map([['A1', state]]),
  threads: [
    { key: 'A1/T1', accountId: 'A1', thread: { id: 'T1', emailIds: ['M1'] }, emails: [email(keywords)] },
  ],
  mailboxes: new Map(),
  lists,
  outdatedEmails: [],
  outdatedThreads: [],
  forgottenAccounts: [],
})
const listed = (threadId: string): KeptList => ({
  key: 'inbox',
  total: 1,
  entries: [{ accountId: 'A1', threadId, emailId: 'M1', newestAt: '' }],
})

/** What the next start finds. */
async function nextStart(userId: string) {
  const disk = open(userId)
  const start = await disk.start()
  const [thread] = await disk.threads(['A1/T1'])
  return { state: start?.states.get('A1'), keywords: thread?.emails[0]?.keywords }
}

/** Works on the database itself, beside all windows. */
async function inside<T>(userId: string, work: (db: MailDatabase) => Promise<T>) {
  const db = (await openMail(userId, { patience: never, onClosed: () => undefined }))!
  const result = await work(db)
  db.close()
  return result
}
const leftOf = (userId: string) => inside(userId, (db) => db.getAllKeys('left'))

beforeAll(() => {
  for (const [name, part] of Object.entries(database)) vi.stubGlobal(name, part)
})

async function begun(userId: string): Promise<MailDisk> {
  const disk = open(userId)
  await disk.keepSession({ user: { id: userId } } as SessionInfo)
  await disk.save(saving('4', {}))
  return disk
}

test('what a window had yet to save when it went is there at the next start', async () => {
  const disk = await begun('U1')
  disk.leave(saving('5', { $seen: true }))
  disk.close()
  expect(await nextStart('U1')).toEqual({ state: '5', keywords: { $seen: true } })
})

test('a window that stays saves it by itself, and newer things after it', async () => {
  const disk = await begun('U2')
  disk.leave(saving('5', { $seen: true }))
  await disk.save(saving('5', { $seen: true, $flagged: true }))
  expect(await nextStart('U2')).toEqual({ state: '5', keywords: { $seen: true, $flagged: true } })
})

test('what others have put down since is newer than what a window left', async () => {
  const [gone, remaining] = [await begun('U3'), open('U3')]
  gone.leave(saving('5', { $flagged: true }, [listed('T9')]))
  await remaining.save(saving('6', { $seen: true }, [listed('T1')]))
  expect(await nextStart('U3')).toEqual({ state: '6', keywords: { $seen: true } })
  expect((await open('U3').list('inbox'))?.entries).toEqual(listed('T1').entries)
})

test('after the mail was taken off the device nothing is left on it', async () => {
  const disk = await begun('U4')
  disk.close()
  disk.leave(saving('5', { $seen: true }))
  expect(disk.trouble).toBe('missing')
  expect(await nextStart('U4')).toEqual({ state: '4', keywords: {} })
})

test('an account that another window let go stays gone', async () => {
  const [gone, remaining] = [await begun('U5'), open('U5')]
  await remaining.save({ ...saving('5', {}), states: new Map(), threads: [], forgottenAccounts: ['A1'] })
  gone.leave(saving('5', { $seen: true }, [listed('T1')]))
  expect(await nextStart('U5')).toEqual({ state: undefined, keywords: undefined })
  expect(await open('U5').list('inbox')).toBeUndefined()
})

test('what another window has followed further stays, also where the one that went had begun anew', async () => {
  const [gone, remaining] = [await begun('U6'), open('U6')]
  gone.leave({ ...saving('5', { $flagged: true }), forgottenAccounts: ['A1'] })
  await remaining.save(saving('6', { $seen: true }))
  expect(await nextStart('U6')).toEqual({ state: '6', keywords: { $seen: true } })
})

test('an account that was disconnected right before the window went is let go', async () => {
  const gone = await begun('U7')
  gone.leave({ ...saving('5', {}), states: new Map(), threads: [], forgottenAccounts: ['A1'] })
  expect(await nextStart('U7')).toEqual({ state: undefined, keywords: undefined })
})

test('what cannot be brought in is let go, and what is kept is there and goes on', async () => {
  const disk = await begun('U8')
  disk.close()
  await inside('U8', (db) => db.put('left', { shape: 'unknown' } as never, ['W', 0]))
  const next = open('U8')
  expect((await next.start())?.states.get('A1')).toBe('4')
  expect(next.trouble).toBeUndefined()
  await next.save(saving('5', { $seen: true }))
  expect(await leftOf('U8')).toEqual([])
  expect(await nextStart('U8')).toEqual({ state: '5', keywords: { $seen: true } })
})

test('a page that is hidden and then goes leaves one record, and another when something changed between', async () => {
  const disk = await begun('U9')
  disk.leave(saving('5', { $seen: true }))
  disk.leave(saving('5', { $seen: true }))
  expect(await leftOf('U9')).toHaveLength(1)
  disk.leave(saving('6', { $flagged: true }))
  expect(await leftOf('U9')).toHaveLength(2)
  expect(await nextStart('U9')).toEqual({ state: '6', keywords: { $flagged: true } })
})

test('a saving in between has dropped the record: the same is left again', async () => {
  const disk = await begun('U10')
  disk.leave(saving('5', { $seen: true }))
  await disk.save(saving('5', {}))
  disk.leave(saving('5', { $seen: true }))
  expect(await nextStart('U10')).toEqual({ state: '5', keywords: { $seen: true } })
})

test('what no disk can hold is told, and is no reason to do without the disk', async () => {
  const disk = await begun('U11')
  expect(() => disk.leave(saving('5', { $seen: (() => true) as never }))).toThrow('could not be cloned')
  expect(disk.trouble).toBeUndefined()
})

test('behind a tab that holds an older database the visit goes on without a disk, and holds none later', async () => {
  const frozen = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('plmail-mail-U12', 1)
    request.onsuccess = () => resolve(request.result)
  })
  const disk = open('U12')
  expect(await disk.start()).toBeUndefined()
  expect(disk.trouble).toBe('missing')
  const closed = vi.spyOn(IDBDatabase.prototype, 'close')
  frozen.close()
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(2))
  closed.mockRestore()
})
