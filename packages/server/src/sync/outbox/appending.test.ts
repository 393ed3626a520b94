import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailboxId, MessageId } from '@plmail/wire'
import type { Role } from '../../mail/index.ts'
import {
  eventually,
  message,
  type SyncForTests,
  syncForTests,
} from '../../../../server-testing/src/sync/test-imap-sync.ts'
import { imapUser } from '../../../../server-testing/src/sync/test-imap-sync.ts'

let rig: SyncForTests
beforeAll(async () => {
  rig = await syncForTests()
  await rig.syncNow()
})
afterAll(() => rig[Symbol.asyncDispose]())

interface Wanted {
  raw: string
  roles: Role[]
  keywords?: string[]
  at?: Date
}

async function make({ raw, roles, keywords = [], at }: Wanted): Promise<MessageId> {
  const [prepared] = await rig.mail.ingest.prepare([Buffer.from(raw)])
  const mailboxIds: MailboxId[] = await Promise.all(roles.map((role) => rig.getMailbox(role)))
  const outcome = await rig.mail.actions.create(user(), rig.account, 'create', [
    { prepared: prepared!, mailboxIds, keywords, ...(at ? { receivedAt: at } : {}) },
  ])
  const [made] = outcome === 'state-mismatch' ? [] : outcome.outcomes
  if (!made || typeof made === 'string') throw new Error(`not made: ${made}`)
  return made.id
}

const user = () => ({ kind: 'user' as const, userId: rig.user })

/** Nothing of this account is left to be sent, but for what was refused. */
const settled = () =>
  eventually(async () => {
    const rows = await rig.db.database.query<{ field: string }>(
      `select field from outbox_op where account_id = $1 and state in ('pending', 'sending')`,
      [rig.account],
    )
    return rows.length === 0
  })

const getPlaces = (id: MessageId) =>
  rig.db.database.query<{ mailbox_id: number; uid: number }>(
    'select mailbox_id, uid from remote_message where message_id = $1 order by mailbox_id',
    [id],
  )

/** What another client sees, by subject. */
async function elsewhere(path: string) {
  const client = await rig.dovecot.client(imapUser)
  try {
    await client.mailboxOpen(path)
    const all = await client.fetchAll('1:*', { flags: true, internalDate: true, source: true, uid: true })
    return all.map((remoteMessage) => ({
      subject: /^Subject: (.*)\r$/m.exec(remoteMessage.source!.toString())?.[1],
      flags: [...(remoteMessage.flags ?? [])].filter((flag) => flag !== '\\Recent').toSorted(),
      receivedAt: remoteMessage.internalDate,
      source: remoteMessage.source!.toString(),
      uid: remoteMessage.uid,
    }))
  } finally {
    await client.logout()
  }
}

describe('a message made here', () => {
  test('is seen by another client with its marks and time, and stays one message', async () => {
    const raw = message('my draft')
    const at = new Date('2020-02-03T04:05:06Z')
    const id = await make({ raw, roles: ['drafts'], keywords: ['$draft', '$seen', 'work'], at })
    await settled()
    const found = (await elsewhere('Drafts')).filter((one) => one.subject === 'my draft')
    expect(found).toMatchObject([{ flags: ['\\Draft', '\\Seen', 'work'], receivedAt: at, source: raw }])
    expect(await getPlaces(id)).toMatchObject([{ uid: found[0]!.uid }])
    await rig.syncNow()
    expect((await rig.inRole('drafts')).map((row) => row.id)).toEqual([id])
    expect((await rig.inRole('drafts'))[0]!.keywords).toEqual(['$draft', '$seen', 'work'])
  })

  test('lies in every mailbox it was made for', async () => {
    const id = await make({ raw: message('twice'), roles: ['inbox', 'archive'] })
    await settled()
    expect((await elsewhere('INBOX')).map((one) => one.subject)).toContain('twice')
    expect((await elsewhere('Archive')).map((one) => one.subject)).toContain('twice')
    expect(await getPlaces(id)).toHaveLength(2)
    await rig.syncNow()
    expect((await rig.subjects('inbox')).filter((subject) => subject === 'twice')).toHaveLength(1)
  })

  test('is changed, moved and deleted before it got there, and ends where it should be', async () => {
    const open = await offline()
    const moved = await make({ raw: message('moved'), roles: ['drafts'], keywords: ['$draft'] })
    const gone = await make({ raw: message('gone'), roles: ['drafts'] })
    const trash = await rig.getMailbox('trash')
    await rig.mail.actions.update(
      user(),
      rig.account,
      'trash',
      new Map([
        [
          moved,
          {
            replaceMailboxes: new Set([trash]),
            keywords: new Map([
              ['$draft', false],
              ['$flagged', true],
            ]),
          },
        ],
      ]),
    )
    await rig.mail.actions.destroy(user(), rig.account, [gone])
    await open()
    await settled()
    expect((await elsewhere('Drafts')).map((one) => one.subject)).not.toContain('moved')
    expect((await elsewhere('Drafts')).map((one) => one.subject)).not.toContain('gone')
    const [there] = (await elsewhere('Trash')).filter((one) => one.subject === 'moved')
    expect(there).toMatchObject({ flags: ['\\Flagged'] })
    await rig.syncNow()
    expect((await rig.inRole('trash')).map((row) => row.id)).toContain(moved)
  })

  test('that was stored without our hearing of it is recognised and not stored again', async () => {
    const raw = message('unheard')
    const drafts = await rig.getMailbox('drafts')
    const id = await make({ raw, roles: ['drafts'] })
    await settled()
    // as a process that died after the server had answered left it
    await rig.db.database.query('delete from remote_message where message_id = $1', [id])
    await rig.db.database.query(
      `insert into outbox_op (account_id, message_id, field, base, desired, state, attempts, tried, due_at, created_at)
       values ($1, $2, 'append', 'null', $3, 'sending', 1, $4, now(), now())`,
      [rig.account, id, JSON.stringify([drafts]), [drafts]],
    )
    await rig.mail.actions.update(
      user(),
      rig.account,
      'star',
      new Map([[id, { keywords: new Map([['$flagged', true]]) }]]),
    )
    await settled()
    const found = (await elsewhere('Drafts')).filter((one) => one.subject === 'unheard')
    expect(found).toMatchObject([{ flags: ['\\Flagged'] }])
    expect(await getPlaces(id)).toMatchObject([{ uid: found[0]!.uid }])
  })

  test('that is listed before the answer is noted is that message and no other', async () => {
    const raw = message('listed first')
    const drafts = await rig.getMailbox('drafts')
    const id = await make({ raw, roles: ['drafts'] })
    await settled()
    await rig.syncNow()
    // the listing comes first: place unknown, cursor before the message
    await rig.db.database.query('delete from remote_message where message_id = $1', [id])
    await rig.db.database.query('delete from sync_cursor where mailbox_id = $1', [drafts])
    await rig.db.database.query(
      `insert into outbox_op (account_id, message_id, field, base, desired, state, attempts, tried, due_at, created_at)
       values ($1, $2, 'append', 'null', $3, 'pending', 1, $4, now() + interval '1 hour', now())`,
      [rig.account, id, JSON.stringify([drafts]), [drafts]],
    )
    await rig.syncNow()
    await settled()
    expect((await rig.subjects('drafts')).filter((subject) => subject === 'listed first')).toHaveLength(1)
    expect(await getPlaces(id)).toHaveLength(1)
  })

  test('with the same bytes as another is another', async () => {
    const raw = message('twins')
    const ids = [await make({ raw, roles: ['drafts'] }), await make({ raw, roles: ['drafts'] })]
    await settled()
    await rig.syncNow()
    expect((await elsewhere('Drafts')).filter((one) => one.subject === 'twins')).toHaveLength(2)
    expect((await rig.subjects('drafts')).filter((subject) => subject === 'twins')).toHaveLength(2)
    for (const id of ids) expect(await getPlaces(id)).toHaveLength(1)
  })

  test('goes into a folder made just before', async () => {
    await makeIn(await newFolder('Fresh'), 'in fresh')
    await settled()
    expect((await elsewhere('Fresh')).map((one) => one.subject)).toEqual(['in fresh'])
  })

  test('whose folder another client deleted is kept in the Inbox', async () => {
    const mailbox = await newFolder('Doomed')
    await settled()
    const open = await offline()
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxDelete('Doomed')
    await client.logout()
    const id = await makeIn(mailbox, 'homeless')
    await open()
    await settled()
    await rig.syncNow()
    expect((await elsewhere('INBOX')).map((one) => one.subject)).toContain('homeless')
    expect((await rig.inRole('inbox')).map((row) => row.id)).toContain(id)
  })

  test('that the server refuses is taken away again, and the user is told', async () => {
    // the server's separator cannot be part of a name, so there never is a folder
    const open = await offline()
    const id = await makeIn(await newFolder('no/such'), 'nowhere to go')
    await open()
    await eventually(async () => notices().some((code) => code === 'outbox/message-not-stored'))
    expect(await rig.mail.read.emails(rig.account, [id], false)).toEqual([])
    expect(await rig.sync.refused.list(rig.account)).toEqual(
      expect.arrayContaining([expect.objectContaining({ what: 'store' })]),
    )
  })
})

/** Nothing is sent until what it gives is called. */
async function offline(): Promise<() => Promise<void>> {
  await rig.jobs.stop(10_000)
  return async () => {
    await rig.jobs.start()
    await rig.syncNow()
  }
}

const notices = () =>
  rig.events.flatMap((event) =>
    event.kind === 'notice' && 'problem' in event.problem ? [event.problem.problem] : [],
  )

async function newFolder(name: string): Promise<MailboxId> {
  const cause = { actor: user(), verb: 'create-mailbox' }
  const { result } = await rig.changes.write(rig.account, cause, (change) =>
    rig.mail.mailboxes.create(change, { name, parentId: null, role: null }),
  )
  if (!result.ok) throw new Error(result.why)
  return result.id
}

async function makeIn(mailboxId: MailboxId, subject: string): Promise<MessageId> {
  const [prepared] = await rig.mail.ingest.prepare([Buffer.from(message(subject))])
  const outcome = await rig.mail.actions.create(user(), rig.account, 'create', [
    { prepared: prepared!, mailboxIds: [mailboxId], keywords: [] },
  ])
  const [made] = outcome === 'state-mismatch' ? [] : outcome.outcomes
  if (!made || typeof made === 'string') throw new Error(`not made: ${made}`)
  return made.id
}
