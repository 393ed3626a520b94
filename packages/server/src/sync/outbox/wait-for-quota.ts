import type { ProviderError } from '../../providers/contract/index.ts'
import { type Operation, putBack } from './operations.ts'
import type { FlushContext } from './flush-context.ts'

/** Long enough not to bother a server that is full, short enough to be there soon after somebody has made room. */
const againAfterMs = 10 * 60_000

/**
 * The mailbox has no room for a message that was made here: it stays here, and is put there once there is room. Taken
 * away, a draft that nobody else has would be lost. Its user is told once, with the server's words.
 */
export async function awaitRoom(
  { deps, accountId }: FlushContext,
  operation: Operation,
  error: ProviderError,
): Promise<void> {
  const cause = { actor: { kind: 'provider' as const }, verb: 'refused' }
  const { result: userId } = await deps.changes.write(accountId, cause, async (change) => {
    const dueAt = new Date(change.at.getTime() + againAfterMs)
    await putBack(change.tx, [operation.id], dueAt, 'The mailbox is full')
    return change.userId
  })
  deps.log.event('sync.mailbox-full', { accountId })
  if (operation.attempts > 1) return
  await deps.changes.announce(userId, {
    kind: 'notice',
    level: 'warning',
    problem: { problem: 'outbox/mailbox-full', serverText: error.detail ?? error.message },
  })
}
