import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createImapSession } from './index.ts'
import type { ImapOptions } from './settings.ts'
import { dialer } from '../../../../server-testing/src/egress/test-network.ts'

const nothingKnown = { all: () => Promise.resolve(new Map<string, string[]>()) }
const position = { uidValidity: '7', uidNext: '4', highestModseq: '5' }
const empty =
  '* FLAGS (\\Seen)\r\n* 0 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 4] ok\r\n* OK [HIGHESTMODSEQ 9] ok\r\n'

/** What a server sends for a command: pieces that travel apart, in this order. */
type Answer = (tag: string, socket: Socket) => readonly string[]

/** A server with QRESYNC whose folders are empty; answers not given here succeed. */
async function emptyFolders(answers: Record<string, Answer>, options: ImapOptions = {}) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    const pieces: string[] = []
    const send = () => {
      const piece = pieces.shift()
      if (piece === undefined) return
      // a turn of the event loop between two pieces, so that they arrive apart
      socket.write(piece, () => setImmediate(send))
    }
    const answer = (parts: readonly string[]) => {
      const isSending = pieces.length > 0
      pieces.push(...parts)
      if (!isSending) send()
    }
    answer(['* OK [CAPABILITY IMAP4rev1 ENABLE CONDSTORE QRESYNC] ready\r\n'])
    let pending = ''
    socket.on('data', (chunk) => {
      const lines = (pending + String(chunk)).split('\r\n')
      pending = lines.pop() ?? ''
      for (const line of lines) {
        const [tag = '', verb = '', next = ''] = line.split(' ')
        const given = answers[verb === 'UID' ? `UID ${next}` : verb]
        if (given) answer(given(tag, socket))
        else if (verb === 'ENABLE') answer([`* ENABLED CONDSTORE QRESYNC\r\n${tag} OK done\r\n`])
        else if (verb === 'SELECT') answer([`${empty}${tag} OK [READ-WRITE] selected\r\n`])
        else answer([`${tag} OK done\r\n`])
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const settings = { dialer, host: '127.0.0.1', port, encryption: 'none', username: 'ada' } as const
  const session = createImapSession(settings, 'secret', options)
  return {
    session,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await session.close()
      server.close()
    },
  }
}

const vanished = '* VANISHED (EARLIER) 1:3\r\n'
const gone = { vanished: ['7:1', '7:2', '7:3'], total: 0, complete: true }

describe('an empty folder that lost messages', () => {
  it('is pulled however the answer is cut into pieces', { timeout: 60_000 }, async () => {
    let cutAt = 0
    await using fake = await emptyFolders({
      'UID FETCH': (tag) => {
        const whole = `${vanished}${tag} OK Fetch completed.\r\n`
        return [whole.slice(0, cutAt), whole.slice(cutAt)].filter((piece) => piece !== '')
      },
    })
    const length = vanished.length + '10 OK Fetch completed.\r\n'.length
    for (cutAt = 0; cutAt < length; cutAt++)
      expect(await fake.session.pull('INBOX', position, nothingKnown)).toMatchObject(gone)
  })

  it('is pulled in whatever order the lines of the answer come', { timeout: 60_000 }, async () => {
    const lines = [vanished, '* 0 EXISTS\r\n', '* OK [HIGHESTMODSEQ 9] ok\r\n', '* OK Still here\r\n']
    let order: string[] = []
    await using fake = await emptyFolders({ 'UID FETCH': (tag) => [...order, `${tag} OK done\r\n`] })
    for (order of permutations(lines))
      expect(await fake.session.pull('INBOX', position, nothingKnown)).toMatchObject(gone)
  })

  it('whose server names every UID there can be is pulled at once', { timeout: 30_000 }, async () => {
    await using fake = await emptyFolders({
      'UID FETCH': (tag) => [`* VANISHED (EARLIER) 1:4294967295\r\n${tag} OK done\r\n`],
    })
    expect(await fake.session.pull('INBOX', position, nothingKnown)).toMatchObject(gone)
  })
})

describe('a server that never comes to the end of an answer', () => {
  const limits = { silenceMilliseconds: 2000, stallMilliseconds: 400 }
  const keepSaying = (socket: Socket, line: string) => {
    const beat = setInterval(() => socket.write(line), 50)
    socket.on('close', () => clearInterval(beat))
  }

  it('and keeps saying that it is there is left, and asked again on a new connection', async () => {
    let isStuck = true
    await using fake = await emptyFolders(
      {
        'UID FETCH': (tag, socket) => {
          if (isStuck) keepSaying(socket, '* OK Still here\r\n')
          return isStuck ? [vanished] : [vanished, `${tag} OK done\r\n`]
        },
      },
      limits,
    )
    const [pull, next] = [1, 2].map(() => fake.session.pull('INBOX', position, nothingKnown))
    await expect(pull).rejects.toMatchObject({ kind: 'unreachable' })
    isStuck = false
    const [left] = fake.sockets
    if (!left!.closed) await once(left!, 'close')
    expect(await next).toMatchObject(gone)
    expect(fake.sockets).toHaveLength(2)
  })

  it('while somebody signs in or begins to watch is left as well', async () => {
    let stuckAt = 'LOGIN'
    const stuck =
      (verb: string): Answer =>
      (tag, socket) => {
        if (verb !== stuckAt) return [`${empty}${tag} OK done\r\n`]
        keepSaying(socket, '* OK Still here\r\n')
        return []
      }
    await using fake = await emptyFolders({ LOGIN: stuck('LOGIN'), SELECT: stuck('SELECT') }, limits)
    const watch = () => fake.session.watch('INBOX', { changed: () => {}, ended: () => {} })
    await expect(watch()).rejects.toMatchObject({ kind: 'unreachable' })
    stuckAt = 'SELECT'
    await expect(watch()).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it('but brings some of it is waited for', async () => {
    await using fake = await emptyFolders(
      {
        'UID FETCH': (tag, socket) => {
          keepSaying(socket, `* 1 FETCH (UID 1 FLAGS (${'x'.repeat(250)}) MODSEQ (8))\r\n`)
          setTimeout(() => socket.write(`${tag} OK done\r\n`), 1500)
          return []
        },
      },
      limits,
    )
    expect(await fake.session.pull('INBOX', position, nothingKnown)).toMatchObject({ complete: true })
  })
})

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
