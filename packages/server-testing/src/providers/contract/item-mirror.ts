import type {
  AccountSession,
  FetchedItem,
  ItemPage,
  ItemState,
} from '../../../../server/src/providers/contract/account-session.ts'
import type { ListedMailbox, Position } from '../../../../server/src/providers/contract/folder-session.ts'

/** What sync does with pages, in miniature: the account as it follows from them. */
export function createItemMirror(session: AccountSession) {
  const statesById = new Map<string, ItemState>()
  const positions = new Map<string | null, Position>()
  const look = async (): Promise<ItemPage[]> => {
    const listed = await session.listMailboxes()
    const pages: ItemPage[] = []
    const left = new Set<string>()
    const unstated = new Set<string>()
    for (const cursor of session.cursors(listed)) {
      const isKnown = statesById.size > 0
      let named: Set<string> | undefined
      for await (const page of session.pull(cursor, positions.get(cursor), isKnown)) {
        pages.push(page)
        if (page.reset) named = new Set()
        for (const { id, state } of page.items) {
          named?.add(id)
          left.delete(id)
          if (state) statesById.set(id, state)
          else unstated.add(id)
        }
        for (const id of page.deleted) statesById.delete(id)
        for (const id of page.left) left.add(id)
        if (page.position === undefined) continue
        positions.set(cursor, page.position)
        for (const [id, state] of statesById) {
          const isUnder = cursor === null || state.mailboxes.includes(cursor)
          if (named && isUnder && !named.has(id)) left.add(id)
        }
      }
    }
    const requestedIds = [...left, ...unstated]
    const states = await session.states(requestedIds)
    for (const id of requestedIds) {
      const state = states.get(id)
      if (state) statesById.set(id, state)
      else statesById.delete(id)
    }
    return pages
  }
  return { look, states: statesById, forget: () => positions.clear() }
}

export async function collectItems(fetched: AsyncIterable<FetchedItem>): Promise<FetchedItem[]> {
  const all: FetchedItem[] = []
  for await (const item of fetched) all.push(item)
  return all
}

/** Mailboxes by role where there is one, by path otherwise: as the emulators tell the truth. */
export function getNames(listed: readonly ListedMailbox[]): Map<string, string> {
  const byId = new Map(listed.map((mailbox) => [mailbox.remoteId, mailbox]))
  const getPath = (mailbox: ListedMailbox): string => {
    const parent = mailbox.parentRemoteId === null ? undefined : byId.get(mailbox.parentRemoteId)
    return parent ? `${getPath(parent)}/${mailbox.name}` : mailbox.name
  }
  return new Map(listed.map((mailbox) => [mailbox.remoteId, mailbox.role ?? getPath(mailbox)]))
}
