import type { Category, ListAction, ListRunArgs } from '@plmail/wire'
import { labelPath, mailboxOfLabel, type ListName, type MailboxRef } from '../records/index.ts'
import { categoryWords, wholeListWords as words } from '../words/index.ts'
import type { MailActionParts } from './mail-actions.ts'

/** A change to everything in a list. `into`: the target, which leaves out accounts that have no such label. */
export type WholeDeed =
  | Exclude<ListAction, { mailbox: string } | { category: Category }>
  | { type: 'moveTo' | 'addTo' | 'removeFrom'; into: MailboxRef }
  | { type: 'categorise'; category: Category }

/** Runs an action on the whole list on screen, with a toast; undone as a whole. */
export async function runOnWhole(parts: MailActionParts, deed: WholeDeed): Promise<void> {
  const { records, desk, outbox, toasts, undoStack } = parts
  const { name, list } = desk
  const { total } = list
  const args = { ...listOf(name, accountOf(parts, deed)), action: actionOf(parts, deed) }
  desk.clearSelection()
  // Earlier actions are sent first.
  const isSent = await outbox.flush()
  const runs = await records.listRuns()
  const begun = isSent ? await runs.begin(args) : { ok: false as const, why: undefined }
  if (!begun.ok) return toasts.show({ text: begun.why ?? words.unreachable, tone: 'problem' })
  const text =
    deed.type === 'categorise'
      ? words.begun.categorise({ count: total, tab: categoryWords.name[deed.category] })
      : words.begun[deed.type]({ count: total })
  undoStack.push({ undo: () => void runs.undo(begun.value.id) }, toasts, text)
}

function actionOf({ records }: MailActionParts, deed: WholeDeed): ListAction {
  if (!('into' in deed)) return deed
  const { accountId, mailboxId } = deed.into
  const mailbox = labelPath(records.store.peekMailboxes(accountId), mailboxId)
  return { type: deed.type, mailbox }
}

/** The one account it is about; undefined where all of them have the label. */
function accountOf({ records }: MailActionParts, deed: WholeDeed): string | undefined {
  if (!('into' in deed)) return undefined
  const { into } = deed
  const isEverywhere = records.accounts
    .ids()
    .every((id) => mailboxOfLabel(records.store, into, id) !== undefined)
  return isEverywhere ? undefined : into.accountId
}

/** The list as the server is asked for it. */
function listOf(name: ListName, accountId: string | undefined): Omit<ListRunArgs, 'action'> {
  if (!('role' in name)) return { ...name }
  const within = accountId === undefined ? {} : { accountId }
  const { query, isUnread, category } = name
  if (query !== undefined) return { query: isUnread ? `${query} is:unread` : query, ...within }
  return {
    role: name.role,
    ...within,
    ...(isUnread ? { isUnread } : {}),
    ...(category ? { category } : {}),
  }
}
