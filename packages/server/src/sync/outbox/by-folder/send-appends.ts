import type { MailboxId, MessageId } from '@plmail/wire'
import type { EmailRow } from '../../../mail/index.ts'
import { type FolderSession, ProviderError } from '../../../providers/contract/index.ts'
import { providerId, remoteId, parseUid } from '../../ledger/remote-ids.ts'
import { backOff } from '../../observe.ts'
import {
  appendPending,
  isUnread,
  markStored,
  noteTry,
  redirect,
  settleAppend,
  triedMailboxes,
  unknownPlaces,
} from '../appending.ts'
import { confirm, type Operation, putBack } from '../operations.ts'
import { selectHeldFields } from '../../ledger/held-fields.ts'
import { pathsAtProvider } from '../message-locations.ts'
import type { Send, FlushContext } from '../flush-context.ts'

type AppendOperation = Extract<Operation, { field: 'append' }>

/**
 * Puts messages that were made here into their mailbox at the provider, as they are by now; further mailboxes are
 * copied to afterwards. Never twice: where a try may have got through is written down before it is made, and before
 * another one the message is looked for there.
 */
export const sendAppends: Send<FolderSession> = async (sending, operations) => {
  for (const operation of operations) if (operation.field === 'append') await sendAppend(sending, operation)
}

async function sendAppend(sending: FlushContext<FolderSession>, operation: AppendOperation): Promise<void> {
  const { deps } = sending
  const { id, attempts } = operation
  const messageId = await deps.database.transaction((tx) => appendPending(tx, id))
  if (messageId === undefined) return // its echo came in the meantime, or it was sent in a larger set
  const tried = await deps.database.transaction((tx) => triedMailboxes(tx, id))
  if (tried.length > 0 && (await isFound(sending, operation, messageId, tried))) return
  const target = await loadTarget(sending, operation, messageId)
  if (target === 'wait')
    return putBack(deps.database, [id], backOff(deps.clock.now(), attempts), 'Its folder does not exist yet')
  const email = await atHand(sending, operation, messageId, target)
  // deleted before it got there: nobody needs to hear of it
  if (!email) return deps.database.transaction((tx) => confirm(tx, [id]))
  await store(sending, operation, email, target)
}

interface Target {
  mailboxId: MailboxId
  path: string
  /** Not one of its own. */
  isElsewhere: boolean
}

/**
 * Returns the mailbox for a message: one it was created for, or is in by now. When those are gone, deleted by another
 * client, it goes to the Inbox rather than being lost.
 */
async function loadTarget(
  { deps, accountId }: FlushContext<FolderSession>,
  { desired }: AppendOperation,
  messageId: MessageId,
): Promise<Target | 'wait'> {
  const [email] = await deps.mail.read.emails(accountId, [messageId], false)
  const mailboxes = await deps.mail.mailboxes.list(accountId)
  const candidates = [...desired, ...(email?.mailboxIds ?? [])].flatMap(
    (id) => mailboxes.find((mailbox) => mailbox.id === id) ?? [],
  )
  const target = candidates.find((mailbox) => mailbox.remoteId !== null && mailbox.isSelectable)
  if (target?.remoteId) return { mailboxId: target.id, path: target.remoteId, isElsewhere: false }
  // the folder's own creation is in the outbox, unless that was refused
  if (candidates.some((mailbox) => mailbox.isSelectable)) return 'wait'
  const hasLived = candidates.length === 0 || candidates.some((mailbox) => mailbox.remoteId !== null)
  const inbox = mailboxes.find((mailbox) => mailbox.role === 'inbox')
  if (hasLived && inbox?.remoteId) return { mailboxId: inbox.id, path: inbox.remoteId, isElsewhere: true }
  throw new ProviderError('refused', 'Its folder does not exist at the mail server')
}

/**
 * The message as it is by now; undefined when somebody deleted it. One that only lost its folder is put where it will
 * be.
 */
async function atHand(
  { deps, accountId }: FlushContext<FolderSession>,
  { id }: AppendOperation,
  messageId: MessageId,
  { mailboxId, isElsewhere }: Target,
): Promise<EmailRow | undefined> {
  const [email] = await deps.mail.read.emails(accountId, [messageId], false)
  if (email && !isElsewhere) return email
  const cause = { actor: { kind: 'provider' as const }, verb: 'sync' }
  const { result } = await deps.changes.write(accountId, cause, async (change) => {
    const pendingFields = (await selectHeldFields(change.tx, accountId, [messageId])).get(messageId)
    if (pendingFields?.has('destroy')) return false
    await redirect(change.tx, id, mailboxId)
    await deps.mail.provided.set(change, [{ id: messageId, mailboxIds: [mailboxId] }])
    return true
  })
  return result ? (await deps.mail.read.emails(accountId, [messageId], false))[0] : undefined
}

async function store(
  sending: FlushContext<FolderSession>,
  { id, attempts }: AppendOperation,
  email: EmailRow,
  { mailboxId, path }: Target,
): Promise<void> {
  const { deps, accountId, session } = sending
  const raw = await deps.mail.read.raw(accountId, email.digest)
  if (!raw) throw new Error(`the bytes of message ${email.id} are not in the blob store`)
  await deps.database.transaction((tx) => noteTry(tx, id, mailboxId))
  const { keywords, receivedAt } = email
  const stored = await unlessGone(() => session.append(path, raw, keywords, receivedAt))
  if (!stored)
    return putBack(deps.database, [id], backOff(deps.clock.now(), attempts), 'Its folder is not there')
  const foundId = stored.id ?? (await soleUnknown(sending, email, mailboxId, path))
  if (foundId === undefined) return deps.database.transaction((tx) => markStored(tx, id))
  await settle(sending, id, mailboxId, foundId, email.keywords)
  // somebody else's bytes were taken for these: what is left is tried again, after a look
  if (await deps.database.transaction((tx) => appendPending(tx, id)))
    await putBack(deps.database, [id], backOff(deps.clock.now(), attempts), 'Its place is taken')
}

/** Undefined when the folder has gone meanwhile: after the next look it is known what became of it. */
async function unlessGone<T>(command: () => Promise<T>): Promise<T | undefined> {
  try {
    return await command()
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'gone') return undefined
    throw error
  }
}

function settle(
  { deps, accountId }: FlushContext<FolderSession>,
  id: number,
  mailboxId: MailboxId,
  storedId: string,
  keywords: readonly string[],
): Promise<void> {
  const place = { remoteId: remoteId(mailboxId, storedId), mailboxId, uid: parseUid(storedId), keywords }
  return deps.database.transaction((tx) => settleAppend(tx, accountId, id, place, deps.clock.now()))
}

/**
 * Whether the message is dealt with for now: a try that nobody answered got through, or may have and cannot be judged
 * before the ledger has been read.
 */
async function isFound(
  sending: FlushContext<FolderSession>,
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
    const foundId =
      email && path !== undefined ? await soleUnknown(sending, email, mailboxId, path) : undefined
    if (foundId === undefined) continue
    await settle(sending, id, mailboxId, foundId, email?.keywords ?? [])
    return true
  }
  return false
}

/** The one message with this Message-ID in the mailbox that nobody here knows; undefined when there is none, or several. */
async function soleUnknown(
  { deps, accountId, session }: FlushContext<FolderSession>,
  email: EmailRow,
  mailboxId: MailboxId,
  path: string,
): Promise<string | undefined> {
  const { messageId } = JSON.parse(email.summary) as { messageId: string[] | null }
  const [sought] = messageId ?? []
  if (sought === undefined) return undefined
  const matchingIds = await unlessGone(() => session.findByMessageId(path, sought))
  const ids = (matchingIds ?? []).map((uid) => remoteId(mailboxId, uid))
  const unknown = await deps.database.transaction((tx) => unknownPlaces(tx, accountId, ids))
  return unknown.length === 1 && unknown[0] !== undefined ? providerId(unknown[0]) : undefined
}
