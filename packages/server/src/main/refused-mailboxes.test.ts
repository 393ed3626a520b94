import { capability, type Invocation, mailboxWireId } from '@plmail/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { dispatch } from '../jmap/engine/dispatch.ts'
import { createMethodTable } from '../jmap/engine/method-table.ts'
import { mailboxSet } from '../jmap/mail/mailbox/set.ts'
import type { Caller, JmapAccount } from '../jmap/engine/method.ts'
import { silentLog } from '../kit/log.ts'
import { type SyncForTests, syncForTests } from '../../../server-testing/src/sync/test-imap-sync.ts'
import { createRefusedMailboxes } from './refused-mailboxes.ts'

let rig: SyncForTests
beforeAll(async () => {
  rig = await syncForTests()
  await rig.syncNow()
})
afterAll(() => rig[Symbol.asyncDispose]())

type Json = Record<string, unknown>

async function create(names: Record<string, string>): Promise<Json> {
  const account: JmapAccount = {
    id: rig.account,
    name: 'Mail',
    address: 'ann@example.test',
    provider: 'imap',
  }
  const caller = { userId: rig.user, mayWrite: true, accounts: new Map([[rig.account, account]]) }
  const refusedMailboxes = createRefusedMailboxes({
    mail: rig.mail,
    now: () => Date.now(),
    sleep: async (milliseconds) => void (await sleep(milliseconds)),
  })
  const methods = createMethodTable([
    { uri: capability.mail, methods: { 'Mailbox/set': mailboxSet({ ...rig, refusedMailboxes }) } },
  ])
  const creations = Object.fromEntries(Object.entries(names).map(([id, name]) => [id, { name }]))
  const call: Invocation = ['Mailbox/set', { accountId: `A${rig.account}`, create: creations }, '0']
  const using = new Set(['urn:ietf:params:jmap:core', 'urn:ietf:params:jmap:mail'])
  const { methodResponses } = await dispatch(
    { methods, log: silentLog, reference: () => '', origin: () => '' },
    { using, calls: [call], createdIds: new Map(), wantsCreatedIds: false },
    caller as Partial<Caller> as Caller,
    'state',
  )
  return methodResponses[0]![1]
}

test('a mailbox that the IMAP server refuses is not created, and its siblings are', async () => {
  const answer = await create({ good: 'Good', bad: 'with/slash' })
  expect(answer).toMatchObject({
    created: { good: { id: expect.any(String) as string } },
    notCreated: { bad: { type: 'invalidProperties', properties: ['name'] } },
  })
  expect(Object.keys(answer['created'] as Json)).toEqual(['good'])
  const names = (await rig.mail.mailboxes.list(rig.account)).map(({ name }) => name)
  expect([names.includes('Good'), names.includes('with/slash')]).toEqual([true, false])
  const { id } = (answer['created'] as { good: { id: string } }).good
  const createdMailbox = (await rig.mail.mailboxes.selectMailboxes(rig.account)).find(
    (box) => mailboxWireId.encode(box.id) === id,
  )
  expect(createdMailbox?.remoteId).not.toBeNull()
  expect(answer['newState']).toBe(String(await rig.changes.state(rig.account)))
})
