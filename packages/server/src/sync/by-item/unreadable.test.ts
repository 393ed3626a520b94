import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toRawMessage } from '../../../../emulators/src/blobs/raw.ts'
import {
  type EmulatedForTests,
  emulatedForTests,
  providers,
} from '../../../../server-testing/src/sync/emulated-sync.ts'
import { settled } from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import { message } from '../../../../server-testing/src/sync/test-imap-sync.ts'

const statuses = [500, 403, 400] as const

describe.each(providers)('a message that %s does not hand out', (provider) => {
  let rig: EmulatedForTests
  beforeEach(async () => {
    rig = await emulatedForTests(provider)
  })
  afterEach(() => rig[Symbol.asyncDispose]())
  const deliver = (subject: string) => rig.mailbox.deliver(toRawMessage(Buffer.from(message(subject))))
  const shortfall = async () => (await rig.sync.shortfalls([rig.account])).get(rig.account)
  const stubSubject = 'This message could not be fetched'

  test.each(statuses)('costs itself alone in an import, whatever its %s', async (status) => {
    const ids = Array.from({ length: 25 }, (_, index) => deliver(`Letter ${index}`))
    rig.mailbox.turnOdd({ kind: 'unreadable', ids: [ids[12] ?? ''], status, reach: 'everything' })
    await rig.syncNow()
    expect(await rig.subjects('inbox')).toHaveLength(24)
    expect(rig.conditions.at(-1)).toBe('ok')
  })

  test('is shown as a note after five attempts, and comes when it can be had again', async () => {
    const id = deliver('Comes late')
    deliver('Comes')
    rig.mailbox.turnOdd({ kind: 'unreadable', ids: [id], status: 500, reach: 'everything' })
    await settled(rig)
    expect((await rig.subjects('inbox')).toSorted()).toEqual(['Comes', stubSubject])
    expect(await shortfall()).toEqual({ folders: [], stubs: 1, rebuilt: 0 })
    expect(rig.conditions.at(-1)).toBe('ok')
    expect(await rig.sync.fetchAgain(rig.account)).toBe(1)
    await settled(rig)
    expect((await rig.subjects('inbox')).toSorted()).toEqual(['Comes', stubSubject])
    rig.mailbox.turnOdd({ kind: 'readable', ids: [id] })
    await rig.sync.fetchAgain(rig.account)
    await settled(rig)
    expect((await rig.subjects('inbox')).toSorted()).toEqual(['Comes', 'Comes late'])
    expect(await shortfall()).toEqual({ folders: [], stubs: 0, rebuilt: 0 })
  })

  test('is asked for again by itself the day after', async () => {
    const id = deliver('Comes late')
    rig.mailbox.turnOdd({ kind: 'unreadable', ids: [id], status: 500, reach: 'everything' })
    deliver('Comes')
    await settled(rig)
    rig.mailbox.turnOdd({ kind: 'readable', ids: [id] })
    await settled(rig)
    expect(await rig.subjects('inbox')).toContain(stubSubject)
    await rig.db.database.query(`update unfetched_message set next_at = now()`)
    await settled(rig)
    expect((await rig.subjects('inbox')).toSorted()).toEqual(['Comes', 'Comes late'])
  })

  test('counts no attempt while nothing can be read at all, and states that', async () => {
    deliver('Before')
    await settled(rig)
    const operation = provider === 'Google' ? 'gmail.users.messages.get' : 'graph.messages.get'
    rig.faults.arm({ operation, fault: { kind: 'status', status: 503, body: serverError } })
    deliver('One')
    deliver('Two')
    await rig.sync.refresh(rig.account)
    await expect.poll(() => rig.conditions.at(-1)).toBe('busy')
    const rows = await rig.db.database.query<{ attempts: number }>('select attempts from sync_item')
    expect(rows).toEqual([{ attempts: 0 }, { attempts: 0 }])
    rig.faults.clear()
    await settled(rig)
    expect((await rig.subjects('inbox')).toSorted()).toEqual(['Before', 'One', 'Two'])
  })
})

const serverError = { error: { code: 503, message: 'Not now', errors: [{ reason: 'backendError' }] } }

describe('a message whose MIME Exchange cannot write', () => {
  let rig: EmulatedForTests
  beforeEach(async () => {
    rig = await emulatedForTests('Microsoft')
  })
  afterEach(() => rig[Symbol.asyncDispose]())

  test('is put together from its text and files, and marked as such', async () => {
    const lines = [
      'From: Bo <bo@example.test>',
      'To: ann@contoso.test',
      'Subject: =?utf-8?B?R3LDtsOfZQ==?=',
      'Message-ID: <sealed@example.test>',
      'References: <root@example.test>',
      'Date: Sat, 21 Nov 2026 08:00:00 +0000',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Hello',
      '--b',
      'Content-Type: application/pdf; name=plan.pdf',
      'Content-Disposition: attachment; filename=plan.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('the plan').toString('base64'),
      '--b--',
      '',
    ]
    const id = rig.mailbox.deliver(toRawMessage(Buffer.from(lines.join('\r\n'))))
    rig.mailbox.turnOdd({ kind: 'unreadable', ids: [id], status: 500, reach: 'content' })
    await settled(rig)
    const [row] = await rig.inRole('inbox')
    const summary = JSON.parse(row?.summary ?? '{}') as Record<string, unknown>
    expect(summary).toMatchObject({ subject: 'Größe', messageId: ['sealed@example.test'] })
    expect(summary).toMatchObject({ references: ['root@example.test'] })
    expect((await rig.sync.shortfalls([rig.account])).get(rig.account)).toMatchObject({
      stubs: 0,
      rebuilt: 1,
    })
    expect(rig.problems()).toEqual([])
  })
})

describe('a folder of Graph that does not tell its changes', () => {
  let rig: EmulatedForTests
  beforeEach(async () => {
    rig = await emulatedForTests('Microsoft')
  })
  afterEach(() => rig[Symbol.asyncDispose]())
  const deliver = (subject: string, to = 'inbox') =>
    rig.mailbox.deliver(toRawMessage(Buffer.from(message(subject))), { to })

  test.each(statuses)('is listed by pages instead (%s), and holds nothing back', async (status) => {
    deliver('In it', 'Shelf')
    const deletedId = deliver('Deleted elsewhere')
    rig.mailbox.turnOdd({ kind: 'no-delta', folder: 'Shelf', status })
    await settled(rig)
    rig.mailbox.act({ kind: 'delete', ids: [deletedId] })
    const second = deliver('Another', 'Shelf')
    await settled(rig)
    expect(await rig.subjects('inbox')).toEqual([])
    expect((await shelf()).toSorted()).toEqual(['Another', 'In it'])
    rig.mailbox.act({ kind: 'move', ids: [second], to: 'inbox' })
    await settled(rig)
    expect(await shelf()).toEqual(['In it'])
    expect(rig.conditions.at(-1)).toBe('ok')
    expect(rig.problems()).toEqual([])
  })

  test('which cannot be listed either is named, and only what is in it waits', async () => {
    deliver('In it', 'Shelf')
    const deletedId = deliver('Deleted elsewhere')
    await settled(rig)
    rig.mailbox.turnOdd({ kind: 'no-delta', folder: 'Shelf', status: 500 })
    rig.faults.arm({
      operation: 'graph.messages.list',
      fault: {
        kind: 'status',
        status: 500,
        body: { error: { code: 'ErrorInternalServerError', message: 'x' } },
      },
    })
    rig.mailbox.act({ kind: 'delete', ids: [deletedId] })
    for (let look = 0; look < 4; look++) await rig.syncNow()
    expect(await rig.subjects('inbox')).toEqual([])
    expect(await shelf()).toEqual(['In it'])
    const [shelfMailbox] = (await rig.mail.mailboxes.list(rig.account)).filter(
      (mailbox) => mailbox.name === 'Shelf',
    )
    const shortfall = (await rig.sync.shortfalls([rig.account])).get(rig.account)
    expect(shortfall).toEqual({ folders: [shelfMailbox?.id], stubs: 0, rebuilt: 0 })
    expect(rig.conditions.at(-1)).toBe('ok')
  })

  test('because it is a search folder is none: nothing is asked of it', async () => {
    rig.mailbox.turnOdd({ kind: 'search-folder', name: 'Unread mail', count: 7 })
    deliver('Comes')
    await settled(rig)
    expect(await rig.subjects('inbox')).toEqual(['Comes'])
    const names = (await rig.mail.mailboxes.list(rig.account)).map((mailbox) => mailbox.name)
    expect(names).not.toContain('Unread mail')
    expect(rig.conditions.every((condition) => condition === 'ok')).toBe(true)
    expect((await rig.sync.mirror([rig.account])).get(rig.account)).toMatchObject({
      localCount: 1,
      remoteCount: 1,
    })
  })

  async function shelf(): Promise<string[]> {
    const rows = await rig.db.database.query<{ subject: string }>(
      `select b.summary ->> 'subject' as subject from message_mailbox mm
       join mailbox m on m.id = mm.mailbox_id join message_body b on b.message_id = mm.message_id
       where m.account_id = $1 and m.name = 'Shelf'`,
      [rig.account],
    )
    return rows.map((row) => row.subject)
  }
})
