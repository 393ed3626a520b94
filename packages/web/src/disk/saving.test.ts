import * as database from 'fake-indexeddb'
import type { Email, SessionInfo } from '@plmail/wire'
import { beforeAll, expect, test, vi } from 'vitest'
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
  ...{ mailboxes: new Map(), lists, outdatedEmails: [], outdatedThreads: [], forgottenAccounts: [] },
})
const listed = (threadId: string): KeptList => ({
  ...{ key: 'inbox', total: 1 },
  entries: [{ accountId: 'A1', threadId, emailId: 'M1', newestAt: '' }],
})

/** What the next start finds. */
async function nextStart(userId: string) {
  const disk = open(userId)
  const start = await disk.start()
  const [thread] = await disk.threads(['A1/T1'])
  return { state: start?.states.get('A1'), keywords: thread?.emails[0]?.keywords }
}

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
  const [gone, other] = [await begun('U3'), open('U3')]
  gone.leave(saving('5', { $flagged: true }, [listed('T9')]))
  await other.save(saving('6', { $seen: true }, [listed('T1')]))
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
