import type { MessageId } from '@plmail/wire'
import type { ItemState } from '../../providers/contract/index.ts'
import { recordListed } from '../ledger/ledger-items.ts'
import { announceProgress } from '../by-item/apply-page.ts'
import {
  selectItems,
  selectStoredItems,
  ledgerId,
  markItemsMissing,
  randomItems,
} from '../ledger/item-places.ts'
import type { ItemReading } from '../by-item/sync-items.ts'
import { toOurMailboxes } from '../ledger/our-mailboxes.ts'
import { resolveItems } from '../by-item/resolve-items.ts'
import type { CheckDeps } from './sample-messages.ts'

/** Few enough to cost nothing: at Gmail 20 units each, of 6,000 a minute. */
const randomSize = 20
const touchedSize = 30
const touchedMilliseconds = 86_400_000

/** The rank of a missed message that is among the newest: it is fetched first. */
const newestRank = 2 ** 41

type Sampling = ItemReading & { deps: CheckDeps }

/**
 * Asks the provider for its newest messages, which change most and cost a few requests, for some that were touched here
 * within a day, and for some of all by chance. What is not as it says is mended. Returns how many messages that were.
 */
export async function checkSample(sampling: Sampling): Promise<number> {
  const { deps, accountId, session, look } = sampling
  const newest = await session.newest()
  const sampledIds = (await sampleIds(sampling)).filter((id) => !newest.has(id))
  const states = new Map([...newest, ...(await session.states(sampledIds))])
  const deletedIds = sampledIds.filter((id) => !states.has(id))
  const ours = toOurMailboxes(look.mailboxes)
  const cause = { actor: { kind: 'provider' as const }, verb: 'verify' }
  const { result } = await deps.changes.write(accountId, cause, async (change) => {
    const storedItems = await selectStoredItems(change.tx, accountId, [...states.keys()])
    const answered = [...states].flatMap(([id, state]) => {
      const item = storedItems.get(id)
      return item && state ? [{ id, item, state }] : []
    })
    await markItemsMissing(change.tx, accountId, deletedIds, null, change.at)
    const unlisted = [...newest].filter(
      ([id, state]) => !storedItems.has(id) && state && isInOurs(state, ours),
    )
    const listed = await recordListed(
      change.tx,
      accountId,
      null,
      unlisted.map(([id], index) => ({ remoteId: ledgerId(id), uid: null, rank: newestRank - index })),
      change.at,
    )
    return listed + (await announceProgress(deps.mail, change, answered, ours))
  })
  if (deletedIds.length === 0) return result
  return result + (await resolveItems(deps, { accountId, session, ours })).changed
}

/** People look at what they did here: a mark or a move that did not last shows there first. */
async function sampleIds({ deps, accountId }: Sampling): Promise<string[]> {
  const { database, changes, clock } = deps
  const since = new Date(clock.now().getTime() - touchedMilliseconds)
  const touchedIds = await changes.journal.touched(accountId, 'Email', since, touchedSize)
  const touchedItems = await selectItems(
    database,
    accountId,
    touchedIds.map((id) => id as MessageId),
  )
  const presentIds = touchedItems.filter((item) => !item.isMissing).map((item) => item.id)
  return [...new Set([...presentIds, ...(await randomItems(database, accountId, randomSize))])]
}

/** Not what lies in folders that nobody is shown. */
const isInOurs = (state: ItemState, ours: ReadonlyMap<string, unknown>): boolean =>
  state.mailboxes.some((mailbox) => ours.has(mailbox))
