import { afterEach, describe, expect, test } from 'vitest'
import type { MailboxId, MessageId } from '@plmail/wire'
import { type CuttingProxy, startCuttingProxy } from '../../../../server-testing/src/servers/cutting-proxy.ts'
import type { DovecotOptions } from '../../../../server-testing/src/servers/dovecot.ts'
import { type RoomsOptions, settled } from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import {
  eventually,
  imapUser,
  message,
  getSubject,
  type SyncForTests,
  syncForTests,
} from '../../../../server-testing/src/sync/test-imap-sync.ts'

const hourMs = 3_600_000

let rig: SyncForTests
let proxy: CuttingProxy
let otherClient: Awaited<ReturnType<SyncForTests['dovecot']['client']>>

async function began(options: DovecotOptions = {}, more: RoomsOptions = {}): Promise<void> {
  rig = await syncForTests(options, more)
  proxy = await startCuttingProxy(rig.dovecot.port)
  rig.port.value = proxy.port
  otherClient = await rig.dovecot.client(imapUser)
}

afterEach(async () => {
  await otherClient.logout()
  await rig[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
})

const box = async (name: string) =>
  (await rig.mail.mailboxes.list(rig.account)).find((mailbox) => mailbox.name === name)
const getId = async (name: string): Promise<MailboxId> => (await box(name))!.id

/** `folder: subject[keywords]` of all that is here, sorted. */
async function here(): Promise<string[]> {
  const names = new Map(
    (await rig.mail.mailboxes.list(rig.account)).map((mailbox) => [mailbox.id, mailbox.name]),
  )
  const rows = await rig.db.database.query<{ id: MessageId }>(
    'select id from message where removed_at is null',
  )
  const emails = await rig.mail.read.emails(
    rig.account,
    rows.map((row) => row.id),
    false,
  )
  return emails
    .flatMap((row) =>
      row.mailboxIds.map((id) => `${names.get(id)}: ${getSubject(row)}[${row.keywords.join()}]`),
    )
    .sort()
}

/** The same of all that is on the server; `\\Deleted` shows as `$deleted`. */
async function there(): Promise<string[]> {
  const found: string[] = []
  for (const { path } of await otherClient.list()) {
    const { exists } = await otherClient.mailboxOpen(path)
    const all = exists === 0 ? [] : await otherClient.fetchAll('1:*', { envelope: true, flags: true })
    for (const { envelope, flags } of all) {
      const keywords = [...flags!].map((flag) => flag.toLowerCase().replace('\\', '$')).sort()
      found.push(`${path}: ${envelope?.subject}[${keywords.filter((word) => word !== '$recent').join()}]`)
    }
  }
  return found.sort()
}

async function only(): Promise<MessageId> {
  const rows = await rig.db.database.query<{ id: MessageId }>(
    'select id from message where removed_at is null',
  )
  expect(rows).toHaveLength(1)
  return rows[0]!.id
}

async function decide(id: MessageId, what: { star: true } | { to: string }) {
  const patch =
    'star' in what
      ? { keywords: new Map([['$flagged', true]]) }
      : { replaceMailboxes: new Set([await getId(what.to)]) }
  const actor = { kind: 'user' as const, userId: rig.user }
  const outcome = await rig.mail.actions.update(actor, rig.account, 'change', new Map([[id, patch]]))
  if (outcome === 'state-mismatch') throw new Error(outcome)
  return outcome.journalId
}

/** Looks and sends until both sides hold this and nothing waits; what is undecided is asked about seconds later. */
async function endsAs(...expected: string[]): Promise<void> {
  const now = async () => {
    await rig.syncNow()
    const waiting = await rig.db.database.query(
      `select 1 from outbox_op where state <> 'refused' union all select 1 from sync_item`,
    )
    return { waiting: waiting.length, there: await there(), here: await here() }
  }
  await expect.poll(now, { timeout: 60_000 }).toEqual({ waiting: 0, there: expected, here: expected })
}

/** Looks, and returns how many messages are missing where they were. */
async function lookForMissing(): Promise<number> {
  await rig.syncNow()
  const missing = await rig.db.database.query('select 1 from remote_message where missing_since is not null')
  return missing.length
}

describe('a folder that another client deletes or renames', { retry: 0 }, () => {
  test('takes its messages along, also one that was just being moved out of it', async () => {
    await began()
    await rig.dovecot.append(imapUser, 'Work', message('doomed'))
    await rig.syncNow()
    const id = await only()
    await otherClient.mailboxDelete('Work')
    await decide(id, { to: 'Trash' })
    await endsAs()
    expect(await box('Work')).toBeUndefined()
  })

  test('has its messages found under the new name, with what was decided meanwhile', async () => {
    await began()
    await rig.dovecot.append(imapUser, 'Work', message('kept'))
    await rig.syncNow()
    const id = await only()
    await otherClient.mailboxRename('Work', 'Play')
    await decide(id, { star: true })
    await endsAs('Play: kept[$flagged]')
    expect(await only()).toBe(id)
    expect(await box('Work')).toBeUndefined()
  })

  test('gives a message back that was to be moved into it, and says so', async () => {
    await began()
    await rig.dovecot.append(imapUser, 'Work', message('first'))
    await rig.syncNow()
    await otherClient.mailboxOpen('Work')
    await otherClient.messageMove('1', 'INBOX')
    await rig.syncNow()
    await otherClient.mailboxDelete('Work')
    await decide(await only(), { to: 'Work' })
    await endsAs('INBOX: first[]')
    expect(rig.events).toContainEqual(expect.objectContaining({ kind: 'notice', level: 'error' }))
  })
})

describe('a message that another client moves', { retry: 0 }, () => {
  test('brings the mark it was given there, although another was set here', async () => {
    await began()
    await rig.dovecot.append(imapUser, 'INBOX', message('both'))
    await rig.syncNow()
    const id = await only()
    await otherClient.mailboxOpen('INBOX')
    await otherClient.messageFlagsAdd('1', ['\\Answered'])
    await otherClient.messageMove('1', 'Archive')
    await decide(id, { star: true })
    await endsAs('Archive: both[$answered,$flagged]')
    expect(await only()).toBe(id)
  })

  // However slow the machine: the copy is asked about again when the test says that time has passed.
  test('keeps a star that went to the old copy half-way', async () => {
    await began({}, { halfMoveMilliseconds: hourMs })
    await rig.dovecot.append(imapUser, 'INBOX', message('between'))
    await rig.syncNow()
    const id = await only()
    await otherClient.mailboxOpen('INBOX')
    await otherClient.messageCopy('1', 'Archive')
    await decide(id, { star: true })
    await rig.syncNow()
    expect(await there()).toEqual(['Archive: between[]', 'INBOX: between[$flagged]'])
    expect(await here()).toEqual(['INBOX: between[$flagged]'])
    await otherClient.mailboxOpen('INBOX')
    await otherClient.messageDelete('1')
    // Seen before time passes, or both copies would seem to have stood all the while; Dovecot may show it late.
    await expect.poll(lookForMissing, { timeout: 60_000 }).toBe(1)
    await settled(rig)
    await endsAs('Archive: between[$flagged]')
    expect(await only()).toBe(id)
  })

  test('is a copy when both still stand after a while, and the star is on the one it was put on', async () => {
    await began({}, { halfMoveMilliseconds: hourMs })
    await rig.dovecot.append(imapUser, 'INBOX', message('twice'))
    await rig.syncNow()
    const id = await only()
    await otherClient.mailboxOpen('INBOX')
    await otherClient.messageCopy('1', 'Archive')
    await decide(id, { star: true })
    await settled(rig)
    await endsAs('Archive: twice[]', 'INBOX: twice[$flagged]')
  })

  test('is not taken for deleted while it goes from a folder not read yet to one that was', async () => {
    await began()
    await rig.dovecot.append(imapUser, 'INBOX', message('restless'))
    await rig.dovecot.append(imapUser, 'INBOX', message('calm'))
    await rig.syncNow()
    const before = await here()
    await otherClient.mailboxOpen('INBOX')
    await otherClient.messageMove('1', 'Drafts')
    // Known to be missing before the look begins.
    await rig.db.database.query(`update remote_message set missing_since = now() where uid = 1`)
    const changes = await rig.db.database.query('select 1 from change_log')
    await otherClient.mailboxOpen('Drafts')
    rig.beforePull.value = async (folder) => {
      if (folder !== 'Drafts') return
      rig.beforePull.value = async () => {}
      await otherClient.messageMove('1', 'INBOX')
    }
    await endsAs('INBOX: calm[]', 'INBOX: restless[]')
    expect(await here()).toEqual(before)
    expect(await rig.db.database.query('select 1 from change_log')).toHaveLength(changes.length)
  })
})

describe('a connection that ends while a message is moved by COPY and EXPUNGE', { retry: 0 }, () => {
  const server = { without: ['MOVE'] }
  const moved = async () => {
    await began(server)
    await rig.dovecot.append(imapUser, 'INBOX', message('once'))
    await rig.syncNow()
    return only()
  }
  const cutAt = (words: string) => {
    proxy.onServerData = (chunk) => {
      if (!chunk.includes(words)) return false
      proxy.onServerData = undefined
      return true
    }
  }

  test.each(['COPYUID', 'Store completed', 'Expunge completed'])(
    'at "%s" leaves no second one behind',
    async (words) => {
      const id = await moved()
      cutAt(words)
      await decide(id, { to: 'Archive' })
      await endsAs('Archive: once[]')
      expect(await only()).toBe(id)
    },
  )

  test.each(['COPYUID', 'Store completed'])(
    'at "%s" leaves it whole where it was when the move is taken back',
    async (words) => {
      const id = await moved()
      cutAt(words)
      const journal = await decide(id, { to: 'Archive' })
      await eventually(async () => proxy.onServerData === undefined)
      await rig.mail.actions.undo(rig.user, journal!)
      await endsAs('INBOX: once[]')
      expect(await only()).toBe(id)
    },
  )
})

test('a copy of which the server tells no new id is made once', { retry: 0 }, async () => {
  await began({ without: ['UIDPLUS'] })
  await rig.dovecot.append(imapUser, 'INBOX', message('twice filed'))
  await rig.syncNow()
  const patch = { mailboxes: new Map([[await getId('Archive'), true]]) }
  const actor = { kind: 'user' as const, userId: rig.user }
  await rig.mail.actions.update(actor, rig.account, 'add', new Map([[await only(), patch]]))
  await endsAs('Archive: twice filed[]', 'INBOX: twice filed[]')
  expect(await only()).toBeTruthy()
})
