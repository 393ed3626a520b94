import type { ExistsEvent, ExpungeEvent, MailboxObject } from 'imapflow'
import type { Appeared, KnownIds, Position, Pull } from '../contract/index.ts'
import type { ImapConnection } from './connect.ts'
import { inWindows, messageId, uidSets } from './ids.ts'
import { toKeywords } from './keywords.ts'
import { searchUids } from './lookup.ts'
import { select } from './select.ts'

/** UID and keywords of one message. */
type Flagged = { uid: number; keywords: string[] }

/**
 * Lists the changes in a mailbox since `position`, by the best means the server has: QRESYNC (changes and removals),
 * CONDSTORE (changes; removals by comparing UIDs), neither (all flags, window by window).
 */
export async function pull(
  connection: ImapConnection,
  path: string,
  position: Position | undefined,
  storedIds: KnownIds,
): Promise<Pull> {
  const watched = watchMailbox(connection, path)
  try {
    const mailbox = await select(connection, path, 'fresh')
    watched.start(mailbox.exists)
    // a snapshot: the client keeps changing the object it answered with
    const opened: Opened = { ...mailbox }
    const isKnown = position !== undefined && position.uidValidity === String(opened.uidValidity)
    if (!isKnown) return await readWhole(connection, opened, watched, position !== undefined)
    const since = BigInt(position.highestModseq ?? '0')
    return since > 0n && hasModseq(connection, opened)
      ? await readChanged(connection, { mailbox: opened, watched, position, since, storedIds })
      : await compareAll(connection, { mailbox: opened, watched, position, storedIds })
  } finally {
    watched.stop()
  }
}

type Opened = Pick<MailboxObject, 'uidValidity' | 'uidNext' | 'highestModseq' | 'noModseq' | 'exists'>
type Watched = ReturnType<typeof watchMailbox>

/** Listens to what the server says by itself while commands run: removals by UID, and how many messages there are. */
function watchMailbox({ client }: ImapConnection, path: string) {
  const vanished = new Set<number>()
  let total = 0
  let removedNow = 0
  const onExpunge = (event: ExpungeEvent) => {
    if (event.path !== path) return
    if (event.uid !== undefined) vanished.add(event.uid)
    if (event.earlier) return // already left out of the count at SELECT
    total -= 1
    removedNow += 1
  }
  const onExists = (event: ExistsEvent) => {
    if (event.path === path) total = event.count
  }
  client.on('expunge', onExpunge)
  client.on('exists', onExists)
  return {
    vanished,
    start: (exists: number) => {
      total = exists
      removedNow = 0
      vanished.clear()
    },
    total: () => total,
    /** Messages removed since `start`. */
    removedNow: () => removedNow,
    stop: () => {
      client.off('expunge', onExpunge)
      client.off('exists', onExists)
    },
  }
}

const hasModseq = ({ client }: ImapConnection, mailbox: Opened): boolean =>
  client.enabled.has('CONDSTORE') && mailbox.noModseq !== true && (mailbox.highestModseq ?? 0n) > 0n

async function readWhole(
  connection: ImapConnection,
  mailbox: Opened,
  watched: Watched,
  reset: boolean,
): Promise<Pull> {
  const uids = await searchUids(connection, { all: true })
  const complete = uids.length + watched.removedNow() >= mailbox.exists
  const listed = (await fetchFlags(connection, uids)).filter(({ uid }) => !watched.vanished.has(uid))
  return {
    position: positionAfter(mailbox, listed),
    reset,
    grew: true,
    appeared: listed.map(toAppeared(mailbox)),
    keywords: [],
    vanished: [],
    total: watched.total(),
    complete,
  }
}

interface ChangedSince {
  mailbox: Opened
  watched: Watched
  position: Position
  since: bigint
  storedIds: KnownIds
}

async function readChanged(
  connection: ImapConnection,
  { mailbox, watched, position, since, storedIds }: ChangedSince,
): Promise<Pull> {
  const { client } = connection
  const changed =
    mailbox.highestModseq === since && client.enabled.has('QRESYNC')
      ? []
      : await client.fetchAll('1:*', { flags: true }, { uid: true, changedSince: since })
  const next = Number(position.uidNext ?? 1)
  const listed = changed
    .map((message) => ({ uid: message.uid, keywords: toKeywords(message.flags) }))
    .sort((a, b) => a.uid - b.uid)
  const removed = client.enabled.has('QRESYNC')
    ? { vanished: [...watched.vanished].filter((uid) => uid < next).map(idIn(mailbox)), complete: true }
    : await missingFrom(connection, mailbox, watched, storedIds)
  const present = listed.filter(({ uid }) => !watched.vanished.has(uid))
  const after = positionAfter(mailbox, present, next)
  return {
    position: after,
    reset: false,
    grew: after.uidNext !== position.uidNext,
    appeared: present.filter(({ uid }) => uid >= next).map(toAppeared(mailbox)),
    keywords: present
      .filter(({ uid }) => uid < next)
      .map(({ uid, keywords }) => ({ id: messageId(mailbox.uidValidity, uid), keywords })),
    vanished: removed.vanished,
    total: watched.total(),
    complete: removed.complete,
  }
}

/** Known ids that a complete listing lacks; an incomplete one proves nothing. */
async function missingFrom(
  connection: ImapConnection,
  mailbox: Opened,
  watched: Watched,
  storedIds: KnownIds,
): Promise<{ vanished: string[]; complete: boolean; uids: number[] }> {
  const uids = await searchUids(connection, { all: true })
  const complete = uids.length + watched.removedNow() >= mailbox.exists
  const presentIds = new Set(uids.map(idIn(mailbox)))
  const ids = [...(await storedIds.all()).keys()]
  return { vanished: complete ? ids.filter((id) => !presentIds.has(id)) : [], complete, uids }
}

interface WholeComparison {
  mailbox: Opened
  watched: Watched
  position: Position
  storedIds: KnownIds
}

async function compareAll(
  connection: ImapConnection,
  { mailbox, watched, position, storedIds }: WholeComparison,
): Promise<Pull> {
  const before = await storedIds.all()
  const { vanished, complete, uids } = await missingFrom(connection, mailbox, watched, storedIds)
  const listed = await fetchFlags(connection, uids)
  const next = Number(position.uidNext ?? 1)
  const differs = ({ uid, keywords }: Flagged) => {
    const keywordsBefore = before.get(messageId(mailbox.uidValidity, uid))
    return (
      keywordsBefore === undefined ||
      keywordsBefore.length !== keywords.length ||
      keywords.some((word) => !keywordsBefore.includes(word))
    )
  }
  const after = positionAfter(mailbox, listed, next)
  return {
    position: after,
    reset: false,
    grew: after.uidNext !== position.uidNext,
    appeared: listed.filter(({ uid }) => uid >= next).map(toAppeared(mailbox)),
    keywords: listed
      .filter((message) => message.uid < next && differs(message))
      .map(({ uid, keywords }) => ({ id: messageId(mailbox.uidValidity, uid), keywords })),
    vanished,
    total: watched.total(),
    complete,
  }
}

// Answers of this many messages stay well below a second and a megabyte.
const windowSize = 5000

/** Flags of the given messages, by UID: sequence numbers shift when another client expunges between windows. */
async function fetchFlags({ client }: ImapConnection, uids: readonly number[]): Promise<Flagged[]> {
  const listed: Flagged[] = []
  for (const window of inWindows(uids, windowSize)) {
    for (const set of uidSets(window)) {
      for (const message of await client.fetchAll(set, { flags: true }, { uid: true })) {
        listed.push({ uid: message.uid, keywords: toKeywords(message.flags) })
      }
    }
  }
  return listed.sort((a, b) => a.uid - b.uid)
}

/**
 * HIGHESTMODSEQ is the one told at SELECT: what changes while the listing runs is told again next time, and nothing
 * falls between. UIDNEXT follows what was really listed, so that a message arriving meanwhile is listed once.
 */
function positionAfter(mailbox: Opened, listed: readonly Flagged[], before = 1): Position {
  const past = (listed.at(-1)?.uid ?? 0) + 1
  return {
    uidValidity: String(mailbox.uidValidity),
    uidNext: String(Math.max(before, mailbox.uidNext || 1, past)),
    highestModseq: String(mailbox.highestModseq ?? 0n),
  }
}

const idIn = (mailbox: Opened) => (uid: number) => messageId(mailbox.uidValidity, uid)

const toAppeared =
  (mailbox: Opened) =>
  ({ uid, keywords }: Flagged): Appeared => ({ id: messageId(mailbox.uidValidity, uid), uid, keywords })
