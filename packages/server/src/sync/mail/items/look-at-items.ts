import type { AccountId, MailboxId } from '@plmail/wire'
import { type AccountSession, ProviderError } from '../../../providers/contract/index.ts'
import { readCursor } from '../cursors.ts'
import type { FetchDeps } from '../fetch-items.ts'
import { placeByLocations } from '../follow-locations.ts'
import { type KnownMailbox, listMailboxes } from '../look.ts'
import { applyPage, type OurMailboxes } from './apply-page.ts'
import { dropLostLabels, itemsUnder, markItemsMissing } from './item-places.ts'

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
    const unnamed = page.position && isWhole ? [...known].filter((id) => !named.has(id)) : []
    const cause = { actor: { kind: 'provider' as const }, verb: 'sync' }
    const ours = oursOf(look.mailboxes)
    const written = await deps.changes.write(accountId, cause, async (change) => {
      await markItemsMissing(change.tx, accountId, unnamed, under, change.at)
      return applyPage(deps.mail, change, under, page, ours)
    })
    look.listed += written.result
    if (written.result > 0) await afterPage(look.mailboxes)
  }
}

export const oursOf = (mailboxes: ReadonlyArray<{ id: MailboxId; remoteId: string | null }>): OurMailboxes =>
  new Map(mailboxes.flatMap((one) => (one.remoteId === null ? [] : [[one.remoteId, one.id] as const])))
