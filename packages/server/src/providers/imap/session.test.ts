import type { ImapFlow } from 'imapflow'
import {
  type Dovecot,
  type DovecotOptions,
  startDovecot,
} from '../../../../server-testing/src/servers/dovecot.ts'
import { folderSessionSuite } from '../../../../server-testing/src/providers/contract/folder-session-suite.ts'
import type {
  OtherClient,
  Provided,
} from '../../../../server-testing/src/providers/contract/provided-folders.ts'
import { createImapSession } from './session.ts'
import { dialer } from '../../../../server-testing/src/egress/test-network.ts'

const withoutModseq = ['QRESYNC', 'CONDSTORE']

folderSessionSuite('IMAP with QRESYNC', () => provide({}))
folderSessionSuite('IMAP with CONDSTORE only', () => provide({ without: ['QRESYNC'] }))
folderSessionSuite('IMAP without mod-sequences', () =>
  provide({ without: withoutModseq }, { fingerprint: true }),
)
folderSessionSuite('IMAP of 1996: no MOVE, UIDPLUS, ESEARCH, LIST-STATUS or SPECIAL-USE; dots in paths', () =>
  provide(
    {
      without: [
        ...withoutModseq,
        'MOVE',
        'UIDPLUS',
        'ESEARCH',
        'LIST-STATUS',
        'LIST-EXTENDED',
        'SPECIAL-USE',
        'ENABLE',
      ],
      specialUse: false,
      separator: '.',
    },
    { fingerprint: true, newIdsOnMove: true },
  ),
)

async function provide(options: DovecotOptions, lacks: Provided['lacks'] = {}): Promise<Provided> {
  const dovecot = await startDovecot(options)
  dovecot.addUser('anna', 'secret')
  const { host, port } = dovecot
  const settings = { dialer, host, port, encryption: 'none', username: 'anna' } as const
  const client = await dovecot.client('anna')
  return {
    session: createImapSession(settings, 'secret'),
    other: otherClient(dovecot, client),
    lacks,
    [Symbol.asyncDispose]: async () => {
      await client.logout()
      await dovecot[Symbol.asyncDispose]()
    },
  }
}

function otherClient(dovecot: Dovecot, client: ImapFlow): OtherClient {
  const flag = (keyword: string) =>
    ({ $seen: '\\Seen', $flagged: '\\Flagged', $answered: '\\Answered' })[keyword] ?? keyword
  const on = async <T>(mailbox: string, work: () => Promise<T>): Promise<T> => {
    const lock = await client.getMailboxLock(mailbox)
    try {
      await client.noop()
      return await work()
    } finally {
      lock.release()
    }
  }
  const fetchUid = async (messageId: string) => {
    const found = await client.search({ header: { 'message-id': messageId } }, { uid: true })
    return String((found || [])[0])
  }
  return {
    deliver: (mailbox, message, how = {}) =>
      dovecot.append('anna', mailbox, message.raw, {
        flags: (how.keywords ?? []).map(flag),
        ...(how.date ? { date: how.date } : {}),
      }),
    setKeyword: (mailbox, messageId, keyword, present) =>
      on(mailbox, async () => {
        const uid = await fetchUid(messageId)
        if (present) await client.messageFlagsAdd(uid, [flag(keyword)], { uid: true })
        else await client.messageFlagsRemove(uid, [flag(keyword)], { uid: true })
      }),
    remove: (mailbox, messageId) =>
      on(mailbox, async () => {
        await client.messageDelete(await fetchUid(messageId), { uid: true })
      }),
    move: (mailbox, messageId, to) =>
      on(mailbox, async () => {
        await client.messageMove(await fetchUid(messageId), to, { uid: true })
      }),
    contents: (mailbox) =>
      on(mailbox, async () => {
        const messages = await client.fetchAll('1:*', { flags: true, envelope: true }, { uid: true })
        const entries = messages.map((message): [string, string[]] => [
          (message.envelope?.messageId ?? '').replace(/^<|>$/g, ''),
          [...(message.flags ?? [])]
            .filter((name) => name !== '\\Recent')
            .map((name) => name.toLowerCase().replace('\\', '$'))
            .sort(),
        ])
        return new Map(entries)
      }),
    createMailbox: async (name) => (await client.mailboxCreate(name)).path,
  }
}
