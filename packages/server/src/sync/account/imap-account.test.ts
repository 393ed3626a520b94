import { afterEach, describe, expect, test } from 'vitest'
import {
  eventually,
  imapUser,
  message,
  getSubject,
  type SyncForTests,
  syncForTests,
} from '../../../../server-testing/src/sync/test-imap-sync.ts'

let rig: SyncForTests
afterEach(() => rig[Symbol.asyncDispose]())

const asUser = () => ({ kind: 'user' as const, userId: rig.user })
const rows = async (role: 'inbox' | 'archive') =>
  new Map((await rig.inRole(role)).map((row) => [getSubject(row), row.id]))
const counted = async () => {
  const mailboxes = await rig.mail.mailboxes.list(rig.account)
  return mailboxes.find((mailbox) => mailbox.role === 'inbox')?.totalEmails
}
const ledger = () => rig.db.database.query('select remote_id from sync_item')

describe('a first import', () => {
  test('brings every message, newest first, and says how far it is', async () => {
    rig = await syncForTests()
    const messages = Array.from({ length: 1_200 }, (_, index) => ({
      raw: message(`number ${index}`),
      date: new Date(Date.UTC(2026, 0, 1, 0, index)),
    }))
    await rig.dovecot.load(imapUser, 'INBOX', messages)
    await rig.sync.refresh(rig.account)
    await eventually(async () => ((await counted()) ?? 0) > 0)
    const first = (await rig.subjects('inbox'))[0]
    await rig.syncNow()
    expect(first).toBe('number 1199')
    expect(await counted()).toBe(1_200)
    expect(await ledger()).toEqual([])
    const jobs = rig.events.filter((event) => event.kind === 'job')
    expect(jobs.length).toBeGreaterThan(0)
    expect(jobs.every((event) => event.done <= event.total)).toBe(true)
  })

  test('is not stopped by hostile or broken mail, nor by two equal messages', async () => {
    rig = await syncForTests()
    const twin = message('twins')
    const nested = Array.from(
      { length: 10_000 },
      (_, index) => `--b\r\nContent-Type: text/plain\r\n\r\npart ${index}\r\n`,
    )
    const broken: Array<Buffer | string> = [
      twin,
      twin,
      'no header at all',
      Buffer.from('Subject: raw \xe9\xff\r\nDate: nonsense\r\n\r\n\x00\x00 nul', 'latin1'),
      `From: <\r\nSubject: =?utf-8?B?////?=\r\nContent-Type: multipart/mixed\r\n\r\nno boundary`,
      `Subject: bomb\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${nested.join('')}--b--\r\n`,
      `Subject: ${'long '.repeat(20_000)}\r\n\r\nx`,
      `Subject: future\r\nDate: Fri, 31 Dec 9999 23:59:59 +0000\r\n\r\nx`,
    ]
    for (const raw of broken) await rig.dovecot.append(imapUser, 'INBOX', raw)
    await rig.dovecot.append(imapUser, 'INBOX', message('after them all'))
    await rig.syncNow()
    expect(await counted()).toBe(broken.length + 1)
    expect(await rig.subjects('inbox')).toEqual(
      expect.arrayContaining(['after them all', 'bomb', 'future', 'twins']),
    )
    expect(await ledger()).toEqual([])
  })
})

describe('a server that changes its UIDVALIDITY', () => {
  test('loses nothing here: every message keeps its id', async () => {
    rig = await syncForTests()
    for (const subject of ['one', 'two', 'three'])
      await rig.dovecot.append(imapUser, 'INBOX', message(subject))
    await rig.syncNow()
    const before = await rows('inbox')
    await rig.sync.forget(rig.account)
    await rig.dovecot.changeUidValidity(imapUser, 'INBOX')
    await rig.syncNow()
    expect(await rows('inbox')).toEqual(before)
    expect(await rig.db.database.query('select 1 from remote_message')).toHaveLength(3)
  })
})

describe('a server without QRESYNC, CONDSTORE and MOVE', () => {
  test('is kept in step both ways', async () => {
    rig = await syncForTests({ without: ['QRESYNC', 'CONDSTORE', 'MOVE'] })
    for (const subject of ['stays', 'moves', 'goes'])
      await rig.dovecot.append(imapUser, 'INBOX', message(subject))
    await rig.syncNow()
    const before = await rows('inbox')
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxOpen('INBOX')
    await client.messageFlagsAdd({ subject: 'stays' }, ['\\Seen'])
    await client.messageDelete({ subject: 'goes' })
    await client.logout()
    await rig.syncNow()
    expect([...(await rows('inbox')).keys()].sort()).toEqual(['moves', 'stays'])
    expect((await rig.inRole('inbox')).find((row) => getSubject(row) === 'stays')?.keywords).toEqual([
      '$seen',
    ])
    const [inbox, archive] = [await rig.getMailbox('inbox'), await rig.getMailbox('archive')]
    const patch = {
      mailboxes: new Map([
        [inbox, false],
        [archive, true],
      ]),
    }
    const id = before.get('moves')!
    await rig.mail.actions.update(asUser(), rig.account, 'archive', new Map([[id, patch]]))
    await rig.syncNow()
    await rig.syncNow()
    expect(await rows('archive')).toEqual(new Map([['moves', id]]))
    expect(await rig.db.database.query('select 1 from outbox_op')).toEqual([])
  })
})

describe('trouble with the account', () => {
  test('a wrong password is stated and mends itself once it is right', async () => {
    rig = await syncForTests()
    await rig.dovecot.append(imapUser, 'INBOX', message('waiting'))
    rig.password.value = 'wrong'
    await rig.sync.refresh(rig.account)
    await eventually(async () => rig.conditions.at(-1) === 'wrong-credentials')
    rig.password.value = 'secret'
    await rig.sync.refresh(rig.account)
    await eventually(async () => (await counted()) === 1 && rig.conditions.at(-1) === 'ok')
  })

  test('a change made while the password was wrong is sent once it is right', async () => {
    rig = await syncForTests()
    await rig.dovecot.append(imapUser, 'INBOX', message('star me later'))
    await rig.syncNow()
    await rig.sync.stop()
    rig.password.value = 'wrong'
    const id = (await rows('inbox')).get('star me later')!
    const patch = { keywords: new Map([['$flagged', true]]) }
    await rig.mail.actions.update(asUser(), rig.account, 'star', new Map([[id, patch]]))
    await eventually(async () => rig.conditions.at(-1) === 'wrong-credentials')
    expect(await rig.db.database.query('select 1 from outbox_op')).toHaveLength(1)
    rig.password.value = 'secret'
    await rig.sync.refresh(rig.account)
    await eventually(async () => (await rig.db.database.query('select 1 from outbox_op')).length === 0)
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxOpen('INBOX')
    const found = await client.search({ flagged: true })
    await client.logout()
    expect(found).toHaveLength(1)
  })

  test('a folder that cannot be opened is stated and keeps no other from being read', async () => {
    rig = await syncForTests()
    await rig.dovecot.append(imapUser, 'Aside', message('shut away'))
    await rig.dovecot.append(imapUser, 'INBOX', message('still comes'))
    await rig.dovecot.append(imapUser, 'Zoo', message('comes too'))
    rig.dovecot.shut(imapUser, 'Aside')
    await rig.sync.refresh(rig.account)
    await eventually(async () => ['busy', 'refused', 'denied'].includes(rig.conditions.at(-1) ?? ''))
    const mailboxes = await rig.mail.mailboxes.list(rig.account)
    const totals = Object.fromEntries(mailboxes.map((mailbox) => [mailbox.name, mailbox.totalEmails]))
    expect(totals).toMatchObject({ INBOX: 1, Zoo: 1 })
  })

  test('a server that goes away loses no change made meanwhile', async () => {
    rig = await syncForTests()
    await rig.dovecot.append(imapUser, 'INBOX', message('star me'))
    await rig.syncNow()
    await rig.dovecot.kill()
    const id = (await rows('inbox')).get('star me')!
    const patch = { keywords: new Map([['$flagged', true]]) }
    await rig.mail.actions.update(asUser(), rig.account, 'star', new Map([[id, patch]]))
    await eventually(async () => rig.conditions.at(-1) === 'unreachable')
    await rig.dovecot.start()
    await eventually(async () => (await rig.db.database.query('select 1 from outbox_op')).length === 0)
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxOpen('INBOX')
    const found = await client.search({ flagged: true })
    await client.logout()
    expect(found).toHaveLength(1)
  })
})

describe('watching', () => {
  test('new mail, flags and moves of other clients arrive by themselves', async () => {
    rig = await syncForTests()
    await rig.dovecot.append(imapUser, 'INBOX', message('before'))
    await rig.syncNow()
    await rig.sync.watch()
    await rig.dovecot.append(imapUser, 'INBOX', message('pushed'))
    await eventually(async () => (await rows('inbox')).has('pushed'), 10_000)
    const client = await rig.dovecot.client(imapUser)
    await client.mailboxOpen('INBOX')
    await client.messageFlagsAdd({ subject: 'pushed' }, ['\\Flagged'])
    const isFlagged = async () =>
      (await rig.inRole('inbox'))
        .find((row) => getSubject(row) === 'pushed')
        ?.keywords.includes('$flagged') ?? false
    await eventually(isFlagged, 10_000)
    await client.messageMove({ subject: 'pushed' }, 'Archive')
    await client.logout()
    await eventually(async () => (await rows('archive')).has('pushed'), 10_000)
    expect((await rows('inbox')).has('pushed')).toBe(false)
  })
})
