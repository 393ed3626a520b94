import { type MailboxId, type MessageId, type ProblemDetail, storedProblem } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Mail } from '../../mail/index.ts'
import { type ProviderError, problemOfProvider } from '../../providers/contract/index.ts'
import { selectLocations } from '../ledger/locations.ts'
import type { FlushContext } from './flush-context.ts'
import { dropPending } from './appending.ts'
import { inheritBase, markRefused, type Operation } from './operations.ts'
import { selectHeldFields } from '../ledger/held-fields.ts'

/**
 * The server will not have it: the change is taken back here, and the user is told, with the server's words. When a
 * newer decision about the same field already waits, that one stands and nothing is taken back.
 */
export async function refuse(
  { deps, accountId }: FlushContext,
  operations: readonly Operation[],
  error: ProviderError,
): Promise<void> {
  const reason = problemOfProvider(error)
  const cause = { actor: { kind: 'provider' as const }, verb: 'refused' }
  const written = await deps.changes.write(accountId, cause, async (change) => {
    for (const operation of operations) {
      const isSuperseded = await inheritBase(change.tx, accountId, operation)
      const messageId = await markRefused(change.tx, operation.id, change.at, storedProblem(reason))
      if (!isSuperseded) await takeBack(deps.mail, change, operation, messageId)
    }
    return change.userId
  })
  deps.log.event('sync.operation-refused', { accountId, count: operations.length })
  await deps.changes.announce(written.result, {
    kind: 'notice',
    level: 'error',
    problem: withReason(whatFailed(operations), reason),
  })
}

/** Back to what the provider has: the base, unless it has changed there since. */
async function takeBack(
  mail: Mail,
  change: Change,
  operation: Operation,
  messageId: MessageId | null,
): Promise<void> {
  if ('mailboxId' in operation) return takeMailboxBack(mail, change, operation)
  if (messageId === null) return
  if (operation.field === 'append') return takeAway(mail, change, messageId)
  const pendingFields = (await selectHeldFields(change.tx, change.accountId, [messageId])).get(messageId)
  if (pendingFields?.has('destroy')) return // decided since, and wherever the message is
  const places = (await selectLocations(change.tx, change.accountId, [messageId])).filter(
    (location) => !location.isMissing,
  )
  if (operation.field === 'mailboxes' || operation.field === 'destroy') {
    const presentMailboxes = [...new Set(places.map((place) => place.mailboxId))]
    const mailboxIds = presentMailboxes.length > 0 ? presentMailboxes : operation.base
    return mail.provided.set(change, [{ id: messageId, mailboxIds }])
  }
  const keyword = operation.field.slice('keyword:'.length)
  const isPresent =
    places.length > 0 ? places.some((place) => place.keywords.includes(keyword)) : operation.base
  const [add, remove] = isPresent ? [[keyword], []] : [[], [keyword]]
  return mail.provided.patchKeywords(change, [{ id: messageId, add, remove }])
}

/** It never came to be at the provider: it goes here too, with what was decided about it since. */
async function takeAway(mail: Mail, change: Change, messageId: MessageId): Promise<void> {
  await dropPending(change.tx, change.accountId, messageId)
  await mail.provided.remove(change, [messageId])
}

function takeMailboxBack(
  { mailboxes }: Mail,
  change: Change,
  operation: Extract<Operation, { mailboxId: MailboxId }>,
): Promise<void> {
  switch (operation.field) {
    case 'create-mailbox':
      return mailboxes.refuseCreated(change, operation.mailboxId)
    case 'rename-mailbox':
      return mailboxes.restore(change, operation.mailboxId, operation.base)
    case 'subscribe-mailbox':
      return mailboxes.restore(change, operation.mailboxId, { isSubscribed: operation.base.isSubscribed })
    case 'destroy-mailbox':
      return mailboxes.refuseDestroyed(change, operation.mailboxId)
  }
}

const withReason = (failure: RefusedChangeProblem, reason: ProblemDetail): ProblemDetail =>
  reason.problem === 'other/text'
    ? { ...failure, serverText: reason.text }
    : { problem: 'outbox/refused-because', failure, reason }

type RefusedChangeProblem = Extract<
  ProblemDetail,
  { problem: `outbox/${'folder' | 'message' | 'change'}-not-${string}` }
>

function whatFailed(operations: readonly Operation[]): RefusedChangeProblem {
  const first = operations[0]?.field
  if (first === 'create-mailbox') return { problem: 'outbox/folder-not-created' }
  if (first === 'append') return { problem: 'outbox/message-not-stored' }
  if (first === 'rename-mailbox') return { problem: 'outbox/folder-not-renamed' }
  if (first === 'subscribe-mailbox') return { problem: 'outbox/folder-not-shown' }
  if (first === 'destroy-mailbox') return { problem: 'outbox/folder-not-deleted' }
  if (first === 'mailboxes') return { problem: 'outbox/message-not-moved' }
  if (first === 'destroy') return { problem: 'outbox/message-not-deleted' }
  return { problem: 'outbox/change-not-saved' }
}
