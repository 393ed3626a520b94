import type { MessageSummary } from '@plmail/mail-format'
import type { AccountId, MessageId, ThreadId } from '@plmail/wire'
import { AccountGone } from '../../changes/index.ts'
import type { EmailRow, Mail } from '../../mail/index.ts'
import type { ReadableAccount } from '../types.ts'
import { messageText } from './message-text.ts'

export type ReadableMail = Pick<Mail['read'], 'threads' | 'emails' | 'readBytes'>

/** A conversation of an account, oldest message first, drafts left out. */
export interface OpenThread {
  account: ReadableAccount
  messages: EmailRow[]
}

/** More than these, the newest, no summary is made of. */
const maxMessages = 1_000

/** Looks for the conversation in all of somebody's accounts; undefined when it is in none of them. */
export async function openThread(
  read: ReadableMail,
  accounts: readonly ReadableAccount[],
  threadId: ThreadId,
): Promise<OpenThread | undefined> {
  for (const account of accounts) {
    const ids = (await idsOf(read, account.id, threadId)).slice(-maxMessages)
    if (ids.length === 0) continue
    const rows = await read.emails(account.id, ids, true)
    return { account, messages: rows.filter(({ keywords }) => !keywords.includes('$draft')) }
  }
  return undefined
}

/** A message of one of somebody's accounts. */
export async function openMessage(
  read: ReadableMail,
  accounts: readonly ReadableAccount[],
  id: MessageId,
): Promise<{ account: ReadableAccount; row: EmailRow } | undefined> {
  for (const account of accounts) {
    const [row] = await read.emails(account.id, [id], true)
    if (row) return { account, row }
  }
  return undefined
}

/** The text of a message; empty where its bytes are damaged. */
export async function readText(read: ReadableMail, row: EmailRow): Promise<string> {
  const raw = await read.readBytes(row)
  return raw ? messageText(raw) : ''
}

const summaryOf = (row: EmailRow) => JSON.parse(row.summary) as MessageSummary // written by mail-format

/** Attachments are never shown to a model. */
export const hasAttachment = (row: EmailRow): boolean => summaryOf(row).hasAttachment

/** Who wrote a message, when, and about what, for the model. */
export function headOf(row: EmailRow): { from: string; date: string; subject: string } {
  const { from, subject } = summaryOf(row)
  const [writer] = from ?? []
  return {
    from: writer ? `${writer.name ?? ''} <${writer.email}>`.trim() : '',
    date: row.receivedAt.toISOString().slice(0, 16).replace('T', ' '),
    subject: subject ?? '',
  }
}

async function idsOf(read: ReadableMail, accountId: AccountId, threadId: ThreadId): Promise<MessageId[]> {
  try {
    const { found } = await read.threads(accountId, [threadId])
    return found.get(threadId) ?? []
  } catch (error) {
    if (error instanceof AccountGone) return []
    throw error
  }
}
