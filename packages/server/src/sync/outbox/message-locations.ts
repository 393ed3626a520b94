import type { MailboxId, MessageId } from '@plmail/wire'
import { type FolderSession, ProviderError } from '../../providers/contract/index.ts'
import { type Location, locationsOfOperations, markMissing } from '../ledger/locations.ts'
import { providerId, remoteId } from '../ledger/remote-ids.ts'
import { backOff } from '../observe.ts'
import { confirm, type Operation, putBack, unfulfilled, unplaced } from './operations.ts'
import type { FlushContext } from './flush-context.ts'

/**
 * Returns the places of the messages of operations, by operation: a thread merge may have given a message a new id
 * since the operation was claimed. Missing places are left out: nothing can be sent there.
 */
export async function selectLocations(
  { deps, accountId }: FlushContext,
  operations: readonly Operation[],
): Promise<Map<number, Location[]>> {
  const ids = operations.map((operation) => operation.id)
  const places = new Map<number, Location[]>()
  for (const { operationId, place } of await locationsOfOperations(deps.database, accountId, ids)) {
    if (!place.isMissing) places.set(operationId, [...(places.get(operationId) ?? []), place])
  }
  return places
}

/** Our mailboxes' paths at the provider; a folder not created there yet has none. */
export async function pathsAtProvider({ deps, accountId }: FlushContext): Promise<Map<MailboxId, string>> {
  const mailboxes = await deps.mail.mailboxes.selectMailboxes(accountId)
  return new Map(mailboxes.flatMap((m) => (m.remoteId === null ? [] : [[m.id, m.remoteId] as const])))
}

/** Provider ids by mailbox, for one command per folder. */
export function byMailbox(places: Iterable<Location>): Map<MailboxId, Location[]> {
  const groups = new Map<MailboxId, Location[]>()
  for (const place of places) groups.set(place.mailboxId, [...(groups.get(place.mailboxId) ?? []), place])
  return groups
}

export const getIds = (places: readonly Location[]): string[] =>
  places.map((place) => providerId(place.remoteId))

/** Marks places that the server no longer has; a sync finds the message elsewhere or sees that it was deleted. */
export async function loseSight(
  { deps, accountId }: FlushContext,
  mailboxId: MailboxId,
  gone: readonly string[],
): Promise<void> {
  if (gone.length === 0) return
  const remoteIds = gone.map((id) => remoteId(mailboxId, id))
  await deps.database.transaction((tx) => markMissing(tx, accountId, remoteIds, deps.clock.now()))
}

/**
 * Runs a command on messages of a folder. When the folder itself is gone so are all of them: another client may have
 * renamed it, and then a look finds them again.
 */
export async function inFolder<T>(
  { session }: FlushContext<FolderSession>,
  path: string,
  ids: readonly string[],
  command: () => Promise<T & { gone: string[] }>,
  nothing: T,
): Promise<T & { gone: string[] }> {
  try {
    return await command()
  } catch (error) {
    if (!isGone(error)) throw error
    const isThere = await session.probe(path, []).then(
      () => true,
      (probed: unknown) => !isGone(probed),
    )
    if (isThere) throw error
    return { ...nothing, gone: [...ids] }
  }
}

const isGone = (error: unknown): boolean => error instanceof ProviderError && error.kind === 'gone'

/**
 * Confirms what the server has fulfilled. The rest waits for a look to tell where its message is: a decision made
 * here is given up only when the message itself is gone. `deleted`: messages whose copy in Sent was among what was
 * deleted a moment ago; given only where the provider files that copy itself, so that a deletion may have to wait for it.
 */
export async function conclude(
  sending: FlushContext,
  operations: readonly Operation[],
  deleted?: ReadonlySet<MessageId>,
): Promise<void> {
  const { deps } = sending
  const ids = operations.map((operation) => operation.id)
  const awaiting = await awaitingCopy(sending, operations, deleted)
  await deps.database.transaction(async (tx) => {
    const open = new Set([...(await unfulfilled(tx, ids)), ...awaiting])
    await confirm(
      tx,
      ids.filter((id) => !open.has(id)),
    )
    for (const { id, attempts } of operations) {
      if (!open.has(id)) continue
      const reason = awaiting.has(id)
        ? 'Its copy in Sent is not listed yet'
        : 'The message is not where it was'
      await putBack(tx, [id], backOff(deps.clock.now(), attempts), reason)
    }
  })
}

/** A copy that has not come by then is not coming: `sendMail` may take a message and drop it. */
const maxWaitMilliseconds = 86_400_000

/**
 * Decisions about messages that the provider has sent, whose draft is gone there and whose copy in Sent nobody has
 * listed yet. That such a message goes to Sent is the provider's own doing, and is done. Of a message that was deleted
 * here only its deletion waits: the copy goes with whatever else was decided about it.
 */
async function awaitingCopy(
  { deps, accountId }: FlushContext,
  operations: readonly Operation[],
  deleted: ReadonlySet<MessageId> | undefined,
): Promise<ReadonlySet<number>> {
  const since = deps.clock.now().getTime() - maxWaitMilliseconds
  const sent = (await deps.mail.mailboxes.selectMailboxes(accountId)).find((box) => box.role === 'sent')
  const isFiling = (operation: Operation) =>
    operation.field === 'mailboxes' && operation.desired.length === 1 && operation.desired[0] === sent?.id
  const mayWait = (operation: Operation) => operation.field !== 'destroy' || deleted !== undefined
  const recent = operations.filter(
    (operation) => mayWait(operation) && !isFiling(operation) && operation.createdAt.getTime() >= since,
  )
  if (recent.length === 0) return new Set()
  const without = await unplaced(
    deps.database,
    recent.map(({ id }) => id),
  )
  if (without.length === 0) return new Set()
  const messageIds = without.map(({ messageId }) => messageId)
  const submitted = await deps.mail.provided.submitted(accountId, messageIds)
  const emails = await deps.mail.read.emails(accountId, messageIds, false)
  const living = new Set(emails.map((email) => email.id))
  const destroys = new Set(recent.flatMap(({ id, field }) => (field === 'destroy' ? [id] : [])))
  const isAwaited = ({ id, messageId }: { id: number; messageId: MessageId }) =>
    submitted.has(messageId) && !deleted?.has(messageId) && (destroys.has(id) || living.has(messageId))
  return new Set(without.filter(isAwaited).map(({ id }) => id))
}
