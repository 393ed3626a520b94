import type { MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Mail } from '../../mail/index.ts'
import type { ProviderError } from '../../providers/contract/index.ts'
import type { Sending } from './sending.ts'
import { inheritBase, markRefused, type Operation } from './operations.ts'

/**
 * The server will not have it: the change is taken back here, and the user is told in a sentence with the server's
 * words. When a newer decision about the same field already waits, that one stands and nothing is taken back.
 */
export async function refuse(
  { deps, accountId }: Sending,
  operations: readonly Operation[],
  error: ProviderError,
): Promise<void> {
  const words = error.detail ?? error.message
  const cause = { actor: { kind: 'provider' as const }, verb: 'refused' }
  const written = await deps.changes.write(accountId, cause, async (change) => {
    for (const operation of operations) {
      const isSuperseded = await inheritBase(change.tx, accountId, operation)
      await markRefused(change.tx, operation.id, words)
      if (!isSuperseded) await takeBack(deps.mail, change, operation)
    }
    return change.userId
  })
  deps.log.event('sync.operation-refused', { accountId, count: operations.length })
  await deps.changes.announce(written.result, {
    kind: 'notice',
    level: 'error',
    text: `${whatFailed(operations)} The mail server said: ${words}`,
  })
}

async function takeBack(mail: Mail, change: Change, operation: Operation): Promise<void> {
  switch (operation.field) {
    case 'create-mailbox':
      return mail.mailboxes.refuseCreated(change, operation.mailboxId)
    case 'mailboxes':
    case 'destroy':
      return mail.provided.set(change, [{ id: operation.messageId, mailboxIds: operation.base }])
    default:
      return takeBackKeyword(mail, change, operation.messageId, operation.field, operation.base)
  }
}

function takeBackKeyword(
  mail: Mail,
  change: Change,
  id: MessageId,
  field: string,
  wasPresent: boolean,
): Promise<void> {
  const keyword = field.slice('keyword:'.length)
  const [add, remove] = wasPresent ? [[keyword], []] : [[], [keyword]]
  return mail.provided.patchKeywords(change, [{ id, add, remove }])
}

function whatFailed(operations: readonly Operation[]): string {
  const first = operations[0]?.field
  if (first === 'create-mailbox') return 'The new folder could not be created.'
  if (first === 'mailboxes') return 'A message could not be moved and is back where it was.'
  if (first === 'destroy') return 'A message could not be deleted and is back.'
  return 'A change to a message could not be saved and was taken back.'
}
