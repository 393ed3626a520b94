import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rawOf } from '../../../emulators/src/blobs/raw.ts'
import { type EmulatedForTests, emulatedForTests, providers } from './emulated-for-tests.ts'
import { settled } from './rooms-for-tests.ts'
import { message, syncForTests } from './sync-for-tests.ts'

describe.each(providers)('the mirror of an account at %s', (provider) => {
  let rig: EmulatedForTests
  beforeEach(async () => {
    rig = await emulatedForTests(provider)
    for (const subject of ['One', 'Two', 'Three']) rig.mailbox.deliver(rawOf(Buffer.from(message(subject))))
    await settled(rig)
  })
  afterEach(() => rig[Symbol.asyncDispose]())
  const figure = async () => (await rig.sync.mirror([rig.account])).get(rig.account)
  const longAgo = (column: 'sampled_at' | 'swept_at') =>
    rig.db.database.query(`update mirror_check set ${column} = now() - interval '30 days'`)

  test('is counted with every look', async () => {
    expect(await figure()).toMatchObject({ here: 3, there: 3, mended: 0 })
    rig.mailbox.deliver(rawOf(Buffer.from(message('Four'))))
    await settled(rig)
    expect(await figure()).toMatchObject({ here: 4, there: 4 })
  })

  test('is mended when the provider has more than is known here', async () => {
    await rig.db.database.query(
      `delete from message where id = (select message_id from remote_message order by message_id limit 1)`,
    )
    await settled(rig)
    await settled(rig)
    await settled(rig)
    expect((await rig.subjects('inbox')).toSorted()).toEqual(['One', 'Three', 'Two'])
    expect(await figure()).toMatchObject({ here: 3, there: 3, mended: 1 })
  })

  test('is sampled by the hour: what is not where the provider has it is put there', async () => {
    await rig.db.database.query(
      `update remote_message r set mailbox_id = m.id, remote_id = m.id || substr(r.remote_id, strpos(r.remote_id, '/'))
       from mailbox m where m.account_id = r.account_id and m.role = 'archive'
         and r.remote_id = (select remote_id from remote_message order by remote_id limit 1)`,
    )
    await longAgo('sampled_at')
    await settled(rig)
    const places = await rig.db.database.query(`select distinct mailbox_id from remote_message`)
    expect(places).toEqual([{ mailbox_id: await rig.mailboxOf('inbox') }])
    expect((await figure())?.mended).toBe(1)
  })

  test('is compared whole once a week, and at once when somebody asks', async () => {
    const [own] = await rig.inRole('inbox')
    await rig.db.database.query(`update remote_message set keywords = '{$flagged}' where message_id = $1`, [
      own!.id,
    ])
    await longAgo('swept_at')
    const before = (await figure())?.sweptAt
    await settled(rig)
    expect((await figure())?.sweptAt?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity)
    const rows = await rig.db.database.query(`select 1 from remote_message where keywords = '{$flagged}'`)
    expect(rows).toEqual([])
    await rig.sync.sweep(rig.account)
    await settled(rig)
    expect(await figure()).toMatchObject({ here: 3, there: 3 })
  })
})

test('the mirror of an IMAP account is counted with every look', async () => {
  await using rig = await syncForTests()
  const client = await rig.dovecot.client('ann')
  for (const subject of ['One', 'Two']) await client.append('INBOX', message(subject))
  await settled(rig)
  expect((await rig.sync.mirror([rig.account])).get(rig.account)).toMatchObject({
    here: 2,
    there: 2,
    mended: 0,
  })
  await client.logout()
})
