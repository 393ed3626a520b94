import type { ListAction, ListRunArgs } from '@plmail/wire'
import { labelPath, mailboxOfLabel, type ListName, type MailboxRef } from '../records/index.ts'
import { wholeListWords as words } from '../words/index.ts'
import type { MailActionParts } from './mail-actions.ts'

/**
 * Does it to everything in the list in front of the user, and tells; taken back as a whole. `into`: where to, which
 * leaves out the accounts that have no such label.
 */
export async function runOnWhole(
  { records, desk, outbox, toasts, undoStack }: MailActionParts,
  type: ListAction['type'],
  into: MailboxRef | undefined,
): Promise<void> {
  const { name, list } = desk
  const { total } = list
  const mailbox = into && labelPath(records.store.peekMailboxes(into.accountId), into.mailboxId)
  const isEverywhere =
    !into || records.accounts.ids().every((id) => mailboxOfLabel(records.store, into, id) !== undefined)
  const action = mailbox === undefined ? { type } : { type, mailbox }
  desk.clearSelection()
  // What was decided before comes first.
  const isSent = await outbox.flush()
  const runs = await records.listRuns()
  const begun = isSent
    ? await runs.begin({
        ...listOf(name, isEverywhere ? undefined : into?.accountId),
        action: action as ListAction,
      }) // a mailbox where one belongs
    : { ok: false as const, why: undefined }
  if (!begun.ok) return toasts.show({ text: begun.why ?? words.unreachable, tone: 'problem' })
  undoStack.push({ undo: () => void runs.undo(begun.value.id) }, toasts, words.begun[type](total))
}

/** The list as the server is asked for it. */
function listOf(name: ListName, accountId: string | undefined): Omit<ListRunArgs, 'action'> {
  if (!('role' in name)) return { ...name }
  const within = accountId === undefined ? {} : { accountId }
  const { query, isUnread, category } = name
  if (query !== undefined) return { query: isUnread ? `${query} is:unread` : query, ...within }
  return {
    ...{ role: name.role, ...within },
    ...(isUnread ? { isUnread } : {}),
    ...(category ? { category } : {}),
  }
}
