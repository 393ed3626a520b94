import type { AccountId, MailboxId } from '@plmail/wire'
import {
  type AccountSession,
  type Item,
  type ItemPage,
  ProviderError,
} from '../../../providers/contract/index.ts'
import { readCursor } from '../cursors.ts'
import type { FetchDeps } from '../fetch-items.ts'
import { placeByLocations } from '../follow-locations.ts'
import { type KnownMailbox, listMailboxes } from '../look.ts'
import { applyPage, type OurMailboxes } from './apply-page.ts'
import { dropLostLabels, itemsUnder, knownItems, markItemsMissing } from './item-places.ts'

/** What a look at an account with lasting message ids has read. */
export interface ItemLook {
  mailboxes: KnownMailbox[]
  listed: number
  /** False when something could not be read to its end; then nothing may be taken for deleted. */
  complete: boolean
  trouble: ProviderError | undefined
}

/** Reads what changed under every cursor of the account; `afterPage` runs when one has brought something new. */
export async function lookAtItems(
  deps: FetchDeps,
  accountId: AccountId,
  session: AccountSession,
  signal: AbortSignal,
  afterPage: (mailboxes: KnownMailbox[]) => Promise<void>,
): Promise<ItemLook> {
  const mailboxes = await listMailboxes(deps, accountId, session)
  await dropLabels(deps, accountId)
  const look: ItemLook = { mailboxes, listed: 0, complete: true, trouble: undefined }
  for (const cursor of session.cursors(mailboxes)) {
    signal.throwIfAborted()
    try {
      await readOne(deps, accountId, session, cursor, look, signal, afterPage)
    } catch (error) {
      look.trouble ??= onlyThisCursor(error)
      look.complete = false
    }
  }
  return look
}

/** A folder the provider will not open must not keep the others from being read; anything else ends the look. */
function onlyThisCursor(error: unknown): ProviderError {
  const kinds = ['refused', 'gone', 'malformed', 'busy']
  if (error instanceof ProviderError && kinds.includes(error.kind)) return error
  throw error
}

async function dropLabels(deps: FetchDeps, accountId: AccountId): Promise<void> {
  const cause = { actor: { kind: 'provider' as const }, verb: 'list-mailboxes' }
  await deps.changes.write(accountId, cause, async (change) => {
    await placeByLocations(deps.mail, change, await dropLostLabels(change.tx, accountId))
  })
}

async function readOne(
  deps: FetchDeps,
  accountId: AccountId,
  session: AccountSession,
  cursor: string | null,
  look: ItemLook,
  signal: AbortSignal,
  afterPage: (mailboxes: KnownMailbox[]) => Promise<void>,
): Promise<void> {
  const under = look.mailboxes.find((one) => one.remoteId === cursor)?.id ?? null
  const position = await readCursor(deps.database, accountId, under)
  const known = await itemsUnder(deps.database, accountId, under)
  const isKnown = known.size > 0
  let isWhole = position === undefined
  const named = new Set<string>()
  for await (const page of session.pull(cursor, position, isKnown)) {
    signal.throwIfAborted()
    isWhole ||= page.reset
    for (const item of page.items) named.add(item.id)
    const stated = isKnown ? await fillIn(deps, accountId, session, page) : page
    const told = await placed(deps, accountId, session, look, stated)
    const unnamed = page.position && isWhole ? [...known].filter((id) => !named.has(id)) : []
    const cause = { actor: { kind: 'provider' as const }, verb: 'sync' }
    const ours = oursOf(look.mailboxes)
    const written = await deps.changes.write(accountId, cause, async (change) => {
      await markItemsMissing(change.tx, accountId, unnamed, under, change.at)
      return applyPage(deps.mail, change, under, told, ours)
    })
    look.listed += written.result
    if (written.result > 0) await afterPage(look.mailboxes)
  }
}

/**
 * A label may be younger than our list of them: then it is listed again. What lies in none that is listed even now is
 * asked for at the end, when everything has been read.
 */
async function placed(
  deps: FetchDeps,
  accountId: AccountId,
  session: AccountSession,
  look: ItemLook,
  page: ItemPage,
): Promise<ItemPage> {
  if (!page.items.some((item) => isElsewhere(item, look))) return page
  look.mailboxes = await listMailboxes(deps, accountId, session)
  const lost = page.items.filter((item) => isElsewhere(item, look)).map((item) => item.id)
  const known = await knownItems(deps.database, accountId, lost)
  return {
    ...page,
    items: page.items.filter((item) => !known.has(item.id)),
    left: [...page.left, ...known.keys()],
  }
}

function isElsewhere({ state }: Item, { mailboxes }: ItemLook): boolean {
  const listed = new Set(mailboxes.map((one) => one.remoteId))
  return state?.mailboxes.some((mailbox) => !listed.has(mailbox)) ?? false
}

/** Where the provider said that something changed about a message that is here, and not what, it is asked. */
async function fillIn(
  deps: FetchDeps,
  accountId: AccountId,
  session: AccountSession,
  page: ItemPage,
): Promise<ItemPage> {
  const silent = page.items.filter((item) => item.state === undefined).map((item) => item.id)
  const known = [...(await knownItems(deps.database, accountId, silent)).keys()]
  if (known.length === 0) return page
  const states = await session.states(known)
  const gone = known.filter((id) => !states.has(id))
  const items = page.items
    .filter((item) => !gone.includes(item.id))
    .map((item) => (item.state ? item : { ...item, state: states.get(item.id) }))
  return { ...page, items, deleted: [...page.deleted, ...gone] }
}

export const oursOf = (mailboxes: ReadonlyArray<{ id: MailboxId; remoteId: string | null }>): OurMailboxes =>
  new Map(mailboxes.flatMap((one) => (one.remoteId === null ? [] : [[one.remoteId, one.id] as const])))
