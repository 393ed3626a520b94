import type { App } from '../../commands/index.ts'
import type { SavedDraft } from '../../records/index.ts'
import { composeWords as words } from '../../words/compose.ts'
import type { Draft } from './draft.ts'
import { holdDeviceDraft, takenBack } from './device-drafts.ts'

type Parts = Pick<App, 'records' | 'outbox' | 'undoStack' | 'toasts' | 'compose'>
type Discarded = Pick<Draft, 'saver' | 'release' | 'copy' | 'putAside'>

/**
 * Throws a message away, with a way back. It is in the outbox of this device before `end` closes the window: who leaves at
 * once finds it gone all the same. What a saving on its way makes has no id yet: that is waited for with the window
 * closed, so that nobody goes on writing in it. What the server never had is kept on this device until the server has
 * heard of all this (main/forget-discarded.ts).
 */
export async function discard(parts: Parts, draft: Discarded, end: () => void): Promise<void> {
  const { storageKey, draft: copy } = draft.copy()
  const takeOff = draft.saver.isBehind ? draft.putAside(copy) : undefined
  const onItsWay = draft.release()
  if (onItsWay) {
    end()
    await onItsWay
    // A server that answered meanwhile had nothing to hear of yet: this device may have let go of the copy.
    if (draft.saver.isBehind && !takenBack.has(storageKey)) draft.putAside(copy)
  }
  const { draft: saved, isBehind } = draft.saver
  const takeBack = saved && discardDraft(parts, saved)
  if (!onItsWay) end()
  if (!isBehind) takeOff?.()
  else void parts.records.submissions.load()
  // A text that the server never had comes back into its window; the draft saved before it stays in the Trash.
  const comeBack = (): void => {
    if (takenBack.has(storageKey)) return
    takeOff?.()
    holdDeviceDraft(storageKey, { ...copy, draft: undefined })
    parts.compose.begin({ kind: 'kept', storageKey, isWantedBack: true })
  }
  const undo = isBehind ? comeBack : takeBack
  if (undo) parts.undoStack.push({ undo }, parts.toasts, words.discarded)
  else if (saved) parts.toasts.show({ text: words.discarded, tone: 'plain' })
}

/** Into the trash; away for good, without a way back, where an account has none. */
function discardDraft(
  { records, outbox }: Parts,
  { accountId, emailId }: SavedDraft,
): (() => void) | undefined {
  const drafts = records.store.mailboxWithRole(accountId, 'drafts')
  const trash = records.store.mailboxWithRole(accountId, 'trash')
  if (!drafts || !trash) {
    outbox.perform({ accountId, verb: 'destroy', changes: new Map([[emailId, 'destroy']]) })
    return undefined
  }
  const change = { [`mailboxIds/${drafts.id}`]: null, [`mailboxIds/${trash.id}`]: true } as const
  return outbox.perform({ accountId, verb: 'trash', changes: new Map([[emailId, change]]) }).undo
}
