import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Reader } from './content.ts'
import type { MailItem, MailStore } from './mail-store.ts'

/**
 * Messages by Message-ID. Exchange keeps such an index; here it is made when first asked for, because making it renders
 * every message once, and kept from then on. It is made in slices, so that a large mailbox does not hold up the others.
 */
export function createMessageIndex(
  store: MailStore,
  reader: Reader,
): (messageId: string) => Promise<readonly MailItem[]> {
  const index = new Map<number, MailItem[]>()
  let building: Promise<void> | undefined

  function put(item: MailItem): void {
    const { messageId } = reader.head(item.raw)
    if (messageId === null) return
    const key = getKey(messageId)
    const items = index.get(key)
    if (items === undefined) index.set(key, [item])
    else if (!items.includes(item)) items.push(item)
  }

  async function build(): Promise<void> {
    store.log.onAppend(({ op }) => {
      const item = 'item' in op ? store.items.get(op.item) : undefined
      const isNewText = op.kind === 'changed' && op.fields.includes('raw')
      if (item && (op.kind === 'arrived' || isNewText)) put(item)
    })
    for (const [at, item] of [...store.items.values()].entries()) {
      put(item)
      if (at % slice === slice - 1) await setImmediate()
    }
  }

  return async (messageId) => {
    building ??= build()
    await building
    const lowerId = messageId.toLowerCase()
    // What left the mailbox or was rewritten since is still in the index and is passed over here.
    const live = (index.get(getKey(messageId)) ?? []).filter(
      (item) => store.items.has(item.serial) && reader.head(item.raw).messageId?.toLowerCase() === lowerId,
    )
    return live.sort((a, b) => b.receivedAt - a.receivedAt || b.serial - a.serial)
  }
}

const slice = 100

/** A number, because a piece of a header would keep the whole header in memory. */
function getKey(messageId: string): number {
  return createHash('sha256').update(messageId.toLowerCase()).digest().readUIntBE(0, 6)
}
