import type { Reader } from './content.ts'
import type { Item, MailStore } from './store.ts'

/**
 * Messages by Message-ID. Exchange keeps such an index; here it is made when first asked for, because making it renders
 * every message once, and kept from then on.
 */
export function createMessageIndex(store: MailStore, reader: Reader): (messageId: string) => readonly Item[] {
  let index: Map<string, Set<Item>> | undefined

  function put(into: Map<string, Set<Item>>, item: Item): void {
    const key = reader.head(item.raw).messageId?.toLowerCase()
    if (key === undefined) return
    const known = into.get(key)
    if (known) known.add(item)
    else into.set(key, new Set([item]))
  }

  function build(): Map<string, Set<Item>> {
    const made = new Map<string, Set<Item>>()
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
    const key = messageId.toLowerCase()
    // What left the mailbox or was rewritten since is still in the index and is passed over here.
    const live = [...(index.get(key) ?? [])].filter(
      (item) => store.items.has(item.n) && reader.head(item.raw).messageId?.toLowerCase() === key,
    )
    return live.sort((a, b) => b.receivedAt - a.receivedAt || b.n - a.n)
  }
}
