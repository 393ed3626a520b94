import { type Dovecot, type DovecotOptions, startDovecot } from '../servers/dovecot.ts'
import { createImapSession } from '../../../server/src/providers/imap/index.ts'
import { type RoomsForTests, type RoomsOptions, roomsForTests } from './test-sync-rooms.ts'
import { dialer } from '../egress/test-network.ts'

export { eventually, getSubject } from './test-sync-rooms.ts'

/** One account on a real Dovecot. */
export interface SyncForTests extends RoomsForTests {
  dovecot: Dovecot
  password: { value: string }
  /** Where the next connections go: Dovecot's own port unless a test puts something in between. */
  port: { value: number }
  /** What happens right before a folder is pulled. */
  beforePull: { value: (folder: string) => Promise<void> }
}

export const imapUser = 'ann'

export async function syncForTests(
  options: DovecotOptions = {},
  more: RoomsOptions = {},
): Promise<SyncForTests> {
  const dovecot = await startDovecot(options)
  dovecot.addUser(imapUser, 'secret')
  const password = { value: 'secret' }
  const port = { value: dovecot.port }
  const beforePull = { value: async (_folder: string) => {} }
  const open = async () => {
    const settings = {
      dialer,
      host: dovecot.host,
      port: port.value,
      encryption: 'none',
      username: imapUser,
    } as const
    // Dovecot may leave SELECT waiting for the lock of a folder that somebody renames: we are not to wait as long with it.
    const session = createImapSession(settings, password.value, {
      silenceMilliseconds: 20_000,
      stallMilliseconds: 20_000,
    })
    const pull: typeof session.pull = async (folder, ...rest) => {
      await beforePull.value(folder)
      return session.pull(folder, ...rest)
    }
    return { ...session, pull }
  }
  const rooms = await roomsForTests(open, undefined, more)
  return {
    ...rooms,
    dovecot,
    password,
    port,
    beforePull,
    [Symbol.asyncDispose]: async () => {
      await rooms[Symbol.asyncDispose]()
      await dovecot[Symbol.asyncDispose]()
    },
  }
}

let made = 0

/** A plain message; every one has its own Message-ID and time. */
export function message(subject: string, headers: Record<string, string> = {}): string {
  made++
  const all = {
    From: 'Bo <bo@example.test>',
    To: 'Ann <ann@example.test>',
    Subject: subject,
    Date: new Date(Date.UTC(2026, 0, 1) + made * 60_000).toUTCString(),
    'Message-ID': `<m${made}.${process.pid}@example.test>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\r\n')}\r\n\r\nHello, this is about ${subject}.\r\n`
}
