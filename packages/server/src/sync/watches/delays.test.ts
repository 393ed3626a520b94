import { afterEach, describe, expect, test } from 'vitest'
import { toRawMessage } from '../../../../emulators/src/blobs/raw.ts'
import {
  type EmulatedForTests,
  emulatedForTests,
  providers,
} from '../../../../server-testing/src/sync/emulated-sync.ts'
import { settled } from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import { message } from '../../../../server-testing/src/sync/test-imap-sync.ts'
import { selectDelays } from './delays.ts'

describe.each(providers)('the delay of mail at %s', (provider) => {
  let rig: EmulatedForTests
  afterEach(() => rig[Symbol.asyncDispose]())

  const deliver = (subject: string, receivedAt: Date) =>
    rig.mailbox.deliver(toRawMessage(Buffer.from(message(subject))), { receivedAt })
  const countedFrom = async () => {
    const [row] = await rig.db.database.query<{ counted_from: Date }>(`select counted_from from mail_delay`)
    return row!.counted_from
  }

  test('is measured from the second in which the mailbox was first listed, be it empty', async () => {
    rig = await emulatedForTests(provider)
    await settled(rig)
    const began = await countedFrom()
    expect(began.getMilliseconds()).toBe(0)
    deliver('Restored from a backup', new Date(began.getTime() - 1_000))
    deliver('First', began)
    await settled(rig)
    expect(await rig.subjects('inbox')).toHaveLength(2)
    expect(await countedFrom()).toEqual(began)
    const delay = (await selectDelays(rig.db.database, [rig.account])).get(rig.account)
    expect(delay).toMatchObject({ messages: 1 })
  })
})
