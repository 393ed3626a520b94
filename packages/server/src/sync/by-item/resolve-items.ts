import type { AccountId } from '@plmail/wire'
import type { AccountSession } from '../../providers/contract/index.ts'
import type { ResolveDeps } from '../ledger/sync-deps.ts'
import { forget, announceProgress } from './apply-page.ts'
import type { OurMailboxes } from '../ledger/our-mailboxes.ts'
import { itemsUnder, selectStoredItems, missingItems } from '../ledger/item-places.ts'

// A listing that lost this much at once is doubted: it must stay so for a while.
const doubtedCount = 100
const doubtedShare = 0.5
const doubtedMilliseconds = 10 * 60_000
const askedAtOnce = 100

/**
 * Decides what became of items that are under no cursor any more: the provider is asked for each. What it still has is
 * where it says; what it has not was deleted. Never on the silence of a listing alone: what it has no answer about stays
 * as it is.
 */
export async function resolveItems(
  deps: ResolveDeps,
  target: { accountId: AccountId; session: AccountSession; ours: OurMailboxes },
): Promise<Resolved> {
  const { accountId, session, ours } = target
  const resolved: Resolved = { changed: 0, unanswered: 0 }
  const missing = await believed(deps, accountId)
  for (let from = 0; from < missing.length; from += askedAtOnce) {
    const ids = missing.slice(from, from + askedAtOnce)
    const states = await session.states(ids)
    const cause = { actor: { kind: 'provider' as const }, verb: 'sync' }
    const { result } = await deps.changes.write(accountId, cause, async (change) => {
      const storedItems = await selectStoredItems(change.tx, accountId, ids)
      const answered = [...states].flatMap(([id, state]) => {
        const item = storedItems.get(id)
        return item && state ? [{ id, item, state }] : []
      })
      const deletedIds = ids.filter((id) => !states.has(id))
      await forget(deps.mail, change, deletedIds)
      return deletedIds.length + (await announceProgress(deps.mail, change, answered, ours))
    })
    resolved.changed += result
    resolved.unanswered += ids.filter((id) => states.has(id) && states.get(id) === undefined).length
  }
  return resolved
}

export interface Resolved {
  /** Messages that were deleted, moved or marked otherwise. */
  changed: number
  /** Messages that the provider has no answer about. */
  unanswered: number
}

async function believed(deps: ResolveDeps, accountId: AccountId): Promise<string[]> {
  const missing = await missingItems(deps.database, accountId)
  const present = (await itemsUnder(deps.database, accountId, null)).size
  const isDoubtful =
    missing.length >= doubtedCount && missing.length >= (missing.length + present) * doubtedShare
  if (!isDoubtful) return missing.map((item) => item.id)
  const now = deps.clock.now().getTime()
  const old = missing.filter((item) => now - item.since.getTime() >= doubtedMilliseconds)
  if (old.length === 0)
    deps.log.event('sync.shrunken-listing', { accountId, mailboxId: null, missing: missing.length })
  return old.map((item) => item.id)
}
