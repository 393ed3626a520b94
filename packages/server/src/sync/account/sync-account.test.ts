import type { AccountId } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  eventually,
  imapUser,
  message,
  type SyncForTests,
  syncForTests,
} from '../../../../server-testing/src/sync/test-imap-sync.ts'

describe('an account on Dovecot', () => {
  let rig: SyncForTests
  beforeAll(async () => {
    rig = await syncForTests()
    await rig.dovecot.append(imapUser, 'INBOX', message('first'), { flags: ['\\Seen'] })
    await rig.dovecot.append(imapUser, 'INBOX', message('second'))
    await rig.syncNow()
  })
  afterAll(() => rig[Symbol.asyncDispose]())

  const asUser = () => ({ kind: 'user' as const, userId: rig.user })
  const serverFlags = async (mailbox: string, subject: string): Promise<string[]> => {
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxOpen(mailbox)
    const fetchMessageObjects = await client.fetchAll('1:*', { flags: true, envelope: true })
    await client.logout()
    return fetchMessageObjects
      .filter((remoteMessage) => remoteMessage.envelope?.subject === subject)
      .flatMap((remoteMessage) => [...(remoteMessage.flags ?? [])])
  }
  const serverSubjects = async (mailbox: string): Promise<string[]> => {
    const client = await rig.dovecot.client(imapUser)
    const box = await client.mailboxOpen(mailbox)
    const fetchMessageObjects = box.exists === 0 ? [] : await client.fetchAll('1:*', { envelope: true })
    await client.logout()
    return fetchMessageObjects.map((remoteMessage) => remoteMessage.envelope?.subject ?? '').sort()
  }
  const getId = async (role: 'inbox' | 'archive' | 'trash', subject: string) => {
    const rows = await rig.inRole(role)
    const row = rows.find((emailRow) => emailRow.summary.includes(`"${subject}"`))
    if (!row) throw new Error(`No ${subject} in ${role}`)
    return row.id
  }

  test('its folders and messages are here, with flags and the folders’ roles', async () => {
    expect(await rig.subjects('inbox')).toEqual(['second', 'first'])
    const rows = await rig.inRole('inbox')
    expect(rows.map((row) => row.keywords)).toEqual([[], ['$seen']])
    const roles = (await rig.mail.mailboxes.list(rig.account)).map((mailbox) => mailbox.role)
    expect(roles).toEqual(expect.arrayContaining(['inbox', 'sent', 'drafts', 'trash', 'junk', 'archive']))
    expect(rig.conditions.at(-1)).toBe('ok')
  })

  test('a look at an unchanged account changes no state', async () => {
    const before = await rig.changes.state(rig.account)
    await rig.syncNow()
    expect(await rig.changes.state(rig.account)).toBe(before)
  })

  test('flags set by another client arrive', async () => {
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxOpen('INBOX')
    await client.messageFlagsAdd({ subject: 'second' }, ['\\Flagged'])
    await client.logout()
    await rig.syncNow()
    expect((await rig.inRole('inbox'))[0]?.keywords).toEqual(['$flagged'])
  })

  test('a message moved by another client is the same message in another mailbox', async () => {
    await rig.dovecot.append(imapUser, 'INBOX', message('wanders'))
    await rig.syncNow()
    const id = await getId('inbox', 'wanders')
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxOpen('INBOX')
    await client.messageMove({ subject: 'wanders' }, 'Archive')
    await client.logout()
    await rig.syncNow()
    expect(await getId('archive', 'wanders')).toBe(id)
    expect(await rig.subjects('inbox')).not.toContain('wanders')
  })

  test('a copy made by another client is a second message', async () => {
    await rig.dovecot.append(imapUser, 'INBOX', message('copied'))
    await rig.syncNow()
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxOpen('INBOX')
    await client.messageCopy({ subject: 'copied' }, 'Archive')
    await client.logout()
    await rig.syncNow()
    expect(await getId('archive', 'copied')).not.toBe(await getId('inbox', 'copied'))
  })

  test('a message deleted by another client leaves, and its bytes stay for the way back', async () => {
    await rig.dovecot.append(imapUser, 'INBOX', message('deleted elsewhere'))
    await rig.syncNow()
    const id = await getId('inbox', 'deleted elsewhere')
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxOpen('INBOX')
    await client.messageDelete({ subject: 'deleted elsewhere' })
    await client.logout()
    await rig.syncNow()
    expect(await rig.subjects('inbox')).not.toContain('deleted elsewhere')
    const kept = await rig.db.database.query(
      'select 1 from message where id = $1 and removed_at is not null',
      [id],
    )
    expect(kept).toHaveLength(1)
  })

  test('marking as read here sets the flag on the server, once', async () => {
    const id = await getId('inbox', 'second')
    await rig.mail.actions.update(
      asUser(),
      rig.account,
      'mark-read',
      new Map([[id, { keywords: new Map([['$seen', true]]) }]]),
    )
    await eventually(async () => (await serverFlags('INBOX', 'second')).includes('\\Seen'))
    await rig.syncNow()
    const state = await rig.changes.state(rig.account)
    await rig.syncNow()
    expect(await rig.changes.state(rig.account)).toBe(state)
  })

  test('archiving here moves the message on the server, and undo brings it back', async () => {
    await rig.dovecot.append(imapUser, 'INBOX', message('to archive'))
    await rig.syncNow()
    const id = await getId('inbox', 'to archive')
    const [inbox, archive] = [await rig.getMailbox('inbox'), await rig.getMailbox('archive')]
    const moved = await rig.mail.actions.update(
      ...([asUser(), rig.account, 'archive'] as const),
      new Map([
        [
          id,
          {
            mailboxes: new Map([
              [inbox, false],
              [archive, true],
            ]),
          },
        ],
      ]),
    )
    await eventually(async () => (await serverSubjects('Archive')).includes('to archive'))
    expect(await serverSubjects('INBOX')).not.toContain('to archive')
    await rig.syncNow()
    expect(await getId('archive', 'to archive')).toBe(id)
    if (moved === 'state-mismatch' || moved.journalId === undefined) throw new Error('nothing to undo')
    expect(await rig.mail.actions.undo(rig.user, moved.journalId)).toMatchObject({ ok: true, restored: [id] })
    await eventually(async () => (await serverSubjects('INBOX')).includes('to archive'))
    await rig.syncNow()
    expect(await getId('inbox', 'to archive')).toBe(id)
  })

  test('deleting for good here removes it on the server', async () => {
    await rig.dovecot.append(imapUser, 'Trash', message('rubbish'))
    await rig.syncNow()
    await rig.mail.actions.destroy(asUser(), rig.account, [await getId('trash', 'rubbish')])
    await eventually(async () => !(await serverSubjects('Trash')).includes('rubbish'))
    await rig.syncNow()
    expect(await rig.subjects('trash')).not.toContain('rubbish')
  })

  test('a folder made here exists on the server, and mail can be moved there in the same breath', async () => {
    await rig.dovecot.append(imapUser, 'INBOX', message('for the new folder'))
    await rig.syncNow()
    const id = await getId('inbox', 'for the new folder')
    const inbox = await rig.getMailbox('inbox')
    const cause = { actor: asUser(), verb: 'create-mailbox' }
    const made = await rig.changes.write(rig.account, cause, (change) =>
      rig.mail.mailboxes.create(change, { name: 'Reisen ✈', parentId: null, role: null }),
    )
    if (!made.result.ok) throw new Error(made.result.why)
    const target = made.result.id
    const patch = {
      mailboxes: new Map([
        [inbox, false],
        [target, true],
      ]),
    }
    await rig.mail.actions.update(asUser(), rig.account, 'move', new Map([[id, patch]]))
    await eventually(async () =>
      (await serverSubjects('Reisen ✈').catch((): string[] => [])).includes('for the new folder'),
    )
    await rig.syncNow()
    expect((await rig.mail.read.emails(rig.account, [id], false))[0]?.mailboxIds).toEqual([target])
  })

  test('a refused change is taken back and the user is told', async () => {
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxCreate('Doomed')
    await rig.dovecot.append(imapUser, 'INBOX', message('stays'))
    await rig.syncNow()
    const id = await getId('inbox', 'stays')
    const inbox = await rig.getMailbox('inbox')
    const doomed = (await rig.mail.mailboxes.list(rig.account)).find(
      (mailbox) => mailbox.name === 'Doomed',
    )!.id
    await client.mailboxDelete('Doomed')
    await client.logout()
    const patch = {
      mailboxes: new Map([
        [inbox, false],
        [doomed, true],
      ]),
    }
    await rig.mail.actions.update(asUser(), rig.account, 'move', new Map([[id, patch]]))
    await eventually(async () =>
      rig.events.some((event) => event.kind === 'notice' && event.level === 'error'),
    )
    expect((await rig.mail.read.emails(rig.account, [id], false))[0]?.mailboxIds).toEqual([inbox])
    expect(await serverSubjects('INBOX')).toContain('stays')
    const [refused] = await rig.sync.refused.list(rig.account)
    expect(refused).toMatchObject({ what: 'move', name: 'stays', refusedAt: expect.any(Date) })
    expect(refused?.serverSaid).not.toBe('')
    const elsewhere = (rig.account + 1) as AccountId
    expect(await rig.sync.refused.list(elsewhere)).toEqual([])
    expect(await rig.sync.refused.dismiss(elsewhere, refused!.id)).toBe(false)
    expect(await rig.sync.refused.dismiss(rig.account, refused!.id)).toBe(true)
    expect(await rig.sync.refused.list(rig.account)).toEqual([])
  })

  test('a refused folder stays listed by its name after it went, for thirty days', async () => {
    const cause = { actor: asUser(), verb: 'create-mailbox' }
    const name = 'no/such' // the server's separator cannot be part of a name
    const made = await rig.changes.write(rig.account, cause, (change) =>
      rig.mail.mailboxes.create(change, { name, parentId: null, role: null }),
    )
    expect(made.result.ok).toBe(true)
    await eventually(async () => (await rig.sync.refused.list(rig.account)).length === 1)
    expect(await rig.sync.refused.list(rig.account)).toMatchObject([{ what: 'create-folder', name }])
    expect((await rig.mail.mailboxes.list(rig.account)).some((mailbox) => mailbox.name === name)).toBe(false)
    expect(await rig.sync.refused.purge()).toBe(0)
    await rig.db.database.query(`update outbox_op set refused_at = refused_at - interval '30 days 1 minute'`)
    expect(await rig.sync.refused.purge()).toBe(1)
    expect(await rig.sync.refused.list(rig.account)).toEqual([])
  })
})
