import type { MessageId } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rawOf } from '../../../emulators/src/blobs/raw.ts'
import type { EmailPatch, Role } from '../mail/index.ts'
import { type EmulatedForTests, emulatedForTests, providers } from './emulated-for-tests.ts'
import { eventually, settled, subjectOf } from './rooms-for-tests.ts'
import { message } from './sync-for-tests.ts'

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
    rig.mailbox.deliver(rawOf(Buffer.from(message(subject))), to === undefined ? {} : { to })
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
  const moveTo = async (role: Role) => ({ replaceMailboxes: new Set([await rig.mailboxOf(role)]) })
  const truthOf = (id: string) => rig.mailbox.truth().messages.find((one) => one.id === id)
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
    await eventually(async () => rig.placesOf(truthOf(id)!).join() === 'archive')
    expect(truthOf(id)?.keywords).toContain('$flagged')
    await rig.mail.actions.undo(rig.user, journalId!)
    await eventually(async () => rig.placesOf(truthOf(id)!).join() === 'inbox')
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
    const answered = (await rig.inRole('inbox')).find((row) => subjectOf(row) === 'Answered')
    expect(answered?.keywords).toContain('$answered')
  })

  test('deleting for good here deletes there', async () => {
    const id = deliver('Away')
    await settled(rig)
    await rig.mail.actions.destroy(actor(), rig.account, [await newest('inbox')])
    await eventually(async () => truthOf(id) === undefined)
  })

  test('a folder made here exists there, and mail can be filed in it at once', async () => {
    const id = deliver('File me')
    await settled(rig)
    const made = await rig.changes.write(rig.account, { actor: actor(), verb: 'create-mailbox' }, (change) =>
      rig.mail.mailboxes.create(change, { name: 'Receipts', parentId: null, role: null }),
    )
    if (!made.result.ok) throw new Error('Not made')
    await update([await newest('inbox')], { replaceMailboxes: new Set([made.result.id]) })
    await eventually(async () => rig.placesOf(truthOf(id)!).join() === 'Receipts')
  })

  test('a draft made here is a draft there, once, however its answer got lost', async () => {
    await settled(rig)
    for (const operation of rig.operations.alone)
      rig.faults.arm({ operation, times: 1, fault: { kind: 'reset', when: 'after' } })
    const [prepared] = await rig.mail.ingest.prepare([Buffer.from(message('Draft'))])
    await rig.mail.actions.create(actor(), rig.account, 'create', [
      { prepared: prepared!, mailboxIds: [await rig.mailboxOf('drafts')], keywords: ['$draft', '$seen'] },
    ])
    await settled(rig)
    await settled(rig)
    rig.faults.clear()
    await settled(rig)
    expect(await rig.subjects('drafts')).toEqual(['Draft'])
    const drafts = rig.mailbox.truth().messages.filter((one) => one.places.includes('drafts'))
    expect(drafts).toHaveLength(1)
  })

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

  test.runIf(provider === 'Microsoft')(
    'says that a message is in one folder, and leaves it there',
    async () => {
      deliver('One place')
      await settled(rig)
      const id = await newest('inbox')
      const archive = await rig.mailboxOf('archive')
      await update([id], { mailboxes: new Map([[archive, true]]) })
      await settled(rig)
      expect(await rig.subjects('inbox')).toEqual(['One place'])
      expect(await rig.subjects('archive')).toEqual([])
      expect(rig.mailbox.truth().messages).toMatchObject([{ places: ['inbox'] }])
      expect(rig.events).toContainEqual(
        expect.objectContaining({
          ...{ kind: 'notice', level: 'error' },
          text: expect.stringContaining('A message is in one folder here') as string,
        }),
      )
    },
  )
})
