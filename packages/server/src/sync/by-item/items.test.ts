import type { MessageId } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toRawMessage } from '../../../../emulators/src/blobs/raw.ts'
import type { EmailPatch, Role } from '../../mail/index.ts'
import {
  type EmulatedForTests,
  emulatedForTests,
  lastingTrouble,
  providers,
} from '../../../../server-testing/src/sync/emulated-sync.ts'
import { eventually, settled, getSubject } from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import { message } from '../../../../server-testing/src/sync/test-imap-sync.ts'

describe.each(providers)('an account at %s', (provider) => {
  let rig: EmulatedForTests
  beforeEach(async () => {
    rig = await emulatedForTests(provider)
  })
  afterEach(async () => {
    const problems = rig.problems()
    await rig[Symbol.asyncDispose]()
    if (problems.length > 0) throw new Error(problems.join('\n'))
  })

  const deliver = (subject: string, to?: string) =>
    rig.mailbox.deliver(toRawMessage(Buffer.from(message(subject))), to === undefined ? {} : { to })
  const actor = () => ({ kind: 'user' as const, userId: rig.user })
  const update = async (ids: readonly MessageId[], patch: EmailPatch) => {
    const outcome = await rig.mail.actions.update(
      actor(),
      rig.account,
      'test',
      new Map(ids.map((id) => [id, patch])),
    )
    if (outcome === 'state-mismatch') throw new Error('The state changed')
    expect(outcome.refused).toEqual(new Map())
    return outcome
  }
  const moveTo = async (role: Role) => ({ replaceMailboxes: new Set([await rig.getMailbox(role)]) })
  const readTruth = (id: string) =>
    rig.mailbox.truth().messages.find((remoteMessage) => remoteMessage.id === id)
  const newest = async (role: Role): Promise<MessageId> => {
    const [row] = await rig.inRole(role)
    if (!row) throw new Error(`Nothing in ${role}`)
    return row.id
  }

  test('mail of every mailbox arrives with its marks', async () => {
    const id = deliver('One')
    deliver('Two', 'junk')
    deliver('Three', 'trash')
    rig.mailbox.act({ kind: 'mark', ids: [id], keyword: '$flagged' })
    await settled(rig)
    expect(await rig.subjects('inbox')).toEqual(['One'])
    expect(await rig.subjects('junk')).toEqual(['Two'])
    expect(await rig.subjects('trash')).toEqual(['Three'])
    expect((await rig.inRole('inbox'))[0]?.keywords).toContain('$flagged')
    expect(rig.conditions.at(-1)).toBe('ok')
  })

  test('what another client does is seen at the next look', async () => {
    const [read, archived, gone] = [deliver('Read'), deliver('Archived'), deliver('Gone')]
    await settled(rig)
    rig.mailbox.act({ kind: 'mark', ids: [read], keyword: '$seen' })
    rig.mailbox.act({ kind: 'archive', ids: [archived] })
    rig.mailbox.act({ kind: 'delete', ids: [gone] })
    await settled(rig)
    expect(await rig.subjects('inbox')).toEqual(['Read'])
    expect((await rig.inRole('inbox'))[0]?.keywords).toContain('$seen')
    expect(await rig.subjects('archive')).toEqual(['Archived'])
  })

  test('what is decided here is done there, and undone', async () => {
    const id = deliver('Decide')
    await settled(rig)
    const own = await newest('inbox')
    await update([own], { keywords: new Map([['$flagged', true]]) })
    const { journalId } = await update([own], await moveTo('archive'))
    await eventually(async () => rig.getPlaces(readTruth(id)!).join() === 'archive')
    expect(readTruth(id)?.keywords).toContain('$flagged')
    await rig.mail.actions.undo(rig.user, journalId!)
    await eventually(async () => rig.getPlaces(readTruth(id)!).join() === 'inbox')
    await settled(rig)
    expect(await rig.subjects('inbox')).toEqual(['Decide'])
  })

  test('a keyword that the provider cannot keep stays here', async () => {
    deliver('Answered')
    await settled(rig)
    await update([await newest('inbox')], { keywords: new Map([['$answered', true]]) })
    await settled(rig)
    deliver('More')
    await settled(rig)
    const answered = (await rig.inRole('inbox')).find((row) => getSubject(row) === 'Answered')
    expect(answered?.keywords).toContain('$answered')
  })

  test('a message stored from here keeps the marks that the provider has no place for', async () => {
    await settled(rig)
    const [prepared] = await rig.mail.ingest.prepare([Buffer.from(message('Imported'))])
    const keywords = ['$answered', '$flagged', '$forwarded', '$seen', 'custom']
    await rig.mail.actions.create(actor(), rig.account, 'import', [
      { prepared: prepared!, mailboxIds: [await rig.getMailbox('inbox')], keywords },
    ])
    for (let look = 0; look < 3; look++) await settled(rig)
    expect((await rig.inRole('inbox'))[0]?.keywords.toSorted()).toEqual(keywords)
    expect(rig.mailbox.truth().messages).toMatchObject([
      { places: expect.arrayContaining(['inbox']) as string[] },
    ])
  })

  test('deleting for good here deletes there', async () => {
    const id = deliver('Away')
    await settled(rig)
    await rig.mail.actions.destroy(actor(), rig.account, [await newest('inbox')])
    await eventually(async () => readTruth(id) === undefined)
  })

  test('a folder made here exists there, and mail can be filed in it at once', async () => {
    const id = deliver('File me')
    await settled(rig)
    const made = await rig.changes.write(rig.account, { actor: actor(), verb: 'create-mailbox' }, (change) =>
      rig.mail.mailboxes.create(change, { name: 'Receipts', parentId: null, role: null }),
    )
    if (!made.result.ok) throw new Error('Not made')
    await update([await newest('inbox')], { replaceMailboxes: new Set([made.result.id]) })
    await eventually(async () => rig.getPlaces(readTruth(id)!).join() === 'Receipts')
  })

  test('a draft made here is a draft there, once, however its answer got lost', async () => {
    await settled(rig)
    for (const operation of rig.operations.alone)
      rig.faults.arm({ operation, times: 1, fault: { kind: 'reset', when: 'after' } })
    const [prepared] = await rig.mail.ingest.prepare([Buffer.from(message('Draft'))])
    await rig.mail.actions.create(actor(), rig.account, 'create', [
      { prepared: prepared!, mailboxIds: [await rig.getMailbox('drafts')], keywords: ['$draft', '$seen'] },
    ])
    await settled(rig)
    await settled(rig)
    rig.faults.clear()
    await settled(rig)
    expect(await rig.subjects('drafts')).toEqual(['Draft'])
    const drafts = rig.mailbox
      .truth()
      .messages.filter((remoteMessage) => remoteMessage.places.includes('drafts'))
    expect(drafts).toHaveLength(1)
  })

  test('a message that is sent before the answer about its draft came leaves no draft behind', async () => {
    await settled(rig)
    const operation = provider === 'Google' ? 'gmail.users.drafts.create' : 'graph.messages.create'
    rig.faults.arm({ operation, times: 1, fault: { kind: 'reset', when: 'after' } })
    const raw = message('Sent at once', { From: `Ann <${rig.mailbox.email}>`, To: 'bo@example.test' })
    const [prepared] = await rig.mail.ingest.prepare([Buffer.from(raw)])
    await rig.mail.actions.create(actor(), rig.account, 'create', [
      { prepared: prepared!, mailboxIds: [await rig.getMailbox('drafts')], keywords: ['$draft', '$seen'] },
    ])
    const messageId = await newest('drafts')
    await eventually(async () => rig.mailbox.truth().messages.length === 1)
    const [identity] = await rig.identities.list(rig.account)
    const wanted = { identityId: identity!.id, messageId, envelope: null }
    expect(await rig.submissions.create(rig.user, rig.account, wanted)).toMatchObject({ ok: true })
    for (let calm = 0; calm < 3; calm++) await settled(rig)
    expect(rig.mailbox.truth()).toMatchObject({
      messages: [{ places: ['sent'] }],
      sent: [{ recipients: ['bo@example.test'] }],
    })
    expect(await rig.subjects('drafts')).toEqual([])
    expect(await rig.subjects('sent')).toEqual(['Sent at once'])
  })

  test('a star that a message gets while it is sent is on the copy that the provider keeps', async () => {
    await settled(rig)
    const raw = message('On its way', { From: `Ann <${rig.mailbox.email}>`, To: 'bo@example.test' })
    const [prepared] = await rig.mail.ingest.prepare([Buffer.from(raw)])
    const mailboxIds = [await rig.getMailbox('drafts')]
    await rig.mail.actions.create(actor(), rig.account, 'create', [
      { prepared: prepared!, mailboxIds, keywords: ['$draft', '$seen'] },
    ])
    const messageId = await newest('drafts')
    const [identity] = await rig.identities.list(rig.account)
    const wanted = { identityId: identity!.id, messageId, envelope: null }
    expect(await rig.submissions.create(rig.user, rig.account, wanted)).toMatchObject({ ok: true })
    await update([messageId], { keywords: new Map([['$flagged', true]]) })
    await settled(rig)
    await settled(rig)
    expect(rig.mailbox.truth()).toMatchObject({
      messages: [{ places: ['sent'], keywords: expect.arrayContaining(['$flagged']) as string[] }],
      sent: [{ recipients: ['bo@example.test'] }],
    })
    expect((await rig.inRole('sent'))[0]?.keywords.toSorted()).toEqual(['$flagged', '$seen'])
  })

  test.each(lastingTrouble[provider])(
    'trouble that lasts is stated as %s, never as a sign-in that ended, and loses nothing',
    async (condition, fault) => {
      deliver('Before')
      await settled(rig)
      const starred = await newest('inbox')
      rig.faults.arm({ operation: provider === 'Google' ? 'gmail.*' : 'graph.*', fault })
      deliver('Meanwhile')
      await update([starred], { keywords: new Map([['$flagged', true]]) })
      await rig.sync.refresh(rig.account)
      await eventually(async () => rig.conditions.at(-1) === condition)
      rig.faults.clear()
      await settled(rig)
      expect(await rig.subjects('inbox')).toEqual(['Meanwhile', 'Before'])
      expect(
        rig.mailbox.truth().messages.filter((remoteMessage) => remoteMessage.keywords.includes('$flagged')),
      ).toHaveLength(1)
      expect(rig.conditions.at(-1)).toBe('ok')
      expect(rig.conditions).not.toContain('expired-grant')
    },
  )

  test('a position that is too old loses nothing and doubles nothing', async () => {
    const [gone, moved] = [deliver('Gone'), deliver('Moved')]
    deliver('Stays')
    await settled(rig)
    rig.mailbox.act({ kind: 'delete', ids: [gone] })
    rig.mailbox.act({ kind: 'archive', ids: [moved] })
    deliver('New')
    for (const operation of rig.operations.alone)
      rig.faults.arm({ operation, times: 1, fault: { kind: 'cursor-gone' } })
    await settled(rig)
    expect((await rig.subjects('inbox')).toSorted()).toEqual(['New', 'Stays'])
    expect(await rig.subjects('archive')).toEqual(['Moved'])
  })

  test.each(providers.filter((providerName) => providerName === provider && providerName !== 'Google'))(
    'says that a message is in one folder at %s, and leaves it there',
    async () => {
      deliver('One place')
      await settled(rig)
      const id = await newest('inbox')
      const archive = await rig.getMailbox('archive')
      await update([id], { mailboxes: new Map([[archive, true]]) })
      await settled(rig)
      expect(await rig.subjects('inbox')).toEqual(['One place'])
      expect(await rig.subjects('archive')).toEqual([])
      expect(rig.mailbox.truth().messages).toMatchObject([{ places: ['inbox'] }])
      expect(rig.events).toContainEqual(
        expect.objectContaining({
          kind: 'notice',
          level: 'error',
          problem: expect.objectContaining({ reason: { problem: 'outbox/one-folder-only' } }) as object,
        }),
      )
    },
  )
})
