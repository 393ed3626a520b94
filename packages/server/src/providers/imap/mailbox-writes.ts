import type { ProblemDetail } from '@plmail/wire'
import { asideStart } from '../../kit/aside-name.ts'
import { ProviderError, type Renamed } from '../contract/index.ts'
import type { ImapConnection } from './connect.ts'
import { getPath } from './mailboxes.ts'
import { mustAnswer } from './select.ts'

/** RENAME keeps the messages, their UIDs and what lies below (RFC 3501 §6.3.5); it also moves. */
export async function renameMailbox(
  connection: ImapConnection,
  path: string,
  name: string,
  parent: string | null,
): Promise<Renamed> {
  const { client } = connection
  const delimiter = client.namespace?.delimiter
  const fullPath = inNamespace(connection, getPath(client, name, parent))
  if (fullPath === path) return { remoteId: path, below: null }
  const isSubscribed = await isListedAsSubscribed(connection, path)
  await letGo(connection)
  const { newPath } = await client.mailboxRename(path, fullPath)
  // Subscriptions are by name, and stay with the old one on many servers.
  if (isSubscribed) await client.mailboxSubscribe(newPath)
  await client.mailboxUnsubscribe(path)
  const below = delimiter ? { from: `${path}${delimiter}`, to: `${newPath}${delimiter}` } : null
  return { remoteId: newPath, below }
}

export async function subscribeMailbox(
  connection: ImapConnection,
  path: string,
  isSubscribed: boolean,
): Promise<void> {
  const { client } = connection
  const answer = isSubscribed ? await client.mailboxSubscribe(path) : await client.mailboxUnsubscribe(path)
  mustAnswer(connection, answer, `subscribing to the folder "${path}"`)
}

/**
 * IMAP has no "delete when empty". The folder first gets a name that nobody delivers to, and is counted under that one:
 * what comes in before is seen and keeps the folder, what comes in later is refused and stays with whoever brings it.
 */
export async function deleteMailbox(connection: ImapConnection, path: string): Promise<void> {
  const { client } = connection
  await letGo(connection)
  const aside = (await findLeftover(connection, path)) ?? (await setAside(connection, path))
  try {
    await mustBeEmpty(connection, aside, path)
    await client.mailboxDelete(aside)
  } catch (error) {
    // Where the connection is lost, this fails as well, and the next try begins with the folder that was set aside.
    await client.mailboxRename(aside, path)
    throw error
  }
  await client.mailboxUnsubscribe(path)
}

/** Returns UIDVALIDITY; throws `refused` when there is anything in the folder. */
async function mustBeEmpty(connection: ImapConnection, path: string, name: string): Promise<bigint> {
  const { client } = connection
  const status = mustAnswer(
    connection,
    await client.status(path, { messages: true, uidValidity: true }),
    `counting the messages in "${path}"`,
  )
  if (status.messages !== 0) throw toRefusal({ problem: 'mail-limit/undeletable', name })
  const { delimiter } = client.namespace ?? {}
  const listed = delimiter ? await client.list() : []
  // A folder with others in it would stay as a name that holds nothing (RFC 3501 §6.3.4).
  if (listed.some((mailbox) => mailbox.path.startsWith(`${path}${delimiter}`)))
    throw toRefusal({ problem: 'mail-limit/folder-has-folder', name })
  return status.uidValidity ?? 0n
}

/** UIDVALIDITY makes the name one that nobody has. */
async function setAside(connection: ImapConnection, path: string): Promise<string> {
  const uidValidity = await mustBeEmpty(connection, path, path)
  const aside = `${asideStart(path)}${uidValidity})`
  await connection.client.mailboxRename(path, aside)
  return aside
}

/** The path of a folder that an earlier try set aside, and lost the connection before it could delete it. */
async function findLeftover({ client }: ImapConnection, path: string): Promise<string | undefined> {
  const paths = (await client.list()).map((mailbox) => mailbox.path)
  if (paths.includes(path)) return undefined
  const start = asideStart(path)
  return paths.find(
    (candidate) => candidate.startsWith(start) && /^\d+\)$/.test(candidate.slice(start.length)),
  )
}

/**
 * Renaming or deleting the open folder, or one above it, makes imapflow CLOSE it first, which expunges what anybody
 * marked deleted. Opening another one lets go without that.
 */
async function letGo({ client }: ImapConnection): Promise<void> {
  if (client.mailbox && client.mailbox.path !== 'INBOX') await client.mailboxOpen('INBOX')
}

async function isListedAsSubscribed({ client }: ImapConnection, path: string): Promise<boolean> {
  const listed = await client.list()
  return listed.some((mailbox) => mailbox.path === path && mailbox.subscribed)
}

/** Under a personal namespace like `INBOX.` the folders at the top have its prefix (RFC 2342). */
function inNamespace({ client }: ImapConnection, path: string): string {
  const { prefix = '' } = client.namespace ?? {}
  return prefix !== '' && !path.startsWith(prefix) ? `${prefix}${path}` : path
}

const toRefusal = (problem: ProblemDetail): ProviderError =>
  new ProviderError('refused', problem.problem, { problem })
