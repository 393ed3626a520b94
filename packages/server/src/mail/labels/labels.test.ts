import type { MailboxId } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MailboxView, RemoteMailbox, Role } from '../index.ts'
import {
  arrives,
  deliver,
  disagreements,
  folder,
  mailOfEachTest,
  newAccount,
  newUser,
  usualFolders,
} from '../../../../server-testing/src/mail/test-mail.ts'

const { room, account } = mailOfEachTest()

const reconcile = (remote: RemoteMailbox[], on = account) =>
  room.changes.write(on.id, arrives, (change) => room.mail.mailboxes.reconcile(change, remote))

async function boxes(on = account): Promise<Map<string | null, MailboxView>> {
  return new Map((await room.mail.mailboxes.list(on.id)).map((box) => [box.remoteId, box]))
}

describe('the provider’s folders', () => {
  test('become mailboxes with their parents and roles, whatever order they are listed in', async () => {
    const listed = [folder('a/b/c', null, 'a/b'), folder('a/b', null, 'a'), ...usualFolders, folder('a')]
    const { result } = await reconcile(listed)
    const now = await boxes()
    expect(now.get('a/b/c')).toMatchObject({ name: 'c', parentId: result.get('a/b') })
    expect(now.get('a/b')).toMatchObject({ name: 'b', parentId: result.get('a') })
    expect(now.get('INBOX')).toMatchObject({ role: 'inbox', parentId: null })
  })

  test('listed again as they are change nothing', async () => {
    const state = await room.changes.state(account.id)
    const { result } = await reconcile([...usualFolders])
    expect(result.get('INBOX')).toBe(account.boxes.inbox)
    expect(await room.changes.state(account.id)).toBe(state)
  })

  test('keep their ids when they are renamed, moved, unsubscribed or given a role', async () => {
    const state = await room.changes.state(account.id)
    const work = {
      ...folder('Work', 'archive'),
      name: 'Labour',
      parentRemoteId: 'INBOX',
      isSubscribed: false,
    }
    await reconcile([...usualFolders.slice(0, 4), work])
    const changed = { name: 'Labour', role: 'archive', parentId: account.boxes.inbox, isSubscribed: false }
    expect((await boxes()).get('Work')).toMatchObject({ id: account.boxes.work, ...changed })
    expect(await room.changes.since(account.id, 'Mailbox', state, 50)).toMatchObject({
      created: [],
      updated: [account.boxes.work],
      updatedProperties: null,
    })
  })

  test('may swap roles', async () => {
    const swapped = [
      folder('INBOX', 'inbox'),
      folder('Sent', 'drafts'),
      folder('Drafts', 'sent'),
      folder('Work'),
    ]
    await reconcile([...swapped, folder('Trash', 'trash')])
    expect((await boxes()).get('Sent')!.role).toBe('drafts')
    expect((await boxes()).get('Drafts')!.role).toBe('sent')
  })

  test('claiming one role twice share it with nobody: the first keeps it', async () => {
    await reconcile([...usualFolders, folder('Old Sent', 'sent')])
    expect((await boxes()).get('Old Sent')!.role).toBeNull()
  })

  test('that are gone and empty go, those with mail stay without role and cannot be chosen', async () => {
    await deliver(room, account.id, [{ boxes: [account.boxes.trash] }])
    const { state } = await reconcile([folder('INBOX', 'inbox'), folder('Bin', 'trash')])
    const now = await boxes()
    expect([...now.keys()].toSorted()).toEqual(['Bin', 'INBOX', 'Trash'])
    expect(now.get('Trash')).toMatchObject({ isSelectable: false, role: null, totalEmails: 1 })
    expect(now.get('Bin')).toMatchObject({ role: 'trash' })
    const told = await room.changes.since(account.id, 'Mailbox', state - 1, 50)
    expect(told).toMatchObject({ destroyed: [account.boxes.sent, account.boxes.drafts, account.boxes.work] })
    expect(await disagreements(room, account.id)).toEqual([])
    await reconcile([...usualFolders])
    expect((await boxes()).get('Trash')).toMatchObject({
      id: account.boxes.trash,
      isSelectable: true,
      role: 'trash',
    })
  })

  test('above one that stays, stay', async () => {
    const { result } = await reconcile([...usualFolders, folder('a'), folder('a/b', null, 'a')])
    await deliver(room, account.id, [{ boxes: [result.get('a/b')!] }])
    await reconcile([...usualFolders])
    expect((await boxes()).get('a')).toMatchObject({ isSelectable: false })
  })

  test('of any shape, cycles and repeats included, are taken in', async () => {
    const name = fc.constantFrom('a', 'A', 'b', 'c', 'INBOX', 'ü', '')
    const role = fc.constantFrom<Role | null>(null, null, 'inbox', 'trash', 'sent')
    const remote = fc.record({ remoteId: name, parentRemoteId: fc.option(name), name, role })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(remote, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        async (lists) => {
          const one = await newAccount(room)
          for (const list of lists) {
            const listed = list.map((box) => ({ ...box, isSelectable: true, isSubscribed: true }))
            const { result } = await reconcile(listed, one)
            expect(new Set(result.keys())).toEqual(new Set(list.map((box) => box.remoteId)))
            expect(new Set((await boxes(one)).keys())).toEqual(new Set(result.keys()))
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('labels', () => {
  const getLabels = () =>
    room.db.database.query<{ name: string; role: string | null; boxes: number }>(
      `select l.name, l.role, count(b.id)::int as boxes from label l left join mailbox b on b.label_id = l.id
       where l.user_id = $1 group by l.id order by l.name`,
      [room.user],
    )

  test('are shared by accounts: by role whatever the name, else by path', async () => {
    const otherAccount = await newAccount(room)
    await reconcile(
      [folder('Posteingang', 'inbox'), folder('WORK'), folder('WORK/x', null, 'WORK')],
      otherAccount,
    )
    await reconcile([...usualFolders, folder('x')])
    const [mine, theirs] = [await boxes(), await boxes(otherAccount)]
    expect(theirs.get('Posteingang')!.labelId).toBe(mine.get('INBOX')!.labelId)
    expect(theirs.get('WORK')!.labelId).toBe(mine.get('Work')!.labelId)
    expect(theirs.get('WORK/x')!.labelId).not.toBe(mine.get('x')!.labelId)
  })

  test('of two users are never shared', async () => {
    const stranger = { ...room, user: await newUser(room.db) }
    const otherAccount = await newAccount(stranger)
    const mine = new Set([...(await boxes()).values()].map((box) => box.labelId))
    for (const box of (await boxes(otherAccount)).values()) expect(mine.has(box.labelId)).toBe(false)
  })

  test('follow a renamed folder and keep their colour', async () => {
    await room.db.database.query(`update label set color = 'red' where user_id = $1 and name = 'Work'`, [
      room.user,
    ])
    await reconcile([...usualFolders.slice(0, 4), { ...folder('Work'), name: 'Labour' }])
    const [row] = await room.db.database.query(
      `select l.name, l.color from label l join mailbox b on b.label_id = l.id where b.id = $1`,
      [account.boxes.work],
    )
    expect(row).toEqual({ name: 'Labour', color: 'red' })
  })

  test('with a name another role took are told apart', async () => {
    await reconcile([...usualFolders, folder('Archive', 'archive')])
    const otherAccount = await newAccount(room)
    await reconcile([...usualFolders, folder('Archive', 'all')], otherAccount)
    expect((await getLabels()).filter((label) => label.name.startsWith('Archive'))).toEqual([
      { name: 'Archive', role: 'archive', boxes: 1 },
      { name: 'Archive (all)', role: 'all', boxes: 1 },
    ])
  })

  test('have no twins when accounts sync for the first time side by side', async () => {
    const user = await newUser(room.db)
    const fresh = await Promise.all(
      [1, 2, 3, 4].map(() => room.db.database.transaction((tx) => room.changes.open(tx, user, 'mail'))),
    )
    const folders = [...usualFolders, ...Array.from({ length: 10 }, (_, n) => folder(`f${n}`))]
    await Promise.all(
      fresh.map((id, index) =>
        room.changes.write(id, arrives, (change) =>
          room.mail.mailboxes.reconcile(change, index % 2 ? folders : folders.toReversed()),
        ),
      ),
    )
    room.user = user
    const labels = await getLabels()
    expect(labels).toHaveLength(15)
    expect(new Set(labels.map((label) => label.boxes))).toEqual(new Set([4]))
  })
})

describe('a new folder of the user', () => {
  const create = (name: string, parentId: MailboxId | null = null, role: Role | null = null) =>
    room.changes.write(
      account.id,
      { actor: { kind: 'user', userId: room.user }, verb: 'create-mailbox' },
      (change) => room.mail.mailboxes.create(change, { name, parentId, role }),
    )
  const created = async (name: string, parentId: MailboxId | null = null) => {
    const { result } = await create(name, parentId)
    if (!result.ok) throw new Error(result.why)
    return result.id
  }

  test('is there at once and on its way to the provider', async () => {
    const id = await created('New', account.boxes.work)
    expect((await boxes()).get(null)).toMatchObject({ id, name: 'New', parentId: account.boxes.work })
    const desired = { name: 'New', parentId: account.boxes.work, role: null }
    expect(room.sent).toEqual([{ field: 'create-mailbox', mailboxId: id, base: null, desired }])
  })

  test.each([
    ['already-exists', 'wORK', null, null],
    ['bad-name', '', null, null],
    ['bad-name', ' x', null, null],
    ['bad-name', 'a\nb', null, null],
    ['bad-name', 'ü'.repeat(101), null, null],
    ['unknown-parent', 'x', 999_999_999 as MailboxId, null],
    ['role-taken', 'x', null, 'inbox'],
  ] as const)('is refused: %s', async (why, name, parentId, role) => {
    const { result } = await create(name, parentId, role)
    expect(result).toEqual({ ok: false, why })
    expect(room.sent).toEqual([])
  })

  test('cannot stand below a mailbox of another account', async () => {
    const otherAccount = await newAccount(room)
    expect((await create('x', otherAccount.boxes.inbox)).result).toEqual({ ok: false, why: 'unknown-parent' })
  })

  test('is the one the provider lists, whichever answer comes first', async () => {
    const [first, second] = [await created('One'), await created('Two')]
    await room.changes.write(account.id, arrives, (change) =>
      room.mail.mailboxes.confirmCreated(change, first, 'One'),
    )
    const { result } = await reconcile([...usualFolders, folder('One'), folder('Two')])
    expect([result.get('One'), result.get('Two')]).toEqual([first, second])
    await room.changes.write(account.id, arrives, (change) =>
      room.mail.mailboxes.confirmCreated(change, second, 'Two'),
    )
    expect((await boxes()).size).toBe(7)
  })

  test('is no news to clients again when the provider has it as it was made', async () => {
    const id = await created('Once')
    const before = await room.changes.state(account.id)
    await room.changes.write(account.id, arrives, (change) =>
      room.mail.mailboxes.confirmCreated(change, id, 'Once'),
    )
    await reconcile([...usualFolders, folder('Once')])
    expect(await room.changes.state(account.id)).toBe(before)
    expect((await boxes()).size).toBe(6)
  })

  test('that the provider named otherwise becomes one with it, mail and children included', async () => {
    const id = await created('New')
    const child = await created('Child', id)
    const [mail] = await deliver(room, account.id, [{ boxes: [id] }])
    const { result } = await reconcile([...usualFolders, folder('INBOX.New')])
    await room.changes.write(account.id, arrives, (change) =>
      room.mail.mailboxes.confirmCreated(change, id, 'INBOX.New'),
    )
    const [email] = await room.mail.read.emails(account.id, [mail!], false)
    expect(email!.mailboxIds).toEqual([result.get('INBOX.New')])
    const left = await room.mail.mailboxes.list(account.id)
    expect(left.find((box) => box.id === id)).toBeUndefined()
    expect(left.find((box) => box.id === child)!.parentId).toBe(result.get('INBOX.New'))
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('survives a listing that does not know it yet', async () => {
    const id = await created('New')
    await reconcile([...usualFolders])
    expect((await boxes()).get(null)!.id).toBe(id)
  })

  test('goes when the provider refuses it, unless mail lives in it', async () => {
    const [empty, full] = [await created('Empty'), await created('Full')]
    await deliver(room, account.id, [{ boxes: [full] }])
    await room.changes.write(account.id, arrives, async (change) => {
      await room.mail.mailboxes.refuseCreated(change, empty)
      await room.mail.mailboxes.refuseCreated(change, full)
      await room.mail.mailboxes.refuseCreated(change, account.boxes.work)
    })
    const left = await room.mail.mailboxes.list(account.id)
    expect(left.map((box) => box.name)).not.toContain('Empty')
    expect(left.find((box) => box.id === full)).toMatchObject({ isSelectable: false, totalEmails: 1 })
    expect(left.find((box) => box.id === account.boxes.work)).toMatchObject({ isSelectable: true })
  })
})
