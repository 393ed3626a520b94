import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { FetchedRaw } from '../contract/index.ts'
import { createImapSession } from './index.ts'
import { dialer } from '../../../../server-testing/src/egress/test-network.ts'

const nothingKnown = { all: () => Promise.resolve(new Map<string, string[]>()) }
const patience = { connectMilliseconds: 3000, greetingMilliseconds: 1000, silenceMilliseconds: 3000 }

describe('a server that misbehaves', () => {
  /** Answers each command by its verb; unknown ones succeed. */
  async function scripted(answers: Record<string, (tag: string) => string>) {
    const sockets = new Set<Socket>()
    const commands: string[] = []
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
      let pending = ''
      socket.on('data', (chunk) => {
        pending += String(chunk)
        const lines = pending.split('\r\n')
        pending = lines.pop() ?? ''
        for (const line of lines) {
          const [tag = '', verb = '', next = ''] = line.split(' ')
          commands.push(line.slice(tag.length + 1))
          const answer = answers[verb === 'UID' ? `UID ${next}` : verb]
          socket.write(answer ? answer(tag) : `${tag} OK done\r\n`)
        }
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const session = createImapSession(
      { dialer, host: '127.0.0.1', port, encryption: 'none', username: 'ada' },
      'secret',
      patience,
    )
    return {
      session,
      commands,
      [Symbol.asyncDispose]: async () => {
        for (const socket of sockets) socket.destroy()
        await session.close()
        server.close()
      },
    }
  }
  const select = (flags: string) => (tag: string) =>
    `* 2 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 3] ok\r\n* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (${flags})] ok\r\n${tag} OK [READ-WRITE] selected\r\n`
  const search = (uids: string) => (tag: string) => `* SEARCH ${uids}\r\n${tag} OK done\r\n`

  it('by listing half a folder proves no removal', async () => {
    await using fake = await scripted({ SELECT: select('\\Seen'), 'UID SEARCH': search('2') })
    const storedIds = {
      all: async () =>
        new Map([
          ['7:1', []],
          ['7:2', []],
        ]),
    }
    const position = { uidValidity: '7', uidNext: '3', highestModseq: '0' }
    const pull = await fake.session.pull('INBOX', position, storedIds)
    expect(pull).toMatchObject({ complete: false, vanished: [], total: 2, position })
  })

  it('by keeping no marks of our own has that told instead of dropped', async () => {
    await using fake = await scripted({ SELECT: select('\\Seen'), 'UID SEARCH': search('1 2') })
    await expect(fake.session.setKeyword('INBOX', ['7:1'], '$flagged', true)).rejects.toMatchObject({
      kind: 'refused',
    })
    expect(await fake.session.setKeyword('INBOX', ['7:1'], '$flagged', false)).toEqual({ gone: [] })
    expect(await fake.session.setKeyword('INBOX', ['7:1', '7:9'], '$seen', true)).toEqual({ gone: ['7:9'] })
  })

  it('by marks that are no keywords is read without them, and keeps them when another is written', async () => {
    const marks = `\\Seen Sch\u00f6n a]b $work ${'x'.repeat(256)}`
    await using fake = await scripted({
      SELECT: select('\\Seen \\*'),
      'UID SEARCH': search('1 2'),
      'UID FETCH': (tag) =>
        `* 1 FETCH (UID 1 FLAGS (${marks}))\r\n* 2 FETCH (UID 2 FLAGS ())\r\n${tag} OK done\r\n`,
    })
    const { appeared } = await fake.session.pull('INBOX', undefined, nothingKnown)
    expect(appeared.map((message) => message.keywords)).toEqual([['$seen', '$work'], []])
    await fake.session.setKeyword('INBOX', ['7:1'], '$todo', true)
    await fake.session.setKeyword('INBOX', ['7:1'], '$work', false)
    // RFC 3501 §6.4.6: +FLAGS and -FLAGS leave every other mark alone, FLAGS would replace them.
    expect(fake.commands.filter((line) => line.includes('STORE'))).toEqual([
      'UID STORE 1 +FLAGS.SILENT ($todo)',
      'UID STORE 1 -FLAGS.SILENT ($work)',
    ])
  })

  it.each([
    ['refused', 'NO [OVERQUOTA] Mailbox is full'],
    ['gone', 'NO [TRYCREATE] No such mailbox'],
    ['busy', 'NO [INUSE] Try again'],
    ['throttled', 'NO [LIMIT] Slow down'],
    ['refused', 'BAD What?'],
  ])('has a refusal classified as %s: %s', async (kind, words) => {
    await using fake = await scripted({
      SELECT: select('\\Seen'),
      'UID SEARCH': search('1 2'),
      'UID COPY': (tag) => `${tag} ${words}\r\n`,
    })
    await expect(fake.session.copy('INBOX', ['7:1'], 'Full')).rejects.toMatchObject({
      kind,
      detail: expect.stringContaining(words.replace(/^(NO|BAD) /, '').replace(/^\[.*\] /, '')),
    })
  })

  it('by withholding a listed message fails that message only', async () => {
    await using fake = await scripted({
      SELECT: select('\\Seen'),
      'UID SEARCH': search('1 2'),
      'UID FETCH': (tag) =>
        `* 1 FETCH (UID 1 RFC822.SIZE 4 FLAGS () INTERNALDATE "nonsense" BODY[] {4}\r\nabcd)\r\n* 2 FETCH (UID 2 RFC822.SIZE 4)\r\n${tag} OK done\r\n`,
    })
    const fetched: FetchedRaw[] = []
    for await (const message of fake.session.fetch('INBOX', ['7:1', '7:2', '7:3'])) fetched.push(message)
    expect(fetched).toEqual([
      { id: '7:3', kind: 'gone' },
      { id: '7:1', kind: 'message', raw: Buffer.from('abcd'), keywords: [], receivedAt: new Date(0) },
      { id: '7:2', kind: 'failed', reason: expect.any(String) },
    ])
  })

  it('by falling silent is given up', async () => {
    await using fake = await scripted({ SELECT: () => '' })
    await expect(fake.session.pull('INBOX', undefined, nothingKnown)).rejects.toMatchObject({
      kind: 'unreachable',
    })
  })
})
