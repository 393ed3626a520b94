import { type KnownMailbox, listMailboxes } from '../ledger/list-mailboxes.ts'
import type { AccountId, MailboxId } from '@plmail/wire'
import { type FolderSession, ProviderError } from '../../providers/contract/index.ts'
import { applyPull } from './apply-pull.ts'
import { type Cursor, readCursors, touchCursors } from '../ledger/cursors.ts'
import type { FetchDeps } from '../ledger/sync-deps.ts'
import { locationsIn } from '../ledger/locations.ts'
import { providerId } from '../ledger/remote-ids.ts'

/** One pass over all mailboxes of an account. */
export interface FolderSync {
  mailboxes: KnownMailbox[]
  listed: number
  /** Something was put into a mailbox since it was looked at before: a message may have been on its way meanwhile. */
  grew: boolean
  /** False when some mailbox could not be read to its end; then nothing may be taken for deleted. */
  complete: boolean
  /** Why the first of the mailboxes that could not be read at all could not. */
  trouble: ProviderError | undefined
}

/** Pulls every mailbox whose fingerprint differs; `afterEach` runs when one has brought something new. */
export async function syncFolders(
  deps: FetchDeps,
  accountId: AccountId,
  session: FolderSession,
  signal: AbortSignal,
  afterEach: (mailboxes: KnownMailbox[], mailbox: KnownMailbox) => Promise<void>,
): Promise<FolderSync> {
  const listedAt = deps.clock.now()
  const mailboxes = await listMailboxes(deps, accountId, session)
  const cursors = await readCursors(deps.database, accountId)
  const look: FolderSync = { mailboxes, listed: 0, grew: false, complete: true, trouble: undefined }
  const isUnchanged = ({ id, fingerprint }: KnownMailbox) =>
    fingerprint !== null && cursors.get(id)?.fingerprint === fingerprint
  const unchanged = mailboxes.filter(isUnchanged).map((mailbox) => mailbox.id)
  await touchCursors(deps.database, accountId, unchanged, listedAt)
  for (const mailbox of mailboxes) {
    signal.throwIfAborted()
    const cursor = cursors.get(mailbox.id)
    if (isUnchanged(mailbox)) continue
    const pulled = await pullOne(deps, accountId, session, mailbox, cursor).catch(onlyThisMailbox)
    if (pulled instanceof ProviderError) {
      look.complete = false
      look.trouble ??= pulled
      continue
    }
    look.listed += pulled.listed
    look.grew ||= pulled.grew
    look.complete &&= pulled.complete
    if (pulled.listed > 0) await afterEach(mailboxes, mailbox)
  }
  return look
}

/** A folder the server will not open must not keep the others from being read; anything else ends the look. */
function onlyThisMailbox(error: unknown): ProviderError {
  const kinds = ['refused', 'gone', 'malformed', 'busy']
  if (error instanceof ProviderError && kinds.includes(error.kind)) return error
  throw error
}

async function pullOne(
  deps: FetchDeps,
  accountId: AccountId,
  session: FolderSession,
  mailbox: KnownMailbox,
  cursor: Cursor | undefined,
): Promise<{ listed: number; grew: boolean; complete: boolean }> {
  const storedIds = { all: () => selectRemoteIds(deps, accountId, mailbox.id) }
  const pull = await session.pull(mailbox.remoteId, cursor?.position, storedIds)
  const cause = { actor: { kind: 'provider' as const }, verb: 'sync' }
  const written = await deps.changes.write(accountId, cause, (change) =>
    applyPull(deps.mail, change, mailbox, pull, cursor === undefined),
  )
  return { listed: written.result, grew: pull.grew, complete: pull.complete }
}

async function selectRemoteIds(
  deps: FetchDeps,
  accountId: AccountId,
  mailboxId: MailboxId,
): Promise<Map<string, readonly string[]>> {
  const locations = await locationsIn(deps.database, accountId, mailboxId)
  const waiting = await deps.database.query<{ remote_id: string }>(
    `select remote_id from sync_item where account_id = $1 and mailbox_id = $2`,
    [accountId, mailboxId],
  )
  return new Map<string, readonly string[]>([
    ...waiting.map((row) => [providerId(row.remote_id), []] as const),
    ...locations.map((place) => [providerId(place.remoteId), place.keywords] as const),
  ])
}
