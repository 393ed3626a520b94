import {
  allHeadersAs,
  calendarParts,
  decodeText,
  headerAs,
  type MimePart,
  soleSender,
  toTree,
} from '@plmail/mail-format'
import type { AccountId, MessageId } from '@plmail/wire'
import type { EmailRow, Mail, MailboxView } from '../../mail/index.ts'
import { type VouchedMailbox, type SenderProof, senderProof, vouchingHosts } from '../../safety/index.ts'
import { readScheduling, type SchedulingMessage } from './scheduling-message.ts'

/** A message about a meeting, as it lies in an account. */
export interface Received {
  messageId: MessageId
  /** Its Message-ID header; null when it has none. */
  header: string | null
  message: SchedulingMessage
  /** Who wrote it, in lower case; empty where that is nobody, or several. */
  sender: string
  arrivedAt: Date
  proof: SenderProof
  /** In Spam or Trash, where nothing is done with it. */
  isSetAside: boolean
  /** In Sent or among the drafts: nobody's message to the user. */
  isOwn: boolean
}

/** More is no message between people. */
const maxBytes = 1024 * 1024

/** Reads those of the messages that are about meetings; the others are left out. */
export async function readReceived(
  mail: Pick<Mail, 'read' | 'mailboxes'>,
  account: VouchedMailbox & { id: AccountId },
  ids: readonly MessageId[],
): Promise<Received[]> {
  const rows = await mail.read.emails(account.id, ids, true)
  const about = rows.filter(({ structure }) => structure !== null && readParts(structure).length > 0)
  if (about.length === 0) return []
  const boxes = await mail.mailboxes.list(account.id)
  const read: Received[] = []
  for (const row of about) read.push(...(await loadReceived(mail, account, boxes, row)))
  return read
}

function readParts(structure: string): MimePart[] {
  return calendarParts(toTree(JSON.parse(structure))).filter(({ size }) => size <= maxBytes)
}

async function loadReceived(
  mail: Pick<Mail, 'read'>,
  account: VouchedMailbox,
  boxes: readonly MailboxView[],
  row: EmailRow,
): Promise<Received[]> {
  const raw = await mail.read.readBytes(row)
  if (!raw || row.structure === null) return []
  const { root } = toTree(JSON.parse(row.structure))
  const isIn = (roles: readonly string[]): boolean =>
    boxes.some(({ id, role }) => roles.includes(role ?? '') && row.mailboxIds.includes(id))
  for (const part of readParts(row.structure)) {
    const message = readScheduling(decodeText(raw, part).value)
    if (!message) continue
    const sender = soleSender(raw, root)?.email.toLowerCase() ?? ''
    const results = allHeadersAs(raw, root, 'Authentication-Results', 'asText').flatMap(
      (result) => result ?? [],
    )
    const [header] = (headerAs(raw, root, 'Message-ID', 'asMessageIds') ?? []) as string[]
    return [
      {
        messageId: row.id,
        header: header ?? null,
        message,
        sender,
        arrivedAt: row.receivedAt,
        proof: senderProof(sender, results as string[], vouchingHosts(account)),
        isSetAside: isIn(['junk', 'trash']),
        isOwn: isIn(['sent', 'drafts']),
      },
    ]
  }
  return []
}
