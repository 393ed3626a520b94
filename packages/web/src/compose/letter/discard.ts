import type { App } from '../../commands/index.ts'
import type { SavedDraft } from '../../records/index.ts'
import { composeWords as words } from '../../words/compose.ts'

/** Puts a draft in the trash, with a way back; away for good where an account has none. */
export function discardDraft({ records, outbox, undoStack, toasts }: App, draft: SavedDraft): void {
  const { accountId, emailId } = draft
  const drafts = records.store.mailboxWithRole(accountId, 'drafts')
  const trash = records.store.mailboxWithRole(accountId, 'trash')
  if (!drafts || !trash) return void records.drafts.destroy(accountId, [emailId])
  const change = { [`mailboxIds/${drafts.id}`]: null, [`mailboxIds/${trash.id}`]: true } as const
  const done = outbox.perform({ accountId, verb: 'trash', changes: new Map([[emailId, change]]) })
  undoStack.push(done, toasts, words.discarded)
}
