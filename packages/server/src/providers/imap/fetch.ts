import type { FetchMessageObject } from 'imapflow'
import { type FetchedRaw, ProviderError } from '../contract/index.ts'
import { commandError, ConnectionError, isConnectionLoss } from './classify.ts'
import type { ImapConnection } from './connect.ts'
import { inWindows, messageId, uidSets, parseUids } from './ids.ts'
import { toKeywords } from './keywords.ts'
import { existing } from './lookup.ts'
import { select } from './select.ts'

/** Runs work alone on the session's connection, opening one when there is none. */
export type Run = <T>(doing: string, work: (connection: ImapConnection) => Promise<T>) => Promise<T>

const windowMessages = 500
// As many as are stored together.
const batchMessages = 50
// A batch is in memory as a whole; a larger message travels alone.
const batchBytes = 4 * 1024 * 1024
/** Providers stop at 50 to 150 MB; beyond this a message is reported, not read. */
const maxMessageBytes = 200 * 1024 * 1024

/**
 * Fetches whole messages in the order given, without marking them seen. Each batch is complete before it is
 * yielded, so the consumer may use the session meanwhile. A message that cannot be fetched is `failed`, and the others go on.
 */
export async function* fetchMessages(
  run: Run,
  path: string,
  ids: readonly string[],
): AsyncGenerator<FetchedRaw> {
  const reader = createReader(run, path)
  for (const window of inWindows(ids, windowMessages)) {
    const { uidValidity, sizes } = await run('measuring messages', (connection) =>
      measure(connection, path, window),
    )
    const uids: number[] = []
    for (const id of window) {
      const [uid] = parseUids([id], uidValidity)
      const size = uid === undefined ? undefined : sizes.get(uid)
      if (uid === undefined || size === undefined) yield { id, kind: 'gone' }
      else if (size > maxMessageBytes)
        yield { id, kind: 'failed', reason: `The message is ${size} bytes long` }
      else uids.push(uid)
    }
    for (const batch of batches(uids, sizes)) yield* await reader.read(uidValidity, batch)
  }
}

async function measure(connection: ImapConnection, path: string, ids: readonly string[]) {
  const { uidValidity } = await select(connection, path, 'fresh')
  const sizes = new Map<number, number>()
  for (const set of uidSets(parseUids(ids, uidValidity))) {
    const messages = await connection.client.fetchAll(set, { size: true }, { uid: true })
    for (const message of messages) sizes.set(message.uid, message.size ?? 0)
  }
  return { uidValidity, sizes }
}

/** Neighbours in the order given, up to the batch's bytes. */
function* batches(uids: readonly number[], sizes: ReadonlyMap<number, number>): Generator<number[]> {
  let batch: number[] = []
  let bytes = 0
  for (const uid of uids) {
    const size = sizes.get(uid) ?? 0
    if (batch.length > 0 && (batch.length >= batchMessages || bytes + size > batchBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(uid)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Reads batches; when one fails, message by message, so that the broken one is found and the rest is read. */
function createReader(run: Run, path: string) {
  // Two messages in a row that end the connection mean that the connection is at fault, not the messages.
  let lostInARow = 0

  const attempt = (uidValidity: bigint, uids: readonly number[]) =>
    run('fetching messages', (connection) => readBatch(connection, path, uidValidity, uids))

  const readAlone = async (uidValidity: bigint, uid: number): Promise<FetchedRaw[]> => {
    for (let tries = 1; ; tries++) {
      try {
        const read = await attempt(uidValidity, [uid])
        lostInARow = 0
        return read
      } catch (error) {
        const reason = reasonToGoOn(error)
        if (tries === 1) continue
        if (isConnectionLoss(error) && ++lostInARow === 2) throw error
        return [{ id: messageId(uidValidity, uid), kind: 'failed', reason }]
      }
    }
  }

  const read = async (uidValidity: bigint, uids: readonly number[]): Promise<FetchedRaw[]> => {
    try {
      return await attempt(uidValidity, uids)
    } catch (error) {
      reasonToGoOn(error)
    }
    const results: FetchedRaw[] = []
    for (const uid of uids) results.push(...(await readAlone(uidValidity, uid)))
    return results
  }
  return { read }
}

/** Why a fetch failed, when trying message by message can help; otherwise throws. */
function reasonToGoOn(error: unknown): string {
  const isHopeless =
    !(error instanceof ProviderError) ||
    error instanceof ConnectionError || // the way to the server is shut
    ['throttled', 'busy', 'gone', 'wrong-credentials'].includes(error.kind)
  if (isHopeless) throw error
  return error.detail ?? error.message
}

async function readBatch(
  connection: ImapConnection,
  path: string,
  uidValidity: bigint,
  uids: readonly number[],
): Promise<FetchedRaw[]> {
  const mailbox = await select(connection, path)
  const gone = (uid: number): FetchedRaw => ({ id: messageId(uidValidity, uid), kind: 'gone' })
  if (mailbox.uidValidity !== uidValidity) return uids.map(gone)
  const messageByUid = new Map<number, FetchMessageObject>()
  const query = { source: true, flags: true, internalDate: true }
  for (const set of uidSets(uids)) {
    for (const message of await connection.client.fetchAll(set, query, { uid: true })) {
      // A flag change that the server reports in between comes as a message without its source.
      if (message.source) messageByUid.set(message.uid, message)
    }
  }
  const missing = uids.filter((uid) => !messageByUid.has(uid))
  const withheld = missing.length > 0 ? await existing(connection, missing) : new Set<number>()
  return uids.map((uid) => {
    const message = messageByUid.get(uid)
    if (message) return toFetched(messageId(uidValidity, uid), message)
    if (!withheld.has(uid)) return gone(uid)
    return {
      id: messageId(uidValidity, uid),
      kind: 'failed',
      reason: 'The server lists it but does not give it',
    }
  })
}

function toFetched(id: string, message: FetchMessageObject): FetchedRaw {
  const { source, flags, internalDate } = message
  if (!source) throw commandError(new Error('A message without its source'), 'fetching messages')
  // INTERNALDATE is mandatory (RFC 3501 §2.3.3); a server that breaks it puts the message last, not the folder at a stop
  const receivedAt = internalDate instanceof Date ? internalDate : new Date(internalDate ?? 0)
  const isDate = !Number.isNaN(receivedAt.getTime())
  return {
    id,
    kind: 'message',
    raw: source,
    keywords: toKeywords(flags),
    receivedAt: isDate ? receivedAt : new Date(0),
  }
}
