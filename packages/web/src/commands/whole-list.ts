import type { ListAction } from '@plmail/wire'
import type { MailboxRef, ThreadRef } from '../records/index.ts'
import type { MailActionParts, MailActions } from './mail-actions.ts'

/**
 * The same actions; where everything in the list is chosen as a whole, the server does it to all of it (List/run),
 * however much of it is here.
 */
export function orWhole(actions: MailActions, parts: MailActionParts): MailActions {
  const { desk } = parts

  /** Undefined when these are not the whole list. */
  function whole(
    refs: readonly ThreadRef[],
    type: ListAction['type'],
    into?: MailboxRef,
  ): Promise<void> | undefined {
    if (!desk.isWhole || refs.length !== desk.selectedCount) return undefined
    return import('./whole-run.ts').then(({ runOnWhole }) => runOnWhole(parts, type, into))
  }

  const isStarred = ({ accountId, threadId }: ThreadRef): boolean =>
    parts.records.store.peekEmailsOf({ accountId, threadId }).some(({ keywords }) => keywords['$flagged'])

  return {
    ...actions,
    archive: (refs) => whole(refs, 'archive') ?? actions.archive(refs),
    trash: (refs) => whole(refs, 'trash') ?? actions.trash(refs),
    toInbox: (refs) => whole(refs, 'inbox') ?? actions.toInbox(refs),
    toSpam: (refs) => whole(refs, 'junk') ?? actions.toSpam(refs),
    markRead: (refs) => void (whole(refs, 'markRead') ?? actions.markRead(refs)),
    markUnread: (refs) => void (whole(refs, 'markUnread') ?? actions.markUnread(refs)),
    toggleStar: (refs) =>
      void (whole(refs, refs.every(isStarred) ? 'unstar' : 'star') ?? actions.toggleStar(refs)),
    move: (refs, into) => void (whole(refs, 'moveTo', into) ?? actions.move(refs, into)),
    label: (refs, into, isOn) =>
      void (whole(refs, isOn ? 'addTo' : 'removeFrom', into) ?? actions.label(refs, into, isOn)),
  }
}
