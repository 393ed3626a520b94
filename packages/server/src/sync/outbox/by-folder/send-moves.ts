import type { MailboxId } from '@plmail/wire'
import { type FolderSession, ProviderError } from '../../../providers/contract/index.ts'
import { leaveLocations } from '../../ledger/follow-locations.ts'
import { followPlaces, type Location } from '../../ledger/locations.ts'
import { providerId, remoteId, parseUid } from '../../ledger/remote-ids.ts'
import type { Operation } from '../operations.ts'
import {
  conclude,
  getIds,
  inFolder,
  loseSight,
  pathsAtProvider,
  selectLocations,
} from '../message-locations.ts'
import type { Send, FlushContext } from '../flush-context.ts'

type MoveOperation = Extract<Operation, { field: 'mailboxes' }>

/** A step on one place of a message on its way to the target mailboxes. */
type Step =
  | { do: 'undelete'; place: Location }
  | { do: 'move'; place: Location; to: MailboxId }
  | { do: 'copy'; place: Location; to: MailboxId }
  | { do: 'expunge'; place: Location }

/**
 * Brings messages to the mailboxes decided on: one MOVE per pair of folders, COPY for additional ones,
 * EXPUNGE for those left. Steps are computed from where a message is now, not from where it was when
 * the decision was made, so a repeated run only does what is left to do.
 */
export const sendMoves: Send<FolderSession> = async (sending, operations) => {
  const moves = operations.filter((operation): operation is MoveOperation => operation.field === 'mailboxes')
  // In this order: what leaves the ledger in between has its place by then.
  const unread = await unreadMailboxes(sending)
  const places = await selectLocations(sending, moves)
  const steps = moves.flatMap((operation) => {
    const locations = places.get(operation.id) ?? []
    return mayBeDone(operation, locations, unread) ? [] : stepsFor(operation, locations)
  })
  for (const group of groups(steps)) await run(sending, group)
  await conclude(sending, moves)
}

/**
 * Returns whether an earlier attempt may have succeeded: the message may be in its new folder already, listed and not
 * fetched, and a repeat would create a duplicate. Messages that an import listed before the decision do not count, and
 * may wait to be fetched for long.
 */
function mayBeDone(
  { attempts, desired, createdAt }: MoveOperation,
  locations: readonly Location[],
  unread: ReadonlyMap<MailboxId, Date>,
): boolean {
  const missing = desired.filter((id) => !locations.some((place) => place.mailboxId === id))
  return attempts > 1 && missing.some((id) => (unread.get(id) ?? 0) >= createdAt)
}

/** Mailboxes with something on the ledger, and when the latest of it was listed. */
async function unreadMailboxes({
  deps,
  accountId,
}: FlushContext<FolderSession>): Promise<Map<MailboxId, Date>> {
  const rows = await deps.database.query<{ mailbox_id: MailboxId; listed_at: Date }>(
    `select mailbox_id, max(listed_at) as listed_at from sync_item
     where account_id = $1 and mailbox_id is not null group by mailbox_id`,
    [accountId],
  )
  return new Map(rows.map((row) => [row.mailbox_id, row.listed_at]))
}

function stepsFor(operation: MoveOperation, places: readonly Location[]): Step[] {
  const targetIds = new Set(operation.desired)
  const leaving = places.filter((place) => !targetIds.has(place.mailboxId))
  const missing = operation.desired.filter((id) => !places.some((place) => place.mailboxId === id))
  const staying = places.find((place) => targetIds.has(place.mailboxId))
  const moved = leaving.slice(0, missing.length)
  const source = staying ?? leaving[0]
  return [
    // A try that was cut may have marked a place deleted: nobody shall expunge it, and a copy would carry the mark.
    ...places.flatMap((place): Step[] => (operation.attempts > 1 ? [{ do: 'undelete', place }] : [])),
    // Copies first: their source may be a place that a move empties.
    ...missing
      .slice(moved.length)
      .flatMap((to): Step[] => (source ? [{ do: 'copy', place: source, to }] : [])),
    ...moved.map((place, index): Step => ({ do: 'move', place, to: missing[index] ?? place.mailboxId })),
    ...leaving.slice(missing.length).map((place): Step => ({ do: 'expunge', place })),
  ]
}

/** In order of `do`; each group is one command. */
function groups(steps: readonly Step[]): Step[][] {
  const order = { undelete: 0, copy: 1, move: 2, expunge: 3 }
  const sets = new Map<string, Step[]>()
  for (const step of [...steps].sort((a, b) => order[a.do] - order[b.do])) {
    const key = `${step.do}/${step.place.mailboxId}/${'to' in step ? step.to : ''}`
    sets.set(key, [...(sets.get(key) ?? []), step])
  }
  return [...sets.values()]
}

async function run(sending: FlushContext<FolderSession>, group: readonly Step[]): Promise<void> {
  const first = group[0]
  if (!first) return
  const paths = await pathsAtProvider(sending)
  const from = paths.get(first.place.mailboxId)
  const places = group.map((step) => step.place)
  if (from === undefined) return
  if (first.do === 'undelete') return undelete(sending, from, places)
  if (first.do === 'expunge') return expunge(sending, from, places)
  const to = paths.get(first.to)
  // Its creation was refused: nothing can be filed there, however often it is tried.
  if (to === undefined)
    throw new ProviderError('refused', `Mailbox ${first.to} does not exist at the provider`)
  if (first.do === 'copy') await copy(sending, places, from, first.to, to)
  else await move(sending, places, from, first.to, to)
}

async function undelete(
  sending: FlushContext<FolderSession>,
  path: string,
  places: readonly Location[],
): Promise<void> {
  const ids = getIds(places)
  const { gone } = await inFolder(sending, path, ids, () => sending.session.undelete(path, ids), {})
  for (const source of getMailboxes(places)) await loseSight(sending, source, gone)
}

async function copy(
  sending: FlushContext<FolderSession>,
  places: readonly Location[],
  from: string,
  mailboxId: MailboxId,
  to: string,
): Promise<void> {
  const ids = getIds(places)
  const work = () => sending.session.copy(from, ids, to)
  const { copied, gone } = await inFolder(sending, from, ids, work, { copied: new Map<string, string>() })
  for (const source of getMailboxes(places)) await loseSight(sending, source, gone)
  await follow(sending, places, mailboxId, copied, false)
}

/** Without a new id from the server the place goes missing, and the next look finds the message by its bytes. */
async function move(
  sending: FlushContext<FolderSession>,
  places: readonly Location[],
  from: string,
  mailboxId: MailboxId,
  to: string,
): Promise<void> {
  const ids = getIds(places)
  const work = () => sending.session.move(from, ids, to)
  const { moved } = await inFolder(sending, from, ids, work, { moved: new Map<string, string>() })
  await follow(sending, places, mailboxId, moved, true)
  const unknown = ids.filter((id) => !moved.has(id))
  for (const source of getMailboxes(places)) await loseSight(sending, source, unknown)
}

const getMailboxes = (places: readonly Location[]): Set<MailboxId> =>
  new Set(places.map((place) => place.mailboxId))

async function follow(
  { deps, accountId }: FlushContext<FolderSession>,
  places: readonly Location[],
  to: MailboxId,
  newIds: ReadonlyMap<string, string>,
  leaving: boolean,
): Promise<void> {
  const followed = places.flatMap((place) => {
    const id = newIds.get(providerId(place.remoteId))
    return id === undefined ? [] : [{ from: place.remoteId, to: remoteId(to, id), uid: parseUid(id) }]
  })
  await deps.database.transaction((tx) => followPlaces(tx, accountId, to, followed, leaving))
}

async function expunge(
  sending: FlushContext<FolderSession>,
  path: string,
  places: readonly Location[],
): Promise<void> {
  const ids = getIds(places)
  await inFolder(sending, path, ids, () => sending.session.expunge(path, ids), {})
  const cause = { actor: { kind: 'provider' as const }, verb: 'remove' }
  await sending.deps.changes.write(sending.accountId, cause, (change) =>
    leaveLocations(
      sending.deps.mail,
      change,
      places.map((place) => place.remoteId),
    ),
  )
}
