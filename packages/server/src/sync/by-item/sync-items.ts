import type { AccountId, MailboxId } from '@plmail/wire'
import {
  type AccountSession,
  type Item,
  type ItemPage,
  type Position,
  ProviderError,
} from '../../providers/contract/index.ts'
import { readCursor } from '../ledger/cursors.ts'
import type { FetchDeps } from '../ledger/sync-deps.ts'
import type { FolderFailure } from '../ledger/folder-trouble.ts'
import { placeByLocations } from '../ledger/follow-locations.ts'
import { type KnownMailbox, listMailboxes } from '../ledger/list-mailboxes.ts'
import { type AppliedPage, applyPage } from './apply-page.ts'
import { toOurMailboxes } from '../ledger/our-mailboxes.ts'
import { dropLostLabels, itemsUnder, selectStoredItems, markItemsMissing } from '../ledger/item-places.ts'

/** The results of syncing an account with lasting message ids. */
export interface ItemSync {
  mailboxes: KnownMailbox[]
  listed: number
  /** Folders that could not be read to their end, while others could. */
  failures: FolderFailure[]
  /** Why nothing of the account could be read. */
  trouble: ProviderError | undefined
}

export interface ItemReading {
  deps: FetchDeps
  accountId: AccountId
  session: AccountSession
  look: ItemSync
  signal: AbortSignal
}

/** Reads what changed under every cursor of the account; `afterPage` runs when one has brought something new. */
export async function syncItems(
  deps: FetchDeps,
  accountId: AccountId,
  session: AccountSession,
  signal: AbortSignal,
  afterPage: (mailboxes: KnownMailbox[]) => Promise<void>,
): Promise<ItemSync> {
  const mailboxes = await listMailboxes(deps, accountId, session)
  await dropLabels(deps, accountId)
  const look: ItemSync = { mailboxes, listed: 0, failures: [], trouble: undefined }
  const reading: ItemReading = { deps, accountId, session, look, signal }
  const cursors = session.cursors(mailboxes)
  const errors: ProviderError[] = []
  for (const cursor of cursors) {
    signal.throwIfAborted()
    try {
      const mailboxId = getMailbox(look, cursor)
      const position = await readCursor(deps.database, accountId, mailboxId)
      await readUnderCursor(reading, cursor, position, afterPage)
    } catch (error) {
      const failure = onlyThisCursor(error)
      errors.push(failure)
      const mailboxId = getMailbox(look, cursor)
      if (mailboxId !== null) look.failures.push({ mailboxId, error: failure })
    }
  }
  if (errors.length === cursors.length) look.trouble = errors[0]
  return look
}

/** A folder the provider will not open must not keep the others from being read; anything else ends the look. */
function onlyThisCursor(error: unknown): ProviderError {
  const kinds = ['refused', 'denied', 'gone', 'malformed', 'busy']
  if (error instanceof ProviderError && kinds.includes(error.kind)) return error
  throw error
}

/** Ours of the folder that a cursor reads; null where it reads the account. */
export const getMailbox = ({ mailboxes }: Pick<ItemSync, 'mailboxes'>, cursor: string | null) =>
  mailboxes.find((mailbox) => mailbox.remoteId === cursor)?.id ?? null

async function dropLabels(deps: FetchDeps, accountId: AccountId): Promise<void> {
  const cause = { actor: { kind: 'provider' as const }, verb: 'list-mailboxes' }
  await deps.changes.write(accountId, cause, async (change) => {
    await placeByLocations(deps.mail, change, await dropLostLabels(change.tx, accountId))
  })
}

/** Reads on from a position, or all there is where that is undefined; what is not named then is missing. */
export async function readUnderCursor(
  reading: ItemReading,
  cursor: string | null,
  position: Position | undefined,
  afterPage: (mailboxes: KnownMailbox[]) => Promise<void> = async () => {},
): Promise<AppliedPage> {
  const { deps, accountId, session, look, signal } = reading
  const mailboxId = getMailbox(look, cursor)
  const storedIds = await itemsUnder(deps.database, accountId, mailboxId)
  const isKnown = storedIds.size > 0
  let isWhole = position === undefined
  const named = new Set<string>()
  const sum: AppliedPage = { listed: 0, changed: 0 }
  for await (const page of session.pull(cursor, position, isKnown)) {
    signal.throwIfAborted()
    isWhole ||= page.reset
    for (const item of page.items) named.add(item.id)
    const unnamed = page.position && isWhole ? [...storedIds].filter((id) => !named.has(id)) : []
    const applied = await writePage(reading, mailboxId, isKnown, page, unnamed)
    sum.listed += applied.listed
    sum.changed += applied.changed
    look.listed += applied.listed
    if (applied.listed > 0) await afterPage(look.mailboxes)
  }
  return sum
}

async function writePage(
  reading: ItemReading,
  mailboxId: MailboxId | null,
  isKnown: boolean,
  page: ItemPage,
  unnamed: readonly string[],
): Promise<AppliedPage> {
  const { deps, accountId, look } = reading
  const complete = isKnown ? await fillIn(reading, page) : page
  const placeable = await withListedMailboxes(reading, complete)
  const cause = { actor: { kind: 'provider' as const }, verb: 'sync' }
  const ours = toOurMailboxes(look.mailboxes)
  const { result } = await deps.changes.write(accountId, cause, async (change) => {
    await markItemsMissing(change.tx, accountId, unnamed, mailboxId, change.at)
    return applyPage(deps.mail, change, mailboxId, placeable, ours)
  })
  return result
}

/**
 * A label may be younger than our list of them: then it is listed again. What lies in none that is listed even now is
 * asked for at the end, when everything has been read.
 */
async function withListedMailboxes(
  { deps, accountId, session, look }: ItemReading,
  page: ItemPage,
): Promise<ItemPage> {
  if (!page.items.some((item) => isElsewhere(item, look))) return page
  look.mailboxes = await listMailboxes(deps, accountId, session)
  const lost = page.items.filter((item) => isElsewhere(item, look)).map((item) => item.id)
  const storedItems = await selectStoredItems(deps.database, accountId, lost)
  return {
    ...page,
    items: page.items.filter((item) => !storedItems.has(item.id)),
    left: [...page.left, ...storedItems.keys()],
  }
}

function isElsewhere({ state }: Item, { mailboxes }: ItemSync): boolean {
  const listed = new Set(mailboxes.map((mailbox) => mailbox.remoteId))
  return state?.mailboxes.some((mailbox) => !listed.has(mailbox)) ?? false
}

/**
 * Fetches the states of stored messages that the provider reported as changed without saying how. Items for which it
 * has no answer are fetched once more when everything has been read.
 */
async function fillIn({ deps, accountId, session }: ItemReading, page: ItemPage): Promise<ItemPage> {
  const silent = page.items.filter((item) => item.state === undefined).map((item) => item.id)
  const storedIds = [...(await selectStoredItems(deps.database, accountId, silent)).keys()]
  if (storedIds.length === 0) return page
  const states = await session.states(storedIds)
  const deletedIds = storedIds.filter((id) => !states.has(id))
  const unanswered = storedIds.filter((id) => states.has(id) && states.get(id) === undefined)
  const items = page.items
    .filter((item) => !deletedIds.includes(item.id) && !unanswered.includes(item.id))
    .map((item) => (item.state ? item : { ...item, state: states.get(item.id) }))
  return { ...page, items, deleted: [...page.deleted, ...deletedIds], left: [...page.left, ...unanswered] }
}
