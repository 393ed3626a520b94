import { createHash } from 'node:crypto'
import type { RawMessage } from '../../blobs/raw.ts'
import type { Truth } from '../../mailbox.ts'
import { exchangeMime } from '../mailbox/content.ts'
import { ownId, type GraphMailbox } from '../mailbox/mailbox.ts'
import { getPath, type MailItem } from '../mailbox/mail-store.ts'
import { getPlace, getRole } from './places.ts'

/**
 * Everything the mailbox holds. The digest is that of `$value`. Hidden folders, the outbox and what lies above all
 * folders are not places for mail and are left out of `mailboxes`.
 */
export function readTruth(mailbox: GraphMailbox): Truth {
  const { store } = mailbox
  const folders = [...store.folders.values()].filter(
    (folder) =>
      !folder.isHidden && !folder.isSearch && folder !== store.root && folder.wellKnown !== 'outbox',
  )
  return {
    messages: [...store.items.values()].map((item) => ({
      id: ownId(mailbox, item),
      ...toldByText(mailbox, item),
      places: [getPlace(item.folder)],
      keywords: getKeywords(item),
      receivedAt: new Date(item.receivedAt).toISOString(),
    })),
    mailboxes: folders.map((folder) => ({ name: getPath(folder), role: getRole(folder) })),
    sent: mailbox.sent,
  }
}

interface TruthEntry {
  messageId: string | null
  sha256: string
}

/** Kept, because an oracle asks again and again and rendering costs; drafts change their text. */
const truths = new WeakMap<MailItem, TruthEntry & { raw: RawMessage }>()

function toldByText(mailbox: GraphMailbox, item: MailItem): TruthEntry {
  const cached = truths.get(item)
  if (cached?.raw === item.raw) return { messageId: cached.messageId, sha256: cached.sha256 }
  const head = mailbox.reader.head(item.raw)
  // Copied, because a piece of a header would keep the whole header in memory.
  const messageId = head.messageId === null ? null : Buffer.from(head.messageId).toString()
  const sha256 = createHash('sha256').update(exchangeMime(item.raw, item.serial)).digest('hex')
  truths.set(item, { raw: item.raw, messageId, sha256 })
  return { messageId, sha256 }
}

function getKeywords(item: MailItem): string[] {
  return [
    ...(item.isRead ? ['$seen'] : []),
    ...(item.flag.flagStatus === 'flagged' ? ['$flagged'] : []),
    ...(item.isDraft ? ['$draft'] : []),
    ...item.categories,
  ]
}
