import { expect, test } from 'vitest'
import type { Mail } from '../../../mail/index.ts'
import { emulatedForTests } from '../../emulated-for-tests.ts'
import { settled } from '../../rooms-for-tests.ts'
import { message } from '../../sync-for-tests.ts'
import { recordListed } from '../ledger.ts'
import { oursOf } from './look-at-items.ts'
import { ledgerId, setItemPlaces } from './item-places.ts'
import { storeItems } from './store-items.ts'

test('what the outbox finds while a look reads it is not taken for something new', async () => {
  await using rig = await emulatedForTests('Google')
  await settled(rig)
  const [prepared] = await rig.mail.ingest.prepare([Buffer.from(message('Found twice'))])
  const [sent, actor] = [await rig.mailboxOf('sent'), { kind: 'user' as const, userId: rig.user }]
  const made = { prepared: prepared!, mailboxIds: [sent], keywords: ['$seen'] }
  await rig.mail.actions.create(actor, rig.account, 'create', [made])
  await settled(rig)
  const [{ id: messageId } = { id: undefined }] = await rig.inRole('sent')
  const [there] = rig.mailbox.truth().messages
  const item = { id: there!.id, messageId: messageId!, mailboxIds: [sent], keywords: ['$seen'] }

  // As it was before the outbox had found it: listed, and known to nobody.
  const { database } = rig.db
  await database.query(`delete from remote_message where account_id = $1`, [rig.account])
  const listed = [{ remoteId: ledgerId(item.id), uid: null, rank: 1 }]
  await database.transaction((tx) => recordListed(tx, rig.account, null, listed, new Date()))
  const provided: Mail['provided'] = {
    ...rig.mail.provided,
    async sameMessage(change, one) {
      await database.transaction((tx) => setItemPlaces(tx, rig.account, [item]))
      return rig.mail.provided.sameMessage(change, one)
    },
  }
  const ours = oursOf(await rig.mail.mailboxes.known(rig.account))
  const state = { mailboxes: ['SENT'], keywords: ['$seen'] }
  const incoming = { id: item.id, prepared: prepared!, state, standIn: undefined, receivedAt: new Date() }
  const deps = { changes: rig.changes, mail: { ...rig.mail, provided } }
  await storeItems(deps, { accountId: rig.account, ours }, [incoming], true)

  expect(await rig.subjects('sent')).toEqual(['Found twice'])
  expect(await rig.inRole('sent')).toMatchObject([{ id: messageId }])
})
