import { createHash } from 'node:crypto'
import type { Truth } from '../../mailbox.ts'
import { exchangeMime } from './content.ts'
import { ownId, type Mailbox } from './mailbox.ts'
import { pathOf, type Item } from './store.ts'
import { placeOf, roleOf } from './places.ts'

/**
 * Everything the mailbox holds. The digest is that of `$value`. Hidden folders, the outbox and what lies above all
 * folders are not places for mail and are left out of `mailboxes`.
 */
export function truthOf(mailbox: Mailbox): Truth {
  const { store } = mailbox
  const folders = [...store.folders.values()].filter(
    (one) => !one.isHidden && one !== store.root && one.wellKnown !== 'outbox',
  )
  return {
    messages: [...store.items.values()].map((item) => ({
      id: ownId(mailbox, item),
      messageId: mailbox.reader.head(item.raw).messageId,
      sha256: createHash('sha256').update(exchangeMime(item.raw, item.n)).digest('hex'),
      places: [placeOf(item.folder)],
      keywords: keywordsOf(item),
      receivedAt: new Date(item.receivedAt).toISOString(),
    })),
    mailboxes: folders.map((one) => ({ name: pathOf(one), role: roleOf(one) })),
    sent: mailbox.sent,
  }
}

function keywordsOf(item: Item): string[] {
  return [
    ...(item.isRead ? ['$seen'] : []),
    ...(item.flag.flagStatus === 'flagged' ? ['$flagged'] : []),
    ...(item.isDraft ? ['$draft'] : []),
    ...item.categories,
  ]
}
