import type { MailboxId, MessageId } from '@plmail/wire'
import type { EmailRow } from '../../mail/index.ts'
import { ProviderError } from '../../providers/contract/index.ts'
import { providerId, remoteId, uidOf } from '../mail/remote-ids.ts'
import { backOff } from '../observe.ts'
import {
  appendPending,
  isUnread,
  markStored,
  noteTry,
  settleAppend,
  triedMailboxes,
  unknownPlaces,
} from './appending.ts'
import { confirm, type Operation, putBack } from './operations.ts'
import { pathsAtProvider } from './places.ts'
import type { Send, Sending } from './sending.ts'

type AppendOperation = Extract<Operation, { field: 'append' }>

/**
 * Puts messages that were made here into their mailbox at the provider, as they are by now; further mailboxes are
 * copied to afterwards. Never twice: where a try may have got through is written down before it is made, and before
 * another one the message is looked for there.
 */
export const sendAppends: Send = async (sending, operations) => {
  for (const operation of operations) if (operation.field === 'append') await sendAppend(sending, operation)
}

async function sendAppend(sending: Sending, operation: AppendOperation): Promise<void> {
  const { deps, accountId } = sending
  const { id } = operation
  const messageId = await deps.database.transaction((tx) => appendPending(tx, id))
  if (messageId === undefined) return // its echo came in the meantime, or it was sent in a larger set
  const tried = await deps.database.transaction((tx) => triedMailboxes(tx, id))
  if (tried.length > 0 && (await isFound(sending, operation, messageId, tried))) return
  const [email] = await deps.mail.read.emails(accountId, [messageId], false)
  // deleted before it got there: nobody needs to hear of it
  if (!email) return deps.database.transaction((tx) => confirm(tx, [id]))
  const paths = await pathsAtProvider(sending)
  const target = [...operation.desired, ...email.mailboxIds].find((box) => paths.has(box))
  const path = target === undefined ? undefined : paths.get(target)
  if (target === undefined || path === undefined) return waitForFolder(sending, operation)
  await store(sending, operation, email, target, path)
}

/** The folder's own creation is in the outbox; when that was refused, there is nowhere to put the message. */
async function waitForFolder(
  { deps, accountId }: Sending,
  { id, attempts, desired }: AppendOperation,
): Promise<void> {
  const mailboxes = await deps.mail.mailboxes.list(accountId)
  if (!mailboxes.some((mailbox) => desired.includes(mailbox.id) && mailbox.isSelectable))
    throw new ProviderError('refused', `Mailbox ${desired.join(', ')} does not exist at the provider`)
  await putBack(deps.database, [id], backOff(deps.clock.now(), attempts), 'Its folder does not exist yet')
}

async function store(
  sending: Sending,
  { id, attempts }: AppendOperation,
  email: EmailRow,
  mailboxId: MailboxId,
  path: string,
): Promise<void> {
  const { deps, accountId, session } = sending
  const raw = await deps.mail.read.raw(accountId, email.digest)
  if (!raw) throw new Error(`the bytes of message ${email.id} are not in the blob store`)
  await deps.database.transaction((tx) => noteTry(tx, id, mailboxId))
  const stored = await session.append(path, raw, email.keywords, email.receivedAt)
  const found = stored.id ?? (await soleUnknown(sending, email, mailboxId, path))
  if (found === undefined) return deps.database.transaction((tx) => markStored(tx, id))
  await settle(sending, id, mailboxId, found, email.keywords)
  // somebody else's bytes were taken for these: what is left is tried again, after a look
  if (await deps.database.transaction((tx) => appendPending(tx, id)))
    await putBack(deps.database, [id], backOff(deps.clock.now(), attempts), 'Its place is taken')
}

function settle(
  { deps, accountId }: Sending,
  id: number,
  mailboxId: MailboxId,
  found: string,
  keywords: readonly string[],
): Promise<void> {
  const place = { remoteId: remoteId(mailboxId, found), mailboxId, uid: uidOf(found), keywords }
  return deps.database.transaction((tx) => settleAppend(tx, accountId, id, place, deps.clock.now()))
}

/**
 * Whether the message is dealt with for now: a try that nobody answered got through, or may have and cannot be judged
 * before the ledger has been read.
 */
async function isFound(
  sending: Sending,
  { id, attempts }: AppendOperation,
  messageId: MessageId,
  tried: readonly MailboxId[],
): Promise<boolean> {
  const { deps, accountId } = sending
  if (await deps.database.transaction((tx) => isUnread(tx, accountId, tried))) {
    await putBack(deps.database, [id], backOff(deps.clock.now(), attempts), 'It may be there already')
    return true
  }
  const [email] = await deps.mail.read.emails(accountId, [messageId], false)
  const paths = await pathsAtProvider(sending)
  for (const mailboxId of tried) {
    const path = paths.get(mailboxId)
    const found = email && path !== undefined ? await soleUnknown(sending, email, mailboxId, path) : undefined
    if (found === undefined) continue
    await settle(sending, id, mailboxId, found, email?.keywords ?? [])
    return true
  }
  return false
}

/** The one message with this Message-ID in the mailbox that nobody here knows; undefined when there is none, or several. */
async function soleUnknown(
  { deps, accountId, session }: Sending,
  email: EmailRow,
  mailboxId: MailboxId,
  path: string,
): Promise<string | undefined> {
  const { messageId } = JSON.parse(email.summary) as { messageId: string[] | null }
  const [sought] = messageId ?? []
  if (sought === undefined) return undefined
  const ids = (await session.findByMessageId(path, sought)).map((one) => remoteId(mailboxId, one))
  const unknown = await deps.database.transaction((tx) => unknownPlaces(tx, accountId, ids))
  return unknown.length === 1 && unknown[0] !== undefined ? providerId(unknown[0]) : undefined
}
