import type { MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { MailboxView } from '../../mail/index.ts'
import { ProviderError } from '../../providers/contract/index.ts'
import { backOff } from '../observe.ts'
import { confirm, type Operation, putBack } from './operations.ts'
import type { Send, FlushContext } from './flush-context.ts'

type Place = { name: string; parentId: MailboxId | null }

/** Creates folders one by one: a child may lie in the one before it. */
export const sendCreations: Send = async (sending, operations) => {
  for (const operation of operations) {
    if (operation.field !== 'create-mailbox') continue
    const { mailboxId, desired } = operation
    const mailbox = await loadMailbox(sending, mailboxId)
    // Made by an earlier try, and decided to be elsewhere since.
    if (mailbox && mailbox.remoteId !== null) await rename(sending, operation, mailbox.remoteId, desired)
    // Destroyed since, and surely never made.
    else if (mailbox?.isLeaving && operation.attempts === 1) await written(sending, operation)
    else {
      const parent = await parentAtProvider(sending, desired.parentId)
      const { remoteId } = await sending.session.createMailbox(desired.name, parent)
      await written(sending, operation, (change) =>
        sending.deps.mail.mailboxes.confirmCreated(change, mailboxId, remoteId),
      )
    }
  }
}

/** Renames and moves folders one by one: the way of one may lead through another. */
export const sendRenames: Send = async (sending, operations) => {
  for (const operation of operations) {
    if (operation.field !== 'rename-mailbox') continue
    const mailbox = await loadMailbox(sending, operation.mailboxId)
    // Destroyed since, or taken over by a folder that was there already.
    if (!mailbox || mailbox.isLeaving || mailbox.remoteId === null) await written(sending, operation)
    else await rename(sending, operation, mailbox.remoteId, operation.desired)
  }
}

async function rename(
  sending: FlushContext,
  operation: Extract<Operation, { field: 'create-mailbox' | 'rename-mailbox' }>,
  path: string,
  desired: Place,
): Promise<void> {
  const parent = await parentAtProvider(sending, desired.parentId)
  const renamed = await sending.session.renameMailbox(path, desired.name, parent)
  await written(sending, operation, (change) =>
    sending.deps.mail.mailboxes.confirmRenamed(change, operation.mailboxId, renamed),
  )
}

async function parentAtProvider(sending: FlushContext, parentId: MailboxId | null): Promise<string | null> {
  if (parentId === null) return null
  const parent = await loadMailbox(sending, parentId)
  if (parent && parent.remoteId !== null) return parent.remoteId
  throw new ProviderError('refused', 'The parent is not at the provider', {
    problem: { problem: 'outbox/parent-not-at-provider' },
  })
}

export const sendSubscriptions: Send = async (sending, operations) => {
  for (const operation of operations) {
    if (operation.field !== 'subscribe-mailbox') continue
    const mailbox = await loadMailbox(sending, operation.mailboxId)
    if (mailbox && mailbox.remoteId !== null && !mailbox.isLeaving)
      await sending.session.subscribeMailbox(mailbox.remoteId, operation.desired.isSubscribed)
    await written(sending, operation)
  }
}

/**
 * Deletes folders once their mail is settled: what is to leave them has left, what lies below is gone. One that holds
 * anything else by then, mail that came in meanwhile for instance, is not deleted and comes back.
 */
export const sendRemovals: Send = async (sending, operations) => {
  for (const operation of operations) {
    if (operation.field !== 'destroy-mailbox') continue
    const { mailboxId } = operation
    const readiness = await checkReadiness(sending, mailboxId)
    if (readiness === 'waits') {
      await wait(sending, [operation], 'Its mail is still on its way')
      continue
    }
    const path = readiness.remoteId
    if (path !== null) await sending.session.deleteMailbox(path).catch(unlessGone)
    await written(sending, operation, (change) =>
      sending.deps.mail.mailboxes.confirmDestroyed(change, mailboxId),
    )
  }
}

async function checkReadiness(
  sending: FlushContext,
  mailboxId: MailboxId,
): Promise<'waits' | { remoteId: string | null }> {
  const all = await sending.deps.mail.mailboxes.selectMailboxes(sending.accountId)
  const below = all.filter((mailbox) => mailbox.parentId === mailboxId)
  if (below.some((child) => !child.isLeaving))
    throw new ProviderError('refused', 'A folder lies within it', { detail: 'There is a folder within it.' })
  if (below.length > 0 || (await isMailOnItsWay(sending, mailboxId))) return 'waits'
  return { remoteId: all.find((mailbox) => mailbox.id === mailboxId)?.remoteId ?? null }
}

/** Decisions about mail in the folder, or about its creation, that the provider has not been told of. */
async function isMailOnItsWay({ deps, accountId }: FlushContext, mailboxId: MailboxId): Promise<boolean> {
  const rows = await deps.database.query<{ any: boolean }>(
    `select exists (
       select from outbox_op o
       where o.account_id = $1 and o.state in ('pending', 'sending') and (
         o.mailbox_id = $2 and o.field = 'create-mailbox'
         or o.field in ('mailboxes', 'destroy', 'append') and (
           $2 = any (o.tried) or o.base @> to_jsonb($2::bigint)
           or exists (select from remote_message r where r.message_id = o.message_id and r.mailbox_id = $2)))
     ) as any`,
    [accountId, mailboxId],
  )
  return rows[0]?.any ?? false
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ProviderError) || error.kind !== 'gone') throw error
}

/**
 * Operations that have to wait until a folder destroyed here is gone at the provider, because another is to have its
 * place and name; mail on its way into that other one waits too.
 */
export async function waitForPlaces(
  sending: FlushContext,
  operations: readonly Operation[],
): Promise<readonly Operation[]> {
  const leaving = (await sending.deps.mail.mailboxes.selectMailboxes(sending.accountId)).filter(
    (mailbox) => mailbox.isLeaving,
  )
  const later = await selectWaitingMailboxes(sending)
  if (leaving.length === 0 && later.length === 0) return operations
  const isTaken = ({ name, parentId }: Place, self: MailboxId) =>
    leaving.some(
      (mailbox) =>
        mailbox.id !== self &&
        mailbox.parentId === parentId &&
        mailbox.name.toLowerCase() === name.toLowerCase(),
    )
  const blocked = operations.filter(
    (candidate) =>
      (candidate.field === 'create-mailbox' || candidate.field === 'rename-mailbox') &&
      isTaken(candidate.desired, candidate.mailboxId),
  )
  const boxes = new Set([
    ...later,
    ...blocked.flatMap((operation) => (operation.field === 'create-mailbox' ? [operation.mailboxId] : [])),
  ])
  const waiting = operations.filter(
    (candidate) =>
      blocked.includes(candidate) ||
      ((candidate.field === 'create-mailbox' || candidate.field === 'rename-mailbox') &&
        candidate.desired.parentId !== null &&
        boxes.has(candidate.desired.parentId)) ||
      ((candidate.field === 'mailboxes' || candidate.field === 'append') &&
        candidate.desired.some((id) => boxes.has(id))),
  )
  if (waiting.length === 0) return operations
  await wait(sending, waiting, 'A folder that is being deleted still has the name')
  return operations.filter((operation) => !waiting.includes(operation))
}

/** Mailboxes whose creation waits for another time: what is to go there came later and was claimed without it. */
async function selectWaitingMailboxes({ deps, accountId }: FlushContext): Promise<MailboxId[]> {
  const rows = await deps.database.query<{ mailbox_id: MailboxId }>(
    `select mailbox_id from outbox_op
     where account_id = $1 and field = 'create-mailbox' and state = 'pending' and mailbox_id is not null`,
    [accountId],
  )
  return rows.map((row) => row.mailbox_id)
}

async function wait({ deps }: FlushContext, operations: readonly Operation[], why: string): Promise<void> {
  const attempts = Math.max(...operations.map((operation) => operation.attempts))
  const ids = operations.map((operation) => operation.id)
  await putBack(deps.database, ids, backOff(deps.clock.now(), Math.min(attempts, 5)), why)
}

async function loadMailbox(
  { deps, accountId }: FlushContext,
  id: MailboxId,
): Promise<MailboxView | undefined> {
  return (await deps.mail.mailboxes.selectMailboxes(accountId)).find((mailbox) => mailbox.id === id)
}

async function written(
  { deps, accountId }: FlushContext,
  operation: Operation,
  work: (change: Change) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const cause = { actor: { kind: 'provider' as const }, verb: operation.field }
  await deps.changes.write(accountId, cause, async (change) => {
    await work(change)
    await confirm(change.tx, [operation.id])
  })
}
