import type { AccountId } from '@plmail/wire'
import type { RunContext } from '../../jobs/index.ts'
import { type MailSession, ProviderError } from '../../providers/contract/index.ts'
import { accountJob, flushOutbox, syncAccount } from '../sync-jobs.ts'
import { backOff } from '../observe.ts'
import { awaitRoom } from './wait-for-quota.ts'
import { appendItems } from './by-item/append-items.ts'
import { destroyItems } from './by-item/destroy-items.ts'
import { markItems } from './by-item/mark-items.ts'
import { placeItems } from './by-item/place-items.ts'
import { claimDue, needsLook, nextOperation, type Operation, putBack, recoverSending } from './operations.ts'
import { refuse } from './refuse-operation.ts'
import type { FlushDeps, Send, FlushContext } from './flush-context.ts'
import { sendAppends } from './by-folder/send-appends.ts'
import { sendDestroys } from './by-folder/send-destroys.ts'
import { sendKeywords } from './by-folder/send-keywords.ts'
import {
  sendCreations,
  sendRemovals,
  sendRenames,
  sendSubscriptions,
  waitForPlaces,
} from './send-mailboxes.ts'
import { sendMoves } from './by-folder/send-moves.ts'

const claimLimit = 500

/**
 * Sends everything that is due: new folders first, since mail may go there, then new messages, then keywords while messages
 * are where they were, then moves, then deletions, of messages first and of folders last. Safe to run twice: setting a keyword twice changes nothing,
 * and before a move is tried again a look tells how far the first try came.
 */
export async function flushAccount(
  deps: FlushDeps,
  accountId: AccountId,
  session: MailSession,
  context: RunContext,
): Promise<void> {
  const sending = { deps, accountId, session }
  await deps.database.transaction((tx) => recoverSending(tx, accountId, deps.clock.now()))
  if (await needsLook(deps.database, accountId, deps.clock.now()))
    await deps.syncAccount(accountId, session, context)
  let sent = 0
  for (;;) {
    context.signal.throwIfAborted()
    const operations = await claimDue(deps.database, accountId, deps.clock.now(), claimLimit)
    if (operations.length === 0) break
    await sendAll(sending, await waitForPlaces(sending, operations))
    sent += operations.length
  }
  await queueNext(sending)
  if (sent === 0) return
  // What the provider made of it is read back; equal values are recognised as our own and change nothing.
  await deps.jobs.enqueue(undefined, syncAccount, { accountId }, accountJob(syncAccount, accountId))
}

async function sendAll(sending: FlushContext<MailSession>, operations: readonly Operation[]): Promise<void> {
  const left = new Set(operations.map((operation) => operation.id))
  try {
    for (const [send, set] of inOrder(sendersFor(sending), operations)) {
      if (set.length === 0) continue
      await sendSet(sending, send, set)
      for (const operation of set) left.delete(operation.id)
    }
  } catch (error) {
    const attempts = Math.max(...operations.map((operation) => operation.attempts))
    const dueAt = backOff(sending.deps.clock.now(), attempts)
    await putBack(
      sending.deps.database,
      [...left],
      dueAt,
      error instanceof Error ? error.message : String(error),
    )
    throw error
  }
}

/** The senders of operations on messages; they depend on how the provider identifies messages. */
interface Senders {
  append: Send
  mark: Send
  move: Send
  destroy: Send
}

function sendersFor({ session, ...rest }: FlushContext<MailSession>): Senders {
  const within =
    <S extends MailSession>(own: S) =>
    (send: Send<S>): Send =>
    (_sending, set) =>
      send({ ...rest, session: own }, set)
  if (session.names === 'in-account') {
    const as = within(session)
    return {
      append: as(appendItems),
      mark: as(markItems),
      move: as(placeItems),
      destroy: as(destroyItems),
    }
  }
  const as = within(session)
  return { append: as(sendAppends), mark: as(sendKeywords), move: as(sendMoves), destroy: as(sendDestroys) }
}

function inOrder(senders: Senders, operations: readonly Operation[]): Array<[Send, Operation[]]> {
  const of = (matches: (field: string) => boolean) =>
    operations.filter((operation) => matches(operation.field))
  return [
    [sendCreations, of((field) => field === 'create-mailbox')],
    [sendRenames, of((field) => field === 'rename-mailbox')],
    [sendSubscriptions, of((field) => field === 'subscribe-mailbox')],
    [senders.append, of((field) => field === 'append')],
    ...keywordSets(
      senders.mark,
      of((field) => field.startsWith('keyword:')),
    ),
    [senders.move, of((field) => field === 'mailboxes')],
    [senders.destroy, of((field) => field === 'destroy')],
    [sendRemovals, of((field) => field === 'destroy-mailbox')],
  ]
}

/** One set per keyword and value, so that a refused keyword does not take others down with it. */
function keywordSets(mark: Send, operations: readonly Operation[]): Array<[Send, Operation[]]> {
  const sets = new Map<string, Operation[]>()
  for (const operation of operations) {
    const key = `${operation.field}=${String(operation.desired)}`
    sets.set(key, [...(sets.get(key) ?? []), operation])
  }
  return [...sets.values()].map((set) => [mark, set])
}

/** A set the server refuses is sent one by one, so that only what it really refuses is rolled back. */
async function sendSet(sending: FlushContext, send: Send, set: readonly Operation[]): Promise<void> {
  try {
    await send(sending, set)
  } catch (error) {
    if (!(error instanceof ProviderError) || !isFinal(error)) throw error
    const [first, ...more] = set
    if (first && more.length === 0 && first.field === 'append' && error.isFull)
      await awaitRoom(sending, first, error)
    else if (more.length === 0) await refuse(sending, set, error)
    else for (const operation of set) await sendSet(sending, send, [operation])
  }
}

async function queueNext({ deps, accountId }: FlushContext): Promise<void> {
  const due = await nextOperation(deps.database, accountId)
  if (!due) return
  await deps.jobs.enqueue(
    undefined,
    flushOutbox,
    { accountId },
    { ...accountJob(flushOutbox, accountId), runAt: due },
  )
}

/** Trying again would be answered the same: the server will not do it, or the folder is not there any more. */
const isFinal = (error: ProviderError): boolean => error.kind === 'refused' || error.kind === 'gone'
