import { expect, test } from 'vitest'
import { toRawMessage } from '../../../../emulators/src/blobs/raw.ts'
import { damageMessage } from '../../../../server-testing/src/store/damage.ts'
import { emulatedForTests, providers } from '../../../../server-testing/src/sync/emulated-sync.ts'
import {
  eventually,
  type RoomsForTests,
  settled,
} from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import { message, syncForTests } from '../../../../server-testing/src/sync/test-imap-sync.ts'

type Rig = Pick<RoomsForTests, 'db' | 'folder' | 'mail' | 'sync' | 'account' | 'inRole'>

/** Damages the newest message of the Inbox and has the nightly check find that. */
async function damageNewest(rig: Rig) {
  const [newest] = await rig.inRole('inbox')
  await damageMessage(rig.db.database, rig.folder, newest!.id)
  await rig.mail.damage.checkSome()
  expect(await rig.mail.read.readBytes(newest!)).toBeUndefined()
  return newest!
}

const getCheck = async ({ mail, account }: Rig) => (await mail.damage.checks([account])).get(account)

test('damaged bytes of an IMAP account are fetched from the server again', async () => {
  await using rig = await syncForTests()
  const client = await rig.dovecot.client('ann')
  for (const subject of ['One', 'Two']) await client.append('INBOX', message(subject))
  await settled(rig)
  const newest = await damageNewest(rig)
  expect(await rig.sync.restoreDamaged()).toBe(1)
  await eventually(async () => (await rig.mail.read.readBytes(newest)) !== undefined)
  expect(await getCheck(rig)).toMatchObject({ damaged: 0, restored: 1, lost: 0 })
  expect(await rig.sync.restoreDamaged()).toBe(0)
  await client.logout()
})

test('what the server has deleted meanwhile cannot be restored, and is not lost in silence', async () => {
  await using rig = await syncForTests()
  const client = await rig.dovecot.client('ann')
  await client.append('INBOX', message('One'))
  await settled(rig)
  const newest = await damageNewest(rig)
  await rig.db.database.query('delete from remote_message where message_id = $1', [newest.id])
  await rig.sync.restoreDamaged()
  await eventually(async () => (await getCheck(rig))?.lost === 1)
  await client.logout()
})

test.each(providers)('damaged bytes of an account at %s are fetched again', async (provider) => {
  await using rig = await emulatedForTests(provider)
  for (const subject of ['One', 'Two']) rig.mailbox.deliver(toRawMessage(Buffer.from(message(subject))))
  await settled(rig)
  const newest = await damageNewest(rig)
  expect(await rig.sync.restoreDamaged()).toBe(1)
  await eventually(async () => {
    const [row] = await rig.inRole('inbox')
    return row !== undefined && (await rig.mail.read.readBytes(row)) !== undefined
  })
  expect((await rig.inRole('inbox'))[0]!.id).toBe(newest.id)
  expect(await getCheck(rig)).toMatchObject({ damaged: 0, restored: 1 })
})
