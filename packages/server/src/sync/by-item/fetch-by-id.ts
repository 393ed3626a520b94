import type { AccountId } from '@plmail/wire'
import type { AccountSession, FetchedItem } from '../../providers/contract/index.ts'
import { batches, isGivenUp } from '../ledger/fetch-attempts.ts'
import type { FetchDeps } from '../ledger/sync-deps.ts'
import { type LedgerItem, postpone, settleItems } from '../ledger/ledger-items.ts'
import { listMailboxes } from '../ledger/list-mailboxes.ts'
import { providerId } from '../ledger/remote-ids.ts'
import { stubFor } from '../ledger/message-stub.ts'
import type { StandIn } from '../ledger/unfetched-items.ts'
import { getMailboxes, type OurMailboxes, toOurMailboxes } from '../ledger/our-mailboxes.ts'
import { randomItems } from '../ledger/item-places.ts'
import { type IncomingItem, storeItems } from './store-items.ts'

export interface ItemTarget {
  accountId: AccountId
  session: AccountSession
  ours: OurMailboxes
  /** Whether a fetched message may be one created locally, or one whose stored place was lost. */
  mayBeHere: boolean
}

type Read = Exclude<FetchedItem, { kind: 'failed' }>
type Failure = Extract<FetchedItem, { kind: 'failed' }>
type Unprepared = Omit<IncomingItem, 'prepared'> & { raw: Buffer }

/**
 * Fetches ledger items and stores them. One that is not handed out costs itself alone: it is counted and postponed, and
 * at last something stands in for it. Throws when it is the account that cannot be read.
 */
export async function fetchByIds(
  deps: FetchDeps,
  target: ItemTarget,
  items: readonly LedgerItem[],
): Promise<void> {
  const byId = new Map(items.map((item) => [providerId(item.remoteId), item]))
  const failures: Failure[] = []
  let storing: Promise<void> = Promise.resolve()
  let isAnyRead = false
  for await (const batch of batches(target.session.fetch([...byId.keys()]))) {
    const read = batch.filter((fetched): fetched is Read => fetched.kind !== 'failed')
    failures.push(...batch.filter((fetched): fetched is Failure => fetched.kind === 'failed'))
    isAnyRead ||= read.length > 0
    // The next batch comes in over the wire while this one is parsed and written.
    await storing
    storing = storeBatch(deps, target, read, byId)
    storing.catch(() => {})
  }
  await storing
  if (failures.length === 0) return
  if (!isAnyRead) await throwTroubleOfAccount(deps, target, failures)
  await countFailures(deps, target, failures, byId)
}

async function storeBatch(
  deps: FetchDeps,
  target: ItemTarget,
  batch: readonly Read[],
  byId: ReadonlyMap<string, LedgerItem>,
): Promise<void> {
  const messages: Unprepared[] = []
  const gone: string[] = []
  const ours = await allOf(deps, target, batch)
  for (const fetched of batch) {
    const item = byId.get(fetched.id)
    if (!item) continue
    if (fetched.kind === 'gone') gone.push(item.remoteId)
    else if (getMailboxes(fetched, ours).length === 0) await later(deps, target, item)
    else messages.push(toUnprepared(fetched))
  }
  if (gone.length > 0) await deps.database.transaction((tx) => settleItems(tx, target.accountId, gone))
  await store(deps, { ...target, ours }, messages)
}

function toUnprepared(fetched: Extract<FetchedItem, { kind: 'message' }>): Unprepared {
  const { id, raw, receivedAt, mailboxes, keywords, rebuiltBecause: reason } = fetched
  const standIn: StandIn | undefined = reason === undefined ? undefined : { kind: 'rebuilt', reason }
  return { id, raw, receivedAt, standIn, state: { mailboxes, keywords } }
}

async function store(deps: FetchDeps, target: ItemTarget, messages: readonly Unprepared[]): Promise<void> {
  const prepared = await deps.mail.ingest.prepare(messages.map((message) => message.raw))
  const incoming = messages.flatMap(({ raw: _raw, ...message }, index): IncomingItem[] => {
    const ready = prepared[index]
    return ready ? [{ ...message, prepared: ready }] : []
  })
  if (incoming.length > 0) await storeItems(deps, target, incoming, target.mayBeHere)
}

/** Our mailboxes, listed again when a message lies in one that is younger than the list. */
async function allOf(
  deps: FetchDeps,
  { accountId, session, ours }: ItemTarget,
  batch: readonly Read[],
): Promise<OurMailboxes> {
  const isKnown = batch.every(
    (fetched) => fetched.kind !== 'message' || fetched.mailboxes.every((mailbox) => ours.has(mailbox)),
  )
  return isKnown ? ours : toOurMailboxes(await listMailboxes(deps, accountId, session))
}

const relistMilliseconds = 30_000

function later({ database, clock }: FetchDeps, { accountId }: ItemTarget, item: LedgerItem): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + relistMilliseconds)
  return postpone(database, accountId, item.remoteId, 'Its mailbox is not listed', dueAt)
}

const maxProbes = 3

/**
 * Nothing of what was asked for could be read. Messages that are here already tell whether that is the account's trouble
 * or that of these messages.
 */
async function throwTroubleOfAccount(
  { database }: FetchDeps,
  { accountId, session }: ItemTarget,
  failures: readonly Failure[],
): Promise<void> {
  const trouble = failures.find((failure) => failure.trouble)?.trouble
  if (!trouble || !failures.every((failure) => failure.trouble)) return
  const failedIds = failures.map((failure) => failure.id)
  const probes = await randomItems(database, accountId, maxProbes, failedIds)
  if (probes.length === 0 && failures.length === 1) return
  const states = await session.states(probes)
  const isAnswered = probes.some((id) => !states.has(id) || states.get(id) !== undefined)
  if (!isAnswered) throw trouble
}

async function countFailures(
  deps: FetchDeps,
  target: ItemTarget,
  failures: readonly Failure[],
  byId: ReadonlyMap<string, LedgerItem>,
): Promise<void> {
  for (const { id, reason } of failures) {
    const item = byId.get(id)
    if (!item || !(await isGivenUp(deps, target.accountId, item, reason))) continue
    const rebuilt = await target.session.rebuild?.(id)
    if (rebuilt?.kind === 'message') await store(deps, target, [toUnprepared(rebuilt)])
    else await store(deps, target, [toStub(item, reason, deps.clock.now())])
  }
}

/** Without mailboxes, since nobody said where it lies: it is shown in the Inbox. */
function toStub(item: LedgerItem, reason: string, now: Date): Unprepared {
  const { raw, receivedAt } = stubFor(item, reason, now)
  const state = { mailboxes: [], keywords: [] }
  return { id: providerId(item.remoteId), raw, receivedAt, state, standIn: { kind: 'stub', reason } }
}
