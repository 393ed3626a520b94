import { createHash } from 'node:crypto'
import type { Reader } from './content.ts'
import type { Item, MailStore } from './store.ts'

/**
 * Messages by Message-ID. Exchange keeps such an index; here it is made when first asked for, because making it renders
 * every message once, and kept from then on.
 */
export function createMessageIndex(store: MailStore, reader: Reader): (messageId: string) => readonly Item[] {
  let index: Map<number, Item[]> | undefined

  function put(into: Map<number, Item[]>, item: Item): void {
    const { messageId } = reader.head(item.raw)
    if (messageId === null) return
    const key = keyOf(messageId)
    const known = into.get(key)
    if (known === undefined) into.set(key, [item])
    else if (!known.includes(item)) known.push(item)
  }

  function build(): Map<number, Item[]> {
    const made = new Map<number, Item[]>()
    for (const item of store.items.values()) put(made, item)
    store.log.onAppend(({ op }) => {
      const item = 'item' in op ? store.items.get(op.item) : undefined
      const isNewText = op.kind === 'changed' && op.fields.includes('raw')
      if (item && (op.kind === 'arrived' || isNewText)) put(made, item)
    })
    return made
  }

  return (messageId) => {
    index ??= build()
    const wanted = messageId.toLowerCase()
    // What left the mailbox or was rewritten since is still in the index and is passed over here.
    const live = (index.get(keyOf(messageId)) ?? []).filter(
      (item) => store.items.has(item.n) && reader.head(item.raw).messageId?.toLowerCase() === wanted,
    )
    return live.sort((a, b) => b.receivedAt - a.receivedAt || b.n - a.n)
  }
}

/** A number, because a piece of a header would keep the whole header in memory. */
function keyOf(messageId: string): number {
  return createHash('sha256').update(messageId.toLowerCase()).digest().readUIntBE(0, 6)
}
