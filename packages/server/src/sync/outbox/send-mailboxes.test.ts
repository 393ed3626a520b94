import type { MailboxId, MessageId } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CuttingProxy, startCuttingProxy } from '../../../../server-testing/src/servers/cutting-proxy.ts'
import type { Change } from '../../changes/index.ts'
import type { MailboxPatch, MailboxView } from '../../mail/index.ts'
import {
  eventually,
  imapUser,
  message,
  type SyncForTests,
  syncForTests,
} from '../../../../server-testing/src/sync/test-imap-sync.ts'

let rig: SyncForTests
let proxy: CuttingProxy
beforeAll(async () => {
  rig = await syncForTests()
  proxy = await startCuttingProxy(rig.dovecot.port)
  rig.port.value = proxy.port
  await rig.syncNow()
})
afterAll(async () => {
  await rig[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
})

const decide = async <T>(verb: string, work: (change: Change) => Promise<T>): Promise<T> => {
  const cause = { actor: { kind: 'user' as const, userId: rig.user }, verb }
  return (await rig.changes.write(rig.account, cause, work)).result
}
const create = (name: string, parentId: MailboxId | null = null) =>
  decide('create-mailbox', async (change) => {
    const made = await rig.mail.mailboxes.create(change, { name, parentId, role: null })
    if (!made.ok) throw new Error(made.why)
    return made.id
  })
const update = (id: MailboxId, patch: MailboxPatch) =>
  decide('change-mailbox', (change) => rig.mail.mailboxes.update(change, id, patch))
const destroy = (id: MailboxId, removeEmails = false) =>
  decide('destroy-mailbox', (change) => rig.mail.mailboxes.destroy(change, id, removeEmails))

const list = () => rig.mail.mailboxes.list(rig.account)
const named = async (name: string): Promise<MailboxView | undefined> =>
  (await list()).find((mailboxView) => mailboxView.name === name)
const getId = async (name: string): Promise<MailboxId> => (await named(name))!.id
const mailIn = async (mailboxId: MailboxId): Promise<MessageId[]> => {
  const filter = { kind: 'in-mailbox' as const, mailboxIds: [mailboxId] }
  const { found } = await rig.mail.read.query(rig.account, {
    filter,
    sort: [],
    collapseThreads: false,
    calculateTotal: false,
    position: 0,
    limit: 99,
  })
  return found === 'anchor-not-found' ? [] : found.ids
}
/** A folder made by another client, with so many messages, and seen here. */
const folder = async (path: string, messages = 0): Promise<MailboxId> => {
  const client = await rig.dovecot.client(imapUser)
  await client.mailboxCreate(path)
  await client.mailboxSubscribe(path)
  await client.logout()
  for (let count = 0; count < messages; count++)
    await rig.dovecot.append(imapUser, path, message(`${path} ${count}`))
  await rig.syncNow()
  return getId(path.slice(path.lastIndexOf('/') + 1))
}
const onServer = async (): Promise<Map<string, { messages: number; isSubscribed: boolean }>> => {
  const client = await rig.dovecot.client(imapUser)
  const all = await client.list({ statusQuery: { messages: true } })
  await client.logout()
  return new Map(
    all.map((mailbox) => [
      mailbox.path,
      { messages: mailbox.status?.messages ?? 0, isSubscribed: Boolean(mailbox.subscribed) },
    ]),
  )
}
const settled = async () => {
  await eventually(async () => {
    const rows = await rig.db.database.query(`select 1 from outbox_op where state <> 'refused'`)
    return rows.length === 0
  })
  await rig.syncNow()
  // What another client emptied or deleted is let go of by the look after the one that saw where its mail went.
  await rig.syncNow()
}
/** What is here is what the server has, and looking again changes nothing. */
const agree = async () => {
  await settled()
  const state = await rig.changes.state(rig.account)
  await rig.syncNow()
  expect(await rig.changes.state(rig.account)).toBe(state)
  const localMailboxes = (await list()).filter((mailboxView) => mailboxView.isSelectable)
  const remoteMailboxes = await onServer()
  expect(localMailboxes.map((mailboxView) => [mailboxView.remoteId, mailboxView.totalEmails]).sort()).toEqual(
    [...remoteMailboxes].map(([path, { messages }]) => [path, messages]).sort(),
  )
}
const notices = () =>
  rig.events.flatMap((event) =>
    event.kind === 'notice' && 'problem' in event.problem ? [event.problem.problem] : [],
  )

describe('a folder renamed or moved here', () => {
  test('is renamed at the server with its mail and what lies below, and stays what it is', async () => {
    const id = await folder('Alpha', 2)
    const child = await folder('Alpha/Child', 1)
    const mail = [...(await mailIn(id)), ...(await mailIn(child))]
    expect(await update(id, { name: 'Älpha ✈' })).toBeUndefined()
    await agree()
    const there = await onServer()
    expect(there.get('Älpha ✈')).toMatchObject({ messages: 2, isSubscribed: true })
    expect(there.get('Älpha ✈/Child')).toMatchObject({ messages: 1 })
    expect([await getId('Älpha ✈'), await getId('Child')]).toEqual([id, child])
    expect([...(await mailIn(id)), ...(await mailIn(child))]).toEqual(mail)
  })

  test('goes into another folder, one that is only being made', async () => {
    const id = await folder('Beta', 1)
    const parent = await create('New parent')
    await update(id, { parentId: parent, name: 'Beta two' })
    await agree()
    expect((await onServer()).get('New parent/Beta two')).toMatchObject({ messages: 1 })
    expect(await named('Beta two')).toMatchObject({ id, parentId: parent })
    await update(id, { parentId: null })
    await agree()
    expect(await named('Beta two')).toMatchObject({ id, parentId: null, remoteId: 'Beta two' })
  })

  test('while it is only being made is made under its last name', async () => {
    const id = await decide('create-mailbox', async (change) => {
      const made = await rig.mail.mailboxes.create(change, { name: 'First', parentId: null, role: null })
      if (!made.ok) throw new Error(made.why)
      await rig.mail.mailboxes.update(change, made.id, { name: 'Second' })
      return made.id
    })
    await agree()
    expect(await named('Second')).toMatchObject({ id })
    expect((await onServer()).has('First')).toBe(false)
  })

  test('takes mail that is moved into it and out of it at the same time', async () => {
    const [from, to] = [await folder('From', 2), await folder('To', 1)]
    const [first] = await mailIn(from)
    const [otherMessageId] = await mailIn(to)
    await update(to, { name: 'Goal', parentId: from })
    await rig.mail.actions.update(
      { kind: 'user', userId: rig.user },
      rig.account,
      'move',
      new Map([
        [first!, { replaceMailboxes: new Set([to]) }],
        [otherMessageId!, { replaceMailboxes: new Set([from]) }],
      ]),
    )
    await update(from, { name: 'Start' })
    await agree()
    expect([await mailIn(to), (await mailIn(from)).includes(otherMessageId!)]).toEqual([[first], true])
    expect((await onServer()).get('Start/Goal')).toMatchObject({ messages: 1 })
  })

  test('whose new name the server cannot have is back under its old one, and the user is told', async () => {
    const id = await folder('Gamma', 1)
    await update(id, { name: 'a/b' })
    await agree()
    expect(await named('Gamma')).toMatchObject({ id, isSelectable: true })
    expect(notices().at(-1)).toBe('outbox/folder-not-renamed')
    expect((await rig.sync.refused.list(rig.account))[0]).toMatchObject({
      what: 'rename-folder',
      name: 'a/b',
    })
  })

  test('to a name that another client has just given away is back, and both folders are there', async () => {
    const id = await folder('Delta', 1)
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxCreate('Epsilon')
    await client.logout()
    await update(id, { name: 'Epsilon' })
    await agree()
    expect(await named('Delta')).toMatchObject({ id })
    expect((await named('Epsilon'))?.id).not.toBe(id)
  })

  test('and renamed by another client too is not lost', async () => {
    const id = await folder('Zeta', 2)
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxRename('Zeta', 'Theirs')
    await client.logout()
    await update(id, { name: 'Ours' })
    await agree()
    expect((await onServer()).get('Theirs')).toMatchObject({ messages: 2 })
    expect(await mailIn(await getId('Theirs'))).toHaveLength(2)
    expect(await named('Ours')).toBeUndefined()
  })

  test('is the same one when the server’s answer was lost', async () => {
    const id = await folder('Eta', 2)
    const child = await folder('Eta/Below', 1)
    const mail = await mailIn(id)
    let cut = 0
    let isRenaming = false
    proxy.onClientData = (chunk) => void (isRenaming ||= /^\S+ RENAME /m.test(String(chunk)))
    proxy.onServerData = () => isRenaming && cut++ === 0
    await update(id, { name: 'Theta' })
    await agree()
    proxy.onServerData = undefined
    proxy.onClientData = undefined
    expect(cut).toBeGreaterThan(0)
    expect([await getId('Theta'), await getId('Below')]).toEqual([id, child])
    expect(await mailIn(id)).toEqual(mail)
  })
})

describe('a folder destroyed here', () => {
  test('goes at the server with the mail that is nowhere else', async () => {
    const [id, keep] = [await folder('Iota', 3), await folder('Keep')]
    const [first] = await mailIn(id)
    await rig.mail.actions.update(
      { kind: 'user', userId: rig.user },
      rig.account,
      'copy',
      new Map([[first!, { mailboxes: new Map([[keep, true]]) }]]),
    )
    await settled()
    expect(await destroy(id)).toBe('has-email')
    expect(await destroy(id, true)).toBeUndefined()
    expect(await named('Iota')).toBeUndefined()
    await agree()
    expect((await onServer()).has('Iota')).toBe(false)
    expect(await mailIn(keep)).toEqual([first])
  })

  test('goes with the folders below that are destroyed with it', async () => {
    const id = await folder('Kappa', 1)
    const child = await folder('Kappa/Kappa child', 1)
    expect(await destroy(id, true)).toBe('has-child')
    await destroy(child, true)
    await destroy(id, true)
    await agree()
    expect([...(await onServer()).keys()].filter((path) => path.startsWith('Kappa'))).toEqual([])
  })

  test('comes back when mail has come into it that nobody here has seen', async () => {
    const id = await folder('Lambda')
    await rig.dovecot.append(imapUser, 'Lambda', message('arrived meanwhile'))
    await destroy(id)
    expect(await named('Lambda')).toBeUndefined()
    await agree()
    expect(await named('Lambda')).toMatchObject({ id, totalEmails: 1, isSelectable: true })
    expect(notices().at(-1)).toBe('outbox/refused-because')
    expect((await rig.sync.refused.list(rig.account))[0]).toMatchObject({
      what: 'delete-folder',
      name: 'Lambda',
    })
  })

  test('loses no mail that is delivered right before the server deletes it', async () => {
    const id = await folder('Late')
    const client = await rig.dovecot.client(imapUser)
    let delivery: Promise<boolean> | undefined
    proxy.beforeClientData = (chunk) => {
      if (delivery !== undefined || !/^\S+ DELETE /m.test(String(chunk))) return undefined
      delivery = client.append('Late', message('at the last moment')).then(
        () => true,
        () => false, // whoever delivers hears that the folder is gone, and keeps the message
      )
      return delivery.then(() => {})
    }
    await destroy(id)
    await rig.syncNow()
    proxy.beforeClientData = undefined
    const isDelivered = await delivery
    expect(isDelivered).toBeDefined()
    const paths = (await client.list()).map(({ path }) => path)
    const counts = await Promise.all(
      paths.filter((path) => path.startsWith('Late')).map((path) => client.status(path, { messages: true })),
    )
    expect(counts.map((count) => count && count.messages)).toEqual(isDelivered ? [1] : [])
    await client.logout()
  })

  test('that was set aside to be deleted goes when the connection was lost on the way', async () => {
    const id = await folder('Aside')
    proxy.beforeClientData = (chunk) => {
      if (!/^\S+ DELETE /m.test(String(chunk))) return undefined
      proxy.beforeClientData = undefined
      proxy.cut()
      return Promise.resolve()
    }
    await destroy(id)
    await rig.syncNow()
    await eventually(async () => {
      await rig.syncNow()
      return !(await rig.mail.mailboxes.selectMailboxes(rig.account)).some((mailboxView) =>
        mailboxView.name.startsWith('Aside'),
      )
    })
    const client = await rig.dovecot.client(imapUser)
    expect((await client.list()).filter(({ path }) => path.startsWith('Aside'))).toEqual([])
    await client.logout()
  })

  test('comes back when another client has put a folder into it', async () => {
    const id = await folder('Mu')
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxCreate('Mu/Mu theirs')
    await client.logout()
    await destroy(id)
    await agree()
    expect(await named('Mu')).toMatchObject({ id, isSelectable: true })
    expect(await named('Mu theirs')).toMatchObject({ parentId: id })
  })

  test('before it was ever made is not there in the end', async () => {
    const id = await decide('create-mailbox', async (change) => {
      const made = await rig.mail.mailboxes.create(change, { name: 'Nu', parentId: null, role: null })
      if (!made.ok) throw new Error(made.why)
      await rig.mail.mailboxes.destroy(change, made.id, false)
      return made.id
    })
    await agree()
    expect((await onServer()).has('Nu')).toBe(false)
    const rows = await rig.db.database.query('select 1 from mailbox where id = $1', [id])
    expect(rows).toEqual([])
  })

  test('makes room for a new one of its name, with the mail moved into that', async () => {
    const [id, source] = [await folder('Xi', 2), await folder('Source', 1)]
    const [mail] = await mailIn(source)
    await destroy(id, true)
    const next = await create('Xi')
    await rig.mail.actions.update(
      { kind: 'user', userId: rig.user },
      rig.account,
      'move',
      new Map([[mail!, { replaceMailboxes: new Set([next]) }]]),
    )
    await agree()
    expect(await named('Xi')).toMatchObject({ id: next, totalEmails: 1 })
    expect((await onServer()).get('Xi')).toMatchObject({ messages: 1 })
  })

  test('is gone once when the server’s answer was lost', async () => {
    const id = await folder('Omicron')
    let cut = 0
    let isDeleting = false
    proxy.onClientData = (chunk) => void (isDeleting ||= /^\S+ DELETE /m.test(String(chunk)))
    proxy.onServerData = () => isDeleting && cut++ === 0
    await destroy(id)
    await agree()
    proxy.onServerData = undefined
    proxy.onClientData = undefined
    expect(cut).toBeGreaterThan(0)
    expect((await onServer()).has('Omicron')).toBe(false)
  })

  test('and by another client at the same time is gone, and no error', async () => {
    const id = await folder('Pi')
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxDelete('Pi')
    await client.logout()
    const before = notices().length
    await destroy(id)
    await agree()
    expect(notices().length).toBe(before)
  })
})

test('subscriptions are the server’s, and so are those set by other clients', async () => {
  const id = await folder('Rho')
  await update(id, { isSubscribed: false })
  await agree()
  expect((await onServer()).get('Rho')).toMatchObject({ isSubscribed: false })
  await update(id, { isSubscribed: true, name: 'Rho two' })
  await agree()
  expect((await onServer()).get('Rho two')).toMatchObject({ isSubscribed: true })
  const client = await rig.dovecot.client(imapUser)
  await client.mailboxUnsubscribe('Rho two')
  await client.logout()
  await rig.syncNow()
  expect(await named('Rho two')).toMatchObject({ id, isSubscribed: false })
})

test('a role and an order chosen here outlive the next look, until the server names the role itself', async () => {
  const id = await folder('Papers')
  const archive = (await list()).find((mailboxView) => mailboxView.role === 'archive')
  expect(await update(id, { role: 'archive' })).toBe(archive ? 'role-taken' : undefined)
  expect(await update(id, { sortOrder: 3 })).toBeUndefined()
  await agree()
  expect(await named('Papers')).toMatchObject({ id, sortOrder: 3 })
})
