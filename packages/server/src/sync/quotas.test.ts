import { expect, test } from 'vitest'
import { imapUser, message, syncForTests } from './sync-for-tests.ts'

const settings = `
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = count:User quota
  quota_vsizes = yes
  quota_rule = *:storage=20M:messages=500
}
`

test('what the mail server says of its storage is a fact of the account, looked at with every look', async () => {
  await using rig = await syncForTests({ settings })
  const append = (subject: string, body: string) =>
    rig.dovecot.append(imapUser, 'INBOX', `${message(subject)}${body}\r\n`)
  await append('first', 'x'.repeat(70).concat('\r\n').repeat(100))
  await rig.look()
  const [storage, messages] = await rig.mail.quotas.list(rig.account)
  expect(storage).toMatchObject({ resource: 'storage', hardLimit: 20 * 1024 * 1024 })
  expect(storage!.used).toBeGreaterThan(7000)
  expect(messages).toMatchObject({ resource: 'messages', used: 1, hardLimit: 500 })

  const before = await rig.changes.state(rig.account)
  await append('second', 'y'.repeat(70).concat('\r\n').repeat(100))
  await rig.look()
  const [grown] = await rig.mail.quotas.list(rig.account)
  expect([grown!.id, grown!.used > storage!.used]).toEqual([storage!.id, true])
  expect(await rig.changes.since(rig.account, 'Quota', before, 100)).toMatchObject({
    updated: [storage!.id, messages!.id],
    updatedProperties: ['used'],
  })
})

test('an account whose server knows no quota has none', async () => {
  await using rig = await syncForTests()
  await rig.look()
  expect(await rig.mail.quotas.list(rig.account)).toEqual([])
})
