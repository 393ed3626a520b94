import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { newAccount } from '../../../mail/test-mail.ts'
import { type JmapForTests, jmapForTests, type JmapUser } from '../../test-jmap.ts'

export let rig: JmapForTests
export let ada: JmapUser
/** To be called once by a test file: an account of its own for each test, with the usual folders and nothing else. */
export function mailboxesForTests(): void {
  beforeAll(async () => {
    rig = await jmapForTests()
  })
  afterAll(() => rig[Symbol.asyncDispose]())
  beforeEach(async () => {
    const account = await newAccount({ ...rig.room, user: rig.ada.id })
    ada = { ...rig.ada, account, accountId: `A${account.id}` }
    rig.room.sent.length = 0
  })
}

export type Json = Record<string, unknown>
export type Name = 'inbox' | 'sent' | 'drafts' | 'trash' | 'work'
export const box = (name: Name) => `L${ada.account.boxes[name]}`
export const call = async (name: string, args: Json = {}): Promise<Json> => {
  const [answer] = await rig.ada.call([name, { accountId: ada.accountId, ...args }])
  return answer![1]
}
export const set = (args: Json) => call('Mailbox/set', args)
export const get = async (id: string, properties?: string[]): Promise<Json | undefined> =>
  ((await call('Mailbox/get', { ids: [id], ...(properties ? { properties } : {}) }))['list'] as Json[])[0]
export const state = async () => (await call('Mailbox/get', { ids: [] }))['state'] as string
export const ids = async (args: Json = {}) => (await call('Mailbox/query', args))['ids'] as string[]
export const names = async (args: Json = {}) => {
  const list = (await call('Mailbox/get'))['list'] as Json[]
  return (await ids(args)).map((id) => list.find((json) => json['id'] === id)?.['name'])
}
export const made = async (create: Record<string, Json>): Promise<Record<string, string>> => {
  const answer = await set({ create })
  expect(answer['notCreated']).toBeNull()
  return Object.fromEntries(
    Object.entries(answer['created'] as Record<string, Json>).map(([name, one]) => [
      name,
      one['id'] as string,
    ]),
  )
}
export const deliver = (boxes: Name[], subject = 'x') =>
  rig.room.mail.ingest
    .prepare([Buffer.from(`Subject: ${subject}\r\nMessage-ID: <${Math.random()}@x>\r\n\r\nHi`)])
    .then(async (prepared) => {
      const written = await rig.room.changes.write(
        ada.account.id,
        { actor: { kind: 'provider' }, verb: 'arrive' },
        (change) =>
          rig.room.mail.ingest.arrive(change, [
            {
              prepared: prepared[0]!,
              mailboxIds: boxes.map((name) => ada.account.boxes[name]),
              keywords: [],
            },
          ]),
      )
      return `M${written.result[0]}`
    })
