import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, settled } from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import {
  imapUser,
  message,
  type SyncForTests,
  syncForTests,
} from '../../../../server-testing/src/sync/test-imap-sync.ts'

const settings = `
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = count:User quota
  quota_vsizes = yes
  quota_rule = *:storage=200K:messages=500
}
`

let rig: SyncForTests
beforeAll(async () => void (rig = await syncForTests({ settings })))
afterAll(() => rig?.[Symbol.asyncDispose]())

const lines = (letter: string, count: number) => `${letter.repeat(70)}\r\n`.repeat(count)
const append = (subject: string, body: string) =>
  rig.dovecot.append(imapUser, 'INBOX', `${message(subject)}${body}`)

test('what the mail server says of its storage is a fact of the account, looked at with every look', async () => {
  await append('first', lines('x', 100))
  await rig.syncNow()
  const [storage, messages] = await rig.mail.quotas.list(rig.account)
  expect(storage).toMatchObject({ resource: 'storage', hardLimit: 200 * 1024 })
  expect(storage!.used).toBeGreaterThan(7000)
  expect(messages).toMatchObject({ resource: 'messages', used: 1, hardLimit: 500 })

  const before = await rig.changes.state(rig.account)
  await append('second', lines('y', 100))
  await rig.syncNow()
  const [grown] = await rig.mail.quotas.list(rig.account)
  expect([grown!.id, grown!.used > storage!.used]).toEqual([storage!.id, true])
  expect(await rig.changes.since(rig.account, 'Quota', before, 100)).toMatchObject({
    updated: [storage!.id, messages!.id],
    updatedProperties: ['used'],
  })
})

test('a message that a full mailbox has no room for is kept here, and goes there once there is some', async () => {
  await append('old and heavy', lines('o', 1500))
  const notices = () =>
    rig.events.flatMap((event) =>
      event.kind === 'notice' && 'problem' in event.problem ? [event.problem.problem] : [],
    )
  // Larger than what is left, and than the grace that servers give the last message.
  const raw = Buffer.from(`${message('long message')}${lines('l', 2000)}`)
  const [prepared] = await rig.mail.ingest.prepare([raw])
  const mail = {
    prepared: prepared!,
    mailboxIds: [await rig.getMailbox('drafts')],
    keywords: ['$draft', '$seen'],
  }
  await rig.mail.actions.create({ kind: 'user', userId: rig.user }, rig.account, 'create', [mail])
  await eventually(async () => notices().some((code) => code === 'outbox/mailbox-full'))
  expect(await rig.subjects('drafts')).toEqual(['long message'])
  expect(await rig.sync.refused.list(rig.account)).toEqual([])

  const client = await rig.dovecot.client(imapUser)
  await client.mailboxOpen('INBOX')
  await client.messageDelete({ subject: 'old and heavy' })
  await client.logout()
  await settled(rig)
  expect(await rig.subjects('drafts')).toEqual(['long message'])
  const again = await rig.dovecot.client(imapUser)
  expect(await again.status('Drafts', { messages: true })).toMatchObject({ messages: 1 })
  await again.logout()
  expect(notices().filter((code) => code === 'outbox/mailbox-full')).toHaveLength(1)
})

test('an account whose server knows no quota has none', async () => {
  await using plain = await syncForTests()
  await plain.syncNow()
  expect(await plain.mail.quotas.list(plain.account)).toEqual([])
})
