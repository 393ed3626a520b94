import type { ProblemDetail } from '@plmail/wire'
import type { CopyResponseObject, MailboxObject } from 'imapflow'
import { ProviderError } from '../contract/index.ts'
import type { ImapConnection } from './connect.ts'
import { messageId, uidSets, parseUids } from './ids.ts'
import { toFlag, isKept } from './keywords.ts'
import { existing, searchUids } from './lookup.ts'
import { mustAnswer, select } from './select.ts'

/** Which of the messages are still there; the commands below go to exactly these. */
interface Targets {
  mailbox: MailboxObject
  uids: number[]
  gone: string[]
}

async function targets(connection: ImapConnection, path: string, ids: readonly string[]): Promise<Targets> {
  const mailbox = await select(connection, path, 'fresh')
  if (mailbox.readOnly) throw toRefusal({ problem: 'mail-limit/read-only', name: path })
  const presentUids = await existing(connection, parseUids(ids, mailbox.uidValidity))
  return {
    mailbox,
    uids: [...presentUids],
    gone: ids.filter((id) => !parseUids([id], mailbox.uidValidity).some((uid) => presentUids.has(uid))),
  }
}

export async function setKeyword(
  connection: ImapConnection,
  path: string,
  ids: readonly string[],
  keyword: string,
  present: boolean,
): Promise<{ gone: string[] }> {
  const { mailbox, uids, gone } = await targets(connection, path, ids)
  const flag = toFlag(keyword, [...(mailbox.permanentFlags ?? []), ...mailbox.flags])
  const isStorable = flag !== undefined && isKept(flag, mailbox.permanentFlags)
  // what the server cannot keep is not there either: clearing it is done
  if (!isStorable && !present) return { gone }
  if (!isStorable) throw toRefusal({ problem: 'mail-limit/keyword', keyword, name: path })
  const options = { uid: true, silent: true }
  for (const set of uidSets(uids)) {
    const answer = present
      ? await connection.client.messageFlagsAdd(set, [flag], options)
      : await connection.client.messageFlagsRemove(set, [flag], options)
    mustAnswer(connection, answer, `marking messages in "${path}"`)
  }
  return { gone }
}

export async function move(
  connection: ImapConnection,
  from: string,
  ids: readonly string[],
  to: string,
): Promise<{ moved: Map<string, string>; gone: string[] }> {
  const { mailbox, uids, gone } = await targets(connection, from, ids)
  if (!connection.client.capabilities.has('MOVE')) await mustExpungeExactly(connection, uids, from)
  const moved = new Map<string, string>()
  for (const set of uidSets(uids)) {
    const answer = await connection.client.messageMove(set, to, { uid: true })
    note(moved, mailbox, mustAnswer(connection, answer, `moving messages to "${to}"`))
  }
  return { moved, gone }
}

export async function copy(
  connection: ImapConnection,
  from: string,
  ids: readonly string[],
  to: string,
): Promise<{ copied: Map<string, string>; gone: string[] }> {
  const { mailbox, uids, gone } = await targets(connection, from, ids)
  const copied = new Map<string, string>()
  for (const set of uidSets(uids)) {
    const answer = await connection.client.messageCopy(set, to, { uid: true })
    note(copied, mailbox, mustAnswer(connection, answer, `copying messages to "${to}"`))
  }
  return { copied, gone }
}

export async function expunge(
  connection: ImapConnection,
  path: string,
  ids: readonly string[],
): Promise<{ gone: string[] }> {
  const { uids, gone } = await targets(connection, path, ids)
  await mustExpungeExactly(connection, uids, path)
  for (const set of uidSets(uids)) {
    const answer = await connection.client.messageDelete(set, { uid: true })
    mustAnswer(connection, answer, `deleting messages from "${path}"`)
  }
  return { gone }
}

/** A connection that ended between STORE and EXPUNGE left `\Deleted` behind; any client's EXPUNGE would finish it. */
export async function undelete(
  connection: ImapConnection,
  path: string,
  ids: readonly string[],
): Promise<{ gone: string[] }> {
  const { uids, gone } = await targets(connection, path, ids)
  for (const set of uidSets(uids)) {
    const answer = await connection.client.messageFlagsRemove(set, ['\\Deleted'], { uid: true, silent: true })
    mustAnswer(connection, answer, `keeping messages in "${path}"`)
  }
  return { gone }
}

/** The mailbox is opened first: which marks it keeps is known only then. */
export async function append(
  connection: ImapConnection,
  path: string,
  raw: Buffer,
  keywords: readonly string[],
  receivedAt: Date,
): Promise<{ id: string | undefined }> {
  const mailbox = await select(connection, path, 'fresh')
  const inUse = [...(mailbox.permanentFlags ?? []), ...mailbox.flags]
  const flags = keywords.flatMap((keyword) => {
    const flag = toFlag(keyword, inUse)
    return flag !== undefined && isKept(flag, mailbox.permanentFlags) ? [flag] : []
  })
  const answer = await connection.client.append(path, raw, flags, receivedAt)
  const { uid, uidValidity } = mustAnswer(connection, answer, `storing a message in "${path}"`)
  // only APPENDUID (RFC 4315) tells both; a UID alone was guessed from the number of messages
  return { id: uid !== undefined && uidValidity !== undefined ? messageId(uidValidity, uid) : undefined }
}

/**
 * Without UIDPLUS (RFC 4315) EXPUNGE removes everything that anybody marked deleted. It is used only when that is
 * exactly what is to go; otherwise nothing is touched and the reason is told.
 */
async function mustExpungeExactly(
  connection: ImapConnection,
  uids: readonly number[],
  path: string,
): Promise<void> {
  if (connection.client.capabilities.has('UIDPLUS')) return
  const ours = new Set(uids)
  const marked = await searchUids(connection, { deleted: true })
  if (marked.every((uid) => ours.has(uid))) return
  throw toRefusal({ problem: 'mail-limit/deletes-all-marked', name: path })
}

/** COPYUID (RFC 4315 §3) tells the new UIDs; without it the map stays empty. */
function note(ids: Map<string, string>, mailbox: MailboxObject, answer: CopyResponseObject): void {
  if (answer.uidValidity === undefined) return
  for (const [from, to] of answer.uidMap ?? []) {
    ids.set(messageId(mailbox.uidValidity, from), messageId(answer.uidValidity, to))
  }
}

const toRefusal = (problem: ProblemDetail): ProviderError =>
  new ProviderError('refused', problem.problem, { problem })
