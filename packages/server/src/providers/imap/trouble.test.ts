import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CuttingProxy, startCuttingProxy } from '../../../../server-testing/src/servers/cutting-proxy.ts'
import { type Dovecot, startDovecot } from '../../../../server-testing/src/servers/dovecot.ts'
import type { FetchedRaw, FolderSession } from '../contract/index.ts'
import { createImapSession } from './index.ts'
import { dialer } from '../../../../server-testing/src/egress/test-network.ts'

const nothingKnown = { all: () => Promise.resolve(new Map<string, string[]>()) }
const patience = { connectMilliseconds: 3000, greetingMilliseconds: 1000, silenceMilliseconds: 3000 }

let dovecot: Dovecot
let proxy: CuttingProxy
let session: FolderSession
let user = ''
let users = 0
beforeAll(async () => {
  dovecot = await startDovecot()
})
afterAll(() => dovecot[Symbol.asyncDispose]())
beforeEach(async () => {
  user = `user${++users}`
  dovecot.addUser(user, 'secret')
  proxy = await startCuttingProxy(dovecot.port)
  session = sessionOn(proxy.port)
})
afterEach(async () => {
  await session.close()
  await proxy[Symbol.asyncDispose]()
})

const sessionOn = (port: number, password = 'secret') =>
  createImapSession(
    { dialer, host: '127.0.0.1', port, encryption: 'none', username: user },
    password,
    patience,
  )

const message = (text: string) => `Subject: ${text}\r\n\r\n${text}\r\n`

async function filled(...texts: string[]): Promise<string[]> {
  await dovecot.load(
    user,
    'INBOX',
    texts.map((text) => ({ raw: message(text) })),
  )
  return (await session.pull('INBOX', undefined, nothingKnown)).appeared.map((appeared) => appeared.id)
}

async function collect(ids: readonly string[]): Promise<FetchedRaw[]> {
  const all: FetchedRaw[] = []
  for await (const raw of session.fetch('INBOX', ids)) all.push(raw)
  return all
}

describe('a mailbox whose UIDVALIDITY changed', () => {
  it('is read anew, and no earlier id hits a message', async () => {
    const before = await filled('one', 'two')
    const { position } = await session.pull('INBOX', undefined, nothingKnown)
    await session.close()
    await dovecot.changeUidValidity(user, 'INBOX')
    session = sessionOn(proxy.port)
    const pull = await session.pull('INBOX', position, nothingKnown)
    expect(pull).toMatchObject({ reset: true, complete: true, total: 2, vanished: [] })
    expect(pull.appeared).toHaveLength(2)
    expect(before).not.toContain(pull.appeared[0]?.id)
    expect(await collect(before)).toEqual(before.map((id) => ({ id, kind: 'gone' })))
    expect(await session.probe('INBOX', before)).toEqual(new Set())
    expect(await session.setKeyword('INBOX', before, '$flagged', true)).toEqual({ gone: before })
    await session.expunge('INBOX', before)
    expect(await session.pull('INBOX', pull.position, nothingKnown)).toMatchObject({ keywords: [], total: 2 })
  })
})

describe('a connection that is lost', () => {
  it('between commands is opened again by the next one', async () => {
    const ids = await filled('one')
    proxy.cut()
    await expect.poll(async () => (await session.probe('INBOX', ids).catch(() => new Set())).size).toBe(1)
    expect(proxy.connections()).toBe(2)
  })

  it('in the middle of a fetch costs no message', async () => {
    const ids = await filled(...Array.from({ length: 30 }, (_, at) => `message ${at} ${'x'.repeat(20_000)}`))
    let hasCut = false
    let bytes = 0
    proxy.onServerData = (chunk) => {
      bytes += chunk.length
      if (hasCut || bytes < 200_000) return false
      hasCut = true
      return true
    }
    const fetched = await collect(ids)
    expect(hasCut).toBe(true)
    expect(fetched.map((raw) => raw.kind)).toEqual(ids.map(() => 'message'))
    expect(fetched.map((raw) => raw.id)).toEqual(ids)
  })

  it('by one message every time fails that message only', async () => {
    const ids = await filled('fine', 'POISON', 'fine too')
    proxy.onServerData = (chunk) => chunk.includes('POISON')
    const fetched = await collect(ids)
    expect(fetched.map((raw) => raw.kind)).toEqual(['message', 'failed', 'message'])
  })

  it('by every message is no message’s fault and ends the fetch', async () => {
    const ids = await filled('POISON 1', 'POISON 2', 'POISON 3')
    proxy.onServerData = (chunk) => chunk.includes('POISON')
    await expect(collect(ids)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it('for good is unreachable', async () => {
    const ids = await filled('one')
    await proxy.close()
    await expect(collect(ids)).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(session.listMailboxes()).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it('while watching is told once, and not when we stopped ourselves', async () => {
    await filled('one')
    const ended: unknown[] = []
    const told = new Promise<void>((resolve) => {
      void session
        .watch('INBOX', {
          changed: () => {},
          ended: (error) => {
            ended.push(error?.kind)
            resolve()
          },
        })
        .then(() => proxy.cut())
    })
    await told
    const stop = await session.watch('INBOX', { changed: () => {}, ended: () => ended.push('stopped') })
    await stop()
    expect(ended).toEqual(['unreachable'])
  })

  it('because the server went away is unreachable, and the session works again once it is back', async () => {
    const ids = await filled('one')
    await dovecot.kill()
    await expect(session.probe('INBOX', ids)).rejects.toMatchObject({ kind: 'unreachable' })
    await dovecot.start()
    expect(await session.probe('INBOX', ids)).toEqual(new Set(ids))
  })
})

describe('signing in', () => {
  it('with a wrong password is told as such, in the server’s words too', async () => {
    const wrong = sessionOn(proxy.port, 'wrong')
    await expect(wrong.listMailboxes()).rejects.toMatchObject({
      kind: 'wrong-credentials',
      detail: expect.stringContaining('Authentication failed'),
    })
    await wrong.close()
  })

  it('is not tried again after the session was closed', async () => {
    await session.close()
    await expect(session.listMailboxes()).rejects.toMatchObject({ kind: 'unreachable' })
    expect(proxy.connections()).toBe(0)
  })
})

describe('messages of any kind', () => {
  it('arrive byte by byte as they are', async () => {
    const hostile = [
      Buffer.alloc(0),
      Buffer.from('no header at all'),
      Buffer.from(
        'Subject: \xff\xfe 8-bit\r\nX: a\r\r\n\r\n\x80\x81)\r\n* 1 FETCH (UID 1 FLAGS ())\r\nA1 OK\r\n',
        'latin1',
      ),
      Buffer.from('{100000000}\r\n\r\n"unclosed'),
      Buffer.from(`X: ${'long '.repeat(50_000)}\r\n\r\nbody\r\n`),
    ]
    await dovecot.load(
      user,
      'INBOX',
      hostile.map((raw) => ({ raw })),
    )
    const { appeared } = await session.pull('INBOX', undefined, nothingKnown)
    const fetched = await collect(appeared.map((one) => one.id))
    // on the wire every line ends in CRLF (RFC 5322 §2.1); Maildir files may hold bare ones
    const onTheWire = (raw: Buffer) => raw.toString('latin1').replace(/\r?\n/g, '\r\n')
    expect(fetched.map((raw) => (raw.kind === 'message' ? raw.raw.toString('latin1') : raw.kind))).toEqual(
      hostile.map(onTheWire),
    )
  })

  it('of 50 MB travel one at a time, beside small ones', async () => {
    const large = Buffer.from(`Subject: large\r\n\r\n${`${'y'.repeat(998)}\r\n`.repeat(50_000)}`)
    await dovecot.load(user, 'INBOX', [{ raw: large }, { raw: message('small') }, { raw: large }])
    const { appeared } = await session.pull('INBOX', undefined, nothingKnown)
    const sizes: number[] = []
    for await (const raw of session.fetch('INBOX', appeared.map((listed) => listed.id).toReversed())) {
      sizes.push(raw.kind === 'message' ? raw.raw.length : 0)
    }
    expect(sizes).toEqual([large.length, Buffer.byteLength(message('small')), large.length])
  })

  it('marked as deleted by another client are still there', async () => {
    const [id] = await filled('one')
    const { position } = await session.pull('INBOX', undefined, nothingKnown)
    const otherClient = await dovecot.client(user)
    const lock = await otherClient.getMailboxLock('INBOX')
    await otherClient.messageFlagsAdd('1:*', ['\\Deleted', '\\Seen', 'Junk'])
    const pull = await session.pull('INBOX', position, nothingKnown)
    expect(pull).toMatchObject({ vanished: [], total: 1, keywords: [{ id, keywords: ['$seen', 'junk'] }] })
    await session.move('INBOX', [id!], 'Archive')
    lock.release()
    await otherClient.logout()
    expect(await session.pull('Archive', undefined, nothingKnown)).toMatchObject({ total: 1 })
  })
})

describe('folders', () => {
  it('that only hold others are listed as such', async () => {
    await session.createMailbox('Sub', (await session.createMailbox('Dropped', null)).remoteId)
    const otherClient = await dovecot.client(user)
    await otherClient.mailboxDelete('Dropped')
    await otherClient.logout()
    const listed = await session.listMailboxes()
    expect(listed).toContainEqual(
      expect.objectContaining({
        remoteId: 'Dropped',
        isSelectable: false,
        parentRemoteId: null,
        total: null,
      }),
    )
    expect(listed).toContainEqual(
      expect.objectContaining({ remoteId: 'Dropped/Sub', parentRemoteId: 'Dropped' }),
    )
  })

  it('cannot be made with the separator in their name, or with none', async () => {
    await expect(session.createMailbox('a/b', null)).rejects.toMatchObject({ kind: 'refused' })
    await expect(session.createMailbox('', null)).rejects.toMatchObject({ kind: 'refused' })
  })

  it('under a namespace like INBOX. stand at the top', async () => {
    await using courier = await startDovecot({
      separator: '.',
      settings: 'namespace inbox {\n  prefix = INBOX.\n}',
    })
    courier.addUser(user, 'secret')
    const there = sessionOn(courier.port)
    const listed = await there.listMailboxes()
    expect(listed).toContainEqual(
      expect.objectContaining({ remoteId: 'INBOX.Sent', name: 'Sent', parentRemoteId: null, role: 'sent' }),
    )
    const { remoteId } = await there.createMailbox('Projects', null)
    expect(remoteId).toBe('INBOX.Projects')
    await there.close()
  })
})

describe('a server without UIDPLUS', () => {
  it('is not asked to expunge what another client marked as deleted', async () => {
    await using old = await startDovecot({ without: ['UIDPLUS', 'MOVE'] })
    old.addUser(user, 'secret')
    await old.load(
      user,
      'INBOX',
      ['ours', 'theirs'].map((text) => ({ raw: message(text) })),
    )
    const there = sessionOn(old.port)
    const ids = (await there.pull('INBOX', undefined, nothingKnown)).appeared.map((appeared) => appeared.id)
    const otherClient = await old.client(user)
    const lock = await otherClient.getMailboxLock('INBOX')
    await otherClient.messageFlagsAdd('2', ['\\Deleted'])
    await expect(there.expunge('INBOX', [ids[0]!])).rejects.toMatchObject({ kind: 'refused' })
    await expect(there.move('INBOX', [ids[0]!], 'Archive')).rejects.toMatchObject({ kind: 'refused' })
    expect(await there.probe('INBOX', ids)).toEqual(new Set(ids))
    expect((await there.pull('Archive', undefined, nothingKnown)).total).toBe(0)
    await otherClient.messageFlagsRemove('2', ['\\Deleted'])
    await there.expunge('INBOX', [ids[0]!])
    expect(await there.probe('INBOX', ids)).toEqual(new Set([ids[1]]))
    lock.release()
    await otherClient.logout()
    await there.close()
  })
})
