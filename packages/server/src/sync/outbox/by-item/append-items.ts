import type { MessageId } from '@plmail/wire'
import type { EmailRow, MailboxView } from '../../../mail/index.ts'
import { type AccountSession, ProviderError } from '../../../providers/contract/index.ts'
import { getMailboxes, toOurMailboxes } from '../../ledger/our-mailboxes.ts'
import { type ItemPlaces, selectStoredItems } from '../../ledger/item-places.ts'
import { backOff } from '../../observe.ts'
import { appendPending, noteSentCopy, noteTry, triedMailboxes } from '../appending.ts'
import { confirm, type Operation, putBack } from '../operations.ts'
import type { Send, FlushContext } from '../flush-context.ts'
import { settleMade } from './settle-appended.ts'

type AppendOperation = Extract<Operation, { field: 'append' }>

/** How long the provider's own copy of what it sent is waited for before one is stored. */
const maxWaitMilliseconds = 15 * 60_000

/**
 * Puts messages that were made here into their mailboxes at the provider, as they are by now. Never twice: before
 * another try the message is looked for by its Message-ID, and what was sent is kept by the provider itself.
 */
export const appendItems: Send<AccountSession> = async (sending, operations) => {
  for (const operation of operations) if (operation.field === 'append') await appendItem(sending, operation)
}

async function appendItem(sending: FlushContext<AccountSession>, operation: AppendOperation): Promise<void> {
  const { deps, accountId } = sending
  const { id, attempts, createdAt } = operation
  const messageId = await deps.database.transaction((tx) => appendPending(tx, id))
  if (messageId === undefined) return // it was listed in the meantime, or was sent in a larger set
  const [email] = await deps.mail.read.emails(accountId, [messageId], false)
  // deleted before it got there: nobody needs to hear of it
  if (!email) return deps.database.transaction((tx) => confirm(tx, [id]))
  const boxes = await deps.mail.mailboxes.list(accountId)
  const isSent = await isOnItsWay(sending, messageId, email, boxes)
  const tried = await deps.database.transaction((tx) => triedMailboxes(tx, id))
  if ((isSent || tried.length > 0) && (await isFound(sending, email, messageId, boxes, isSent))) return
  if (isSent && deps.clock.now().getTime() - createdAt.getTime() < maxWaitMilliseconds)
    return putBack(
      deps.database,
      [id],
      backOff(deps.clock.now(), attempts),
      'The provider keeps it when it is sent',
    )
  const target = requireTarget(email, boxes)
  if (target === 'wait')
    return putBack(deps.database, [id], backOff(deps.clock.now(), attempts), 'Its folder does not exist yet')
  await store(sending, operation, messageId, email, fitting(sending.session, target))
}

/**
 * Returns as many of the target folders as the provider allows for one message: the first ones. The rest is refused
 * with a sentence later.
 */
function fitting(
  { foldersPerMessage, cursors }: AccountSession,
  target: readonly MailboxView[],
): MailboxView[] {
  let folders = 0
  const isFolder = ({ remoteId }: MailboxView) =>
    remoteId !== null && cursors([{ remoteId, role: null, isSelectable: true }]).length > 0
  return target.filter(
    (box) => foldersPerMessage === null || !isFolder(box) || ++folders <= foldersPerMessage,
  )
}

/** Being sent, or sent, and in Sent here: the provider files it there by itself. */
async function isOnItsWay(
  { deps, accountId }: FlushContext<AccountSession>,
  messageId: MessageId,
  email: EmailRow,
  boxes: readonly MailboxView[],
): Promise<boolean> {
  const isInSent = boxes.some((box) => box.role === 'sent' && email.mailboxIds.includes(box.id))
  return isInSent && (await deps.mail.provided.submitted(accountId, [messageId])).has(messageId)
}

/** A copy with this Message-ID that nobody here knows, or that a look has found to be this message a moment ago. */
async function isFound(
  { deps, accountId, session }: FlushContext<AccountSession>,
  email: EmailRow,
  messageId: MessageId,
  boxes: readonly MailboxView[],
  isSent: boolean,
): Promise<boolean> {
  const { messageId: header } = JSON.parse(email.summary) as { messageId: string[] | null }
  const [sought] = header ?? []
  if (sought === undefined) return false
  const matchingIds = await session.findByMessageId(sought)
  const storedItems = await selectStoredItems(deps.database, accountId, matchingIds)
  const states = await session.states(matchingIds.filter((id) => !storedItems.has(id)))
  // Storing it once more beside a copy of which nobody says where it lies could double it.
  if ([...states.values()].includes(undefined))
    throw new ProviderError('busy', 'The provider does not say where a message is')
  const ours = toOurMailboxes(boxes)
  const copies = [
    ...[...storedItems].filter(([, item]) => item.messageId === messageId),
    ...[...states].flatMap(([id, state]) =>
      state ? [[id, { ...state, mailboxIds: getMailboxes(state, ours) }] as const] : [],
    ),
  ]
  const match = copies.find(([, copy]) =>
    copy.mailboxIds.some((candidate) => email.mailboxIds.includes(candidate)),
  )
  if (!match) return false
  const [id, { mailboxIds, keywords }] = match
  if (isSent && !keywords.includes('$draft'))
    await deps.database.transaction((tx) =>
      noteSentCopy(deps, { tx, accountId, at: deps.clock.now() }, messageId, mailboxIds),
    )
  await settle({ deps, accountId }, email, { id, messageId, mailboxIds, keywords })
  return true
}

/** Mailboxes at the provider, with the message's own in front; the Inbox when those are gone, rather than lose it. */
function requireTarget(email: EmailRow, boxes: readonly MailboxView[]): MailboxView[] | 'wait' {
  const targets = boxes.filter((box) => email.mailboxIds.includes(box.id) && box.isSelectable)
  const remoteTargets = targets.filter((box) => box.remoteId !== null)
  if (remoteTargets.length > 0) return remoteTargets
  if (targets.length > 0) return 'wait' // the folder's own creation is in the outbox
  const inbox = boxes.find((box) => box.role === 'inbox' && box.remoteId !== null)
  if (inbox) return [inbox]
  throw new ProviderError('refused', 'Its folder does not exist at the provider')
}

async function store(
  sending: FlushContext<AccountSession>,
  { id, attempts }: AppendOperation,
  messageId: MessageId,
  email: EmailRow,
  target: readonly MailboxView[],
): Promise<void> {
  const { deps, accountId, session } = sending
  const raw = await deps.mail.read.raw(accountId, email.digest)
  if (!raw) throw new Error(`the bytes of message ${email.id} are not in the blob store`)
  const [first] = target
  if (first) await deps.database.transaction((tx) => noteTry(tx, id, first.id))
  const remote = target.flatMap((box) => box.remoteId ?? [])
  try {
    const stored = await session.append(remote, raw, email.keywords, email.receivedAt)
    const mailboxIds = target.map((box) => box.id)
    // The rest is kept here only: it must not look as if the provider had taken it off when it is read next.
    const keywords = email.keywords.filter((keyword) => keyword === '$draft' || session.keeps(keyword))
    await settle(sending, email, { id: stored.id, messageId, mailboxIds, keywords })
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'gone') throw error
    await putBack(deps.database, [id], backOff(deps.clock.now(), attempts), 'Its folder is not there')
  }
}

async function settle(
  { deps, accountId }: Pick<FlushContext, 'deps' | 'accountId'>,
  email: EmailRow,
  item: ItemPlaces,
): Promise<void> {
  const at = deps.clock.now()
  await deps.database.transaction((tx) => settleMade({ tx, accountId, at }, item, email.keywords))
}
