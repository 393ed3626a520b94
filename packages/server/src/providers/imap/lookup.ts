import type { SearchObject } from 'imapflow'
import type { ImapConnection } from './connect.ts'
import { inWindows, messageId, uidSets, uidsInSet, parseUids } from './ids.ts'
import { mustAnswer, select } from './select.ts'

/** UIDs of the open mailbox that match, ascending; in the compact form of ESEARCH (RFC 4731) where there is one. */
export async function searchUids(connection: ImapConnection, query: SearchObject): Promise<number[]> {
  const answer = await connection.client.search(query, { uid: true, returnOptions: ['ALL'] })
  const matches = mustAnswer(connection, answer, 'searching the folder')
  const uids = Array.isArray(matches) ? matches : uidsInSet(matches.all ?? '')
  return uids.sort((a, b) => a - b)
}

/** Which of these UIDs the open mailbox has; what a server names beyond them was not asked for and is not believed. */
export async function existing(connection: ImapConnection, uids: readonly number[]): Promise<Set<number>> {
  const requestedUids = new Set(uids)
  const presentUids = new Set<number>()
  for (const uid of uidSets(uids)) {
    for (const serverUid of await searchUids(connection, { uid }))
      if (requestedUids.has(serverUid)) presentUids.add(serverUid)
  }
  return presentUids
}

export async function probe(
  connection: ImapConnection,
  path: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const mailbox = await select(connection, path, 'fresh')
  const presentUids = await existing(connection, parseUids(ids, mailbox.uidValidity))
  return new Set([...presentUids].map((uid) => messageId(mailbox.uidValidity, uid)))
}

/** SEARCH finds substrings (RFC 3501 §6.4.4), so what it finds is compared. */
export async function findByMessageId(
  connection: ImapConnection,
  path: string,
  sought: string,
): Promise<string[]> {
  const mailbox = await select(connection, path, 'fresh')
  const candidates = await searchUids(connection, { header: { 'message-id': sought } })
  const ids: string[] = []
  for (const window of inWindows(candidates, 200)) {
    for (const uid of uidSets(window)) {
      const messages = await connection.client.fetchAll(uid, { headers: ['message-id'] }, { uid: true })
      for (const message of messages) {
        if (messageIdIn(message.headers) === sought) ids.push(messageId(mailbox.uidValidity, message.uid))
      }
    }
  }
  return ids
}

function messageIdIn(headers: Buffer | undefined): string | undefined {
  const unfolded = (headers ?? Buffer.alloc(0)).toString('utf8').replace(/\r?\n(?=[ \t])/g, '')
  return /^message-id:\s*<?([^>\r\n]*)>?/im.exec(unfolded)?.[1]?.trim()
}
