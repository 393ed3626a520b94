import type { MailboxId, MessageId } from '@plmail/wire'
import { type AccountSession, ProviderError } from '../../../providers/contract/index.ts'
import {
  selectItems,
  type KnownItem,
  markItemsMissing,
  placesOfItems,
  setItemPlaces,
} from '../../ledger/item-places.ts'
import { dropLocations } from '../../ledger/locations.ts'
import type { Operation } from '../operations.ts'
import { conclude, pathsAtProvider } from '../message-locations.ts'
import type { Send, FlushContext } from '../flush-context.ts'

type MoveOperation = Extract<Operation, { field: 'mailboxes' }>
type Item = KnownItem & { id: string }

/** Items that go from and to the same mailboxes. */
interface Placement {
  items: Item[]
  add: MailboxId[]
  remove: MailboxId[]
}

/**
 * Brings messages to the mailboxes decided on: one request for all that change alike. What is to change is computed from
 * where a message is now, so a repeated run only does what is left to do.
 */
export const placeItems: Send<AccountSession> = async (sending, operations) => {
  const moves = operations.filter((operation): operation is MoveOperation => operation.field === 'mailboxes')
  await refuseManyFolders(sending, moves)
  const items = await itemsByOperation(sending, moves)
  const drafts = await finishedDrafts(sending, moves, items)
  await destroyDrafts(sending, drafts)
  const left = moves.map((move) => ({
    move,
    items: (items.get(move.id) ?? []).filter((item) => !item.isMissing && !drafts.has(item.id)),
  }))
  for (const placement of placements(left)) await place(sending, placement)
  await conclude(sending, moves)
}

/**
 * Refuses moves to several folders where a message can be in one only: it would end up in whichever the provider was
 * sent last.
 */
async function refuseManyFolders(
  sending: FlushContext<AccountSession>,
  moves: readonly MoveOperation[],
): Promise<void> {
  const { foldersPerMessage, cursors } = sending.session
  if (foldersPerMessage === null) return
  const paths = await pathsAtProvider(sending)
  for (const { desired } of moves) {
    const remote = desired.flatMap((id) => paths.get(id) ?? [])
    const folders = cursors(remote.map((remoteId) => ({ remoteId, role: null, isSelectable: true })))
    if (folders.length <= foldersPerMessage) continue
    throw new ProviderError('refused', 'The message would be in too many folders', {
      problem: { problem: 'outbox/one-folder-only' },
    })
  }
}

async function itemsByOperation(
  { deps, accountId }: FlushContext<AccountSession>,
  moves: readonly MoveOperation[],
): Promise<Map<number, Item[]>> {
  const rows = await deps.database.query<{ id: number; message_id: MessageId }>(
    // Under its present id: a merge of threads may have given it another since the operation was claimed.
    `select id, message_id from outbox_op where account_id = $1 and id = any($2) and message_id is not null`,
    [accountId, moves.map((move) => move.id)],
  )
  const items = await selectItems(
    deps.database,
    accountId,
    rows.map((row) => row.message_id),
  )
  return new Map(rows.map((row) => [row.id, items.filter((item) => item.messageId === row.message_id)]))
}

/**
 * Drafts of messages that were sent: the provider files its own copy in Sent, which no draft can be moved to. That copy is
 * no draft, even where it was moved to Drafts.
 */
async function finishedDrafts(
  { deps, accountId }: FlushContext<AccountSession>,
  moves: readonly MoveOperation[],
  items: ReadonlyMap<number, Item[]>,
): Promise<Set<string>> {
  const boxes = await deps.mail.mailboxes.selectMailboxes(accountId)
  const [drafts, sent] = (['drafts', 'sent'] as const).map((role) => boxes.find((box) => box.role === role))
  if (!drafts || !sent) return new Set()
  const leaving = moves
    .filter((move) => move.desired.includes(sent.id))
    .flatMap((move) => items.get(move.id) ?? [])
    .filter((item) => item.mailboxIds.includes(drafts.id) && item.keywords.includes('$draft'))
  if (leaving.length === 0) return new Set()
  const submitted = await deps.mail.provided.submitted(
    accountId,
    leaving.map((item) => item.messageId),
  )
  return new Set(leaving.flatMap((item) => (submitted.has(item.messageId) ? [item.id] : [])))
}

async function destroyDrafts(
  { deps, accountId, session }: FlushContext<AccountSession>,
  drafts: ReadonlySet<string>,
): Promise<void> {
  if (drafts.size === 0) return
  await session.destroy([...drafts])
  await deps.database.transaction(async (tx) =>
    dropLocations(tx, accountId, await placesOfItems(tx, accountId, [...drafts])),
  )
}

function placements(planned: ReadonlyArray<{ move: MoveOperation; items: readonly Item[] }>): Placement[] {
  const groups = new Map<string, Placement>()
  for (const { move, items } of planned) {
    for (const item of items) {
      const add = move.desired.filter((id) => !item.mailboxIds.includes(id))
      const remove = item.mailboxIds.filter((id) => !move.desired.includes(id))
      if (add.length + remove.length === 0) continue
      const key = `${add.join()}/${remove.join()}`
      const group = groups.get(key)
      if (group) group.items.push(item)
      else groups.set(key, { items: [item], add, remove })
    }
  }
  return [...groups.values()]
}

async function place(
  sending: FlushContext<AccountSession>,
  { items, add, remove }: Placement,
): Promise<void> {
  const { deps, accountId, session } = sending
  const paths = await pathsAtProvider(sending)
  const remote = (ids: readonly MailboxId[]) => ids.flatMap((id) => paths.get(id) ?? [])
  // Its creation was refused: nothing can be filed there, however often it is tried.
  if (remote(add).length < add.length)
    throw new ProviderError('refused', 'A mailbox does not exist at the provider')
  const { gone, renamed } = await session.place(
    items.map((item) => item.id),
    { add: remote(add), remove: remote(remove) },
  )
  const placed = items.filter((item) => !gone.includes(item.id))
  await deps.database.transaction(async (tx) => {
    await markItemsMissing(tx, accountId, gone, null, deps.clock.now())
    await dropLocations(tx, accountId, await placesOfItems(tx, accountId, [...renamed.keys()]))
    await setItemPlaces(
      tx,
      accountId,
      placed.map((item) => ({
        ...item,
        id: renamed.get(item.id) ?? item.id,
        mailboxIds: [...item.mailboxIds.filter((id) => !remove.includes(id)), ...add],
      })),
    )
  })
}
