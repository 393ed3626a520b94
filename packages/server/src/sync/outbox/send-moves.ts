import type { AccountId, MailboxId } from '@plmail/wire'
import type { Tx } from '../../store/index.ts'
import { settleItems } from '../mail/ledger.ts'
import { addLocations, dropLocations, type Location, markMissing } from '../mail/locations.ts'
import { providerId, remoteId, uidOf } from '../mail/remote-ids.ts'
import { messagesOf, type Send, type Sending } from './sending.ts'
import { confirm, type Operation } from './operations.ts'
import { idsOf, pathsAtProvider, placesOf } from './places.ts'

type MoveOperation = Extract<Operation, { field: 'mailboxes' }>

/** What has to happen to one place so that its message ends up where it should be. */
type Step =
  | { do: 'move'; place: Location; to: MailboxId }
  | { do: 'copy'; place: Location; to: MailboxId }
  | { do: 'expunge'; place: Location }

/**
 * Brings messages to the mailboxes decided on: one MOVE per pair of folders, COPY for additional ones,
 * EXPUNGE for those left. Steps are computed from where a message is now, not from where it was when
 * the decision was made, so a repeated run only does what is left to do.
 */
export const sendMoves: Send = async (sending, operations) => {
  const moves = operations.filter((one): one is MoveOperation => one.field === 'mailboxes')
  const places = await placesOf(sending, messagesOf(moves))
  const steps = moves.flatMap((operation) => stepsFor(operation, places.get(operation.messageId) ?? []))
  for (const group of groups(steps)) await run(sending, group)
  await sending.deps.database.transaction((tx) =>
    confirm(
      tx,
      moves.map((operation) => operation.id),
    ),
  )
}

export function stepsFor(operation: MoveOperation, places: readonly Location[]): Step[] {
  const wanted = new Set(operation.desired)
  const leaving = places.filter((place) => !wanted.has(place.mailboxId))
  const missing = operation.desired.filter((id) => !places.some((place) => place.mailboxId === id))
  const staying = places.find((place) => wanted.has(place.mailboxId))
  const moved = leaving.slice(0, missing.length)
  const source = staying ?? leaving[0]
  return [
    // Copies first: their source may be a place that a move empties.
    ...missing
      .slice(moved.length)
      .flatMap((to): Step[] => (source ? [{ do: 'copy', place: source, to }] : [])),
    ...moved.map((place, index): Step => ({ do: 'move', place, to: missing[index] ?? place.mailboxId })),
    ...leaving.slice(missing.length).map((place): Step => ({ do: 'expunge', place })),
  ]
}

/** Copies, then moves, then deletions; each group is one command. */
function groups(steps: readonly Step[]): Step[][] {
  const order = { copy: 0, move: 1, expunge: 2 }
  const sets = new Map<string, Step[]>()
  for (const step of [...steps].sort((a, b) => order[a.do] - order[b.do])) {
    const key = `${step.do}/${step.place.mailboxId}/${'to' in step ? step.to : ''}`
    sets.set(key, [...(sets.get(key) ?? []), step])
  }
  return [...sets.values()]
}

async function run(sending: Sending, group: readonly Step[]): Promise<void> {
  const first = group[0]
  if (!first) return
  const paths = await pathsAtProvider(sending)
  const from = paths.get(first.place.mailboxId)
  const places = group.map((step) => step.place)
  if (from === undefined) return
  if (first.do === 'expunge') return expunge(sending, from, places)
  const to = paths.get(first.to)
  if (to === undefined) throw new Error(`Mailbox ${first.to} has no place at the provider yet`)
  if (first.do === 'copy') {
    const { copied } = await sending.session.copy(from, idsOf(places), to)
    await sending.deps.database.transaction((tx) => record(tx, sending.accountId, places, first.to, copied))
  } else {
    const { moved } = await sending.session.move(from, idsOf(places), to)
    // Both at once: a message without any place would arrive a second time when its new one is listed.
    await sending.deps.database.transaction(async (tx) => {
      await leave(tx, sending, places, moved)
      await record(tx, sending.accountId, places, first.to, moved)
    })
  }
}

async function record(
  tx: Tx,
  accountId: AccountId,
  places: readonly Location[],
  to: MailboxId,
  newIds: ReadonlyMap<string, string>,
): Promise<void> {
  const arrived = places.flatMap((place) => {
    const id = newIds.get(providerId(place.remoteId))
    if (id === undefined) return []
    const { messageId, keywords } = place
    return [{ remoteId: remoteId(to, id), messageId, mailboxId: to, uid: uidOf(id), keywords }]
  })
  await addLocations(tx, accountId, arrived)
  // The pull may already have listed what we put there ourselves.
  await settleItems(
    tx,
    accountId,
    arrived.map((one) => one.remoteId),
  )
}

/** Without a new id from the server the place goes missing, and the next look finds the message by its bytes. */
async function leave(
  tx: Tx,
  { deps, accountId }: Sending,
  places: readonly Location[],
  moved: ReadonlyMap<string, string>,
): Promise<void> {
  const known = places.filter((place) => moved.has(providerId(place.remoteId)))
  const unknown = places.filter((place) => !moved.has(providerId(place.remoteId)))
  await dropLocations(
    tx,
    accountId,
    known.map((place) => place.remoteId),
  )
  await markMissing(
    tx,
    accountId,
    unknown.map((place) => place.remoteId),
    deps.clock.now(),
  )
}

async function expunge(sending: Sending, path: string, places: readonly Location[]): Promise<void> {
  await sending.session.expunge(path, idsOf(places))
  await sending.deps.database.transaction((tx) =>
    dropLocations(
      tx,
      sending.accountId,
      places.map((place) => place.remoteId),
    ),
  )
}
