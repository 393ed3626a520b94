import { expect, test } from 'vitest'
import type { Mail } from '../../mail/index.ts'
import { emulatedForTests } from '../../../../server-testing/src/sync/emulated-sync.ts'
import { settled } from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import { message } from '../../../../server-testing/src/sync/test-imap-sync.ts'
import { recordListed } from '../ledger/ledger-items.ts'
import { toOurMailboxes } from '../ledger/our-mailboxes.ts'
import { ledgerId, setItemPlaces } from '../ledger/item-places.ts'
import { storeItems } from './store-items.ts'

test('what the outbox finds while a look reads it is not taken for something new', async () => {
  await using rig = await emulatedForTests('Google')
  await settled(rig)
  const [prepared] = await rig.mail.ingest.prepare([Buffer.from(message('Found twice'))])
  const [sent, actor] = [await rig.getMailbox('sent'), { kind: 'user' as const, userId: rig.user }]
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
    async sameMessage(change, preparedMessage) {
      await database.transaction((tx) => setItemPlaces(tx, rig.account, [item]))
      return rig.mail.provided.sameMessage(change, preparedMessage)
    },
  }
  const ours = toOurMailboxes(await rig.mail.mailboxes.selectMailboxes(rig.account))
  const state = { mailboxes: ['SENT'], keywords: ['$seen'] }
  const incoming = { id: item.id, prepared: prepared!, state, standIn: undefined, receivedAt: new Date() }
  const deps = { changes: rig.changes, jobs: rig.jobs, mail: { ...rig.mail, provided } }
  await storeItems(deps, { accountId: rig.account, ours }, [incoming], true)

  expect(await rig.subjects('sent')).toEqual(['Found twice'])
  expect(await rig.inRole('sent')).toMatchObject([{ id: messageId }])
})

test('the copy in Sent of a draft that was not stored yet is never to be moved to Drafts', async () => {
  await using rig = await emulatedForTests('Microsoft')
  await settled(rig)
  // The draft is not stored, and what is handed over for sending is dropped: no copy but ours appears.
  rig.faults.arm({
    operation: 'graph.messages.create',
    times: 1000,
    fault: { kind: 'reset', when: 'before' },
  })
  rig.faults.arm({ operation: 'graph.sendMail', times: 1, fault: { kind: 'status', status: 202 } })
  const raw = message('Overtaken', { From: `Ann <${rig.mailbox.email}>`, To: 'bo@example.test' })
  const [prepared] = await rig.mail.ingest.prepare([Buffer.from(raw)])
  const drafts = await rig.getMailbox('drafts')
  const sentItem = { prepared: prepared!, mailboxIds: [drafts], keywords: ['$draft', '$seen'] }
  const actor = { kind: 'user' as const, userId: rig.user }
  await rig.mail.actions.create(actor, rig.account, 'create', [sentItem])
  const [draft] = await rig.inRole('drafts')
  const [identity] = await rig.identities.list(rig.account)
  const submission = { identityId: identity!.id, messageId: draft!.id, envelope: null }
  expect(await rig.submissions.create(rig.user, rig.account, submission)).toMatchObject({ ok: true })

  const { database } = rig.db
  const listed = [{ remoteId: ledgerId('copy'), uid: null, rank: 1 }]
  await database.transaction((tx) => recordListed(tx, rig.account, null, listed, new Date()))
  const boxes = await rig.mail.mailboxes.selectMailboxes(rig.account)
  const remote = boxes.find((box) => box.role === 'sent')!.remoteId!
  const state = { mailboxes: [remote], keywords: ['$seen'] }
  const incoming = { id: 'copy', prepared: prepared!, state, standIn: undefined, receivedAt: new Date() }
  await storeItems(rig, { accountId: rig.account, ours: toOurMailboxes(boxes) }, [incoming], true)

  const decided = await database.query(
    `select field, desired from outbox_op where account_id = $1 and desired @> jsonb_build_array($2::bigint)`,
    [rig.account, drafts],
  )
  expect(decided).toEqual([])
})
