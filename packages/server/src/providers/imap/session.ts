import { type FolderSession, ProviderError } from '../contract/index.ts'
import { commandError } from './classify.ts'
import { type ImapConnection, openConnection } from './connect.ts'
import { fetchMessages, type Run } from './fetch.ts'
import { findByMessageId, probe } from './lookup.ts'
import { deleteMailbox, renameMailbox, subscribeMailbox } from './mailbox-writes.ts'
import { createMailbox, listMailboxes } from './mailboxes.ts'
import { pull } from './pull.ts'
import { quotas } from './quotas.ts'
import type { ImapOptions, ImapSettings } from './settings.ts'
import { idleAfterMilliseconds, watch } from './watch.ts'
import { append, copy, expunge, move, setKeyword, undelete } from './write.ts'

/**
 * A mailbox over IMAP. One connection carries all commands, one at a time; it is opened by the first command and
 * again by the first after it was lost. Watching takes a second connection.
 */
export function createImapSession(
  settings: ImapSettings,
  password: string,
  options: ImapOptions = {},
): FolderSession {
  const { run, close } = createLine(() => openConnection(settings, password, options))
  const watching = new Set<() => Promise<void>>()
  const openIdle = () => openConnection(settings, password, options, { idleAfterMilliseconds })
  return {
    names: 'in-folder',
    listMailboxes: () => run('listing the folders', listMailboxes),
    pull: (path, position, storedIds) =>
      run(`reading the folder "${path}"`, (connection) => pull(connection, path, position, storedIds)),
    fetch: (path, ids) => fetchMessages(run, path, ids),
    probe: (path, ids) => run('looking for messages', (connection) => probe(connection, path, ids)),
    setKeyword: (path, ids, keyword, present) =>
      run('marking messages', (connection) => setKeyword(connection, path, ids, keyword, present)),
    move: (from, ids, to) => run('moving messages', (connection) => move(connection, from, ids, to)),
    copy: (from, ids, to) => run('copying messages', (connection) => copy(connection, from, ids, to)),
    expunge: (path, ids) => run('deleting messages', (connection) => expunge(connection, path, ids)),
    undelete: (path, ids) => run('keeping messages', (connection) => undelete(connection, path, ids)),
    append: (path, raw, keywords, receivedAt) =>
      run('storing a message', (connection) => append(connection, path, raw, keywords, receivedAt)),
    createMailbox: (name, parent) =>
      run('making a folder', (connection) => createMailbox(connection, name, parent)),
    renameMailbox: (path, name, parent) =>
      run('renaming a folder', (connection) => renameMailbox(connection, path, name, parent)),
    subscribeMailbox: (path, isSubscribed) =>
      run('subscribing to a folder', (connection) => subscribeMailbox(connection, path, isSubscribed)),
    deleteMailbox: (path) => run('deleting a folder', (connection) => deleteMailbox(connection, path)),
    quotas: () => run('asking for the quota', quotas),
    findByMessageId: (path, id) =>
      run('looking for a message', (connection) => findByMessageId(connection, path, id)),
    watch: async (path, on) => {
      const stop = await watch(openIdle, path, on)
      const once = async () => {
        watching.delete(once)
        await stop()
      }
      watching.add(once)
      return once
    },
    close: async () => {
      await Promise.all([close(), ...[...watching].map((stop) => stop())])
    },
  }
}

/** Puts commands in line on one connection. */
function createLine(open: () => Promise<ImapConnection>): { run: Run; close(): Promise<void> } {
  let connection: ImapConnection | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const ready = async (): Promise<ImapConnection> => {
    if (isClosed) throw new ProviderError('unreachable', 'The session is closed')
    if (connection?.client.usable) return connection
    connection?.client.close() // a client that was lost cannot connect again
    connection = await open()
    return connection
  }
  const run: Run = (doing, work) => {
    const turn = last.then(async () => {
      try {
        const current = await ready()
        return await current.attempt(() => work(current))
      } catch (error) {
        throw commandError(error, doing)
      }
    })
    last = turn.catch(() => {})
    return turn
  }
  const close = async () => {
    isClosed = true
    await Promise.race([last, connection?.client.usable ? patience() : undefined])
    if (connection?.client.usable)
      await Promise.race([connection.client.logout().catch(() => {}), patience()])
    connection?.client.close()
  }
  return { run, close }
}

/** A server that does not let a session end in good order is left without a word. */
const patience = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 2000).unref()
  })
