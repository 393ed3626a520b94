import type { ThreadRef } from '../records/index.ts'
import type { MailActionParts, MailActions } from './mail-actions.ts'
import type { WholeDeed } from './whole-run.ts'

/**
 * The same actions; where everything in the list is chosen as a whole, the server does it to all of it (List/run),
 * however much of it is here.
 */
export function orWhole(actions: MailActions, parts: MailActionParts): MailActions {
  const { desk } = parts

  /** Undefined when these are not the whole list. */
  function whole(refs: readonly ThreadRef[], deed: WholeDeed): Promise<void> | undefined {
    if (!desk.isWhole || refs.length !== desk.selectedCount) return undefined
    return import('./whole-run.ts').then(({ runOnWhole }) => runOnWhole(parts, deed))
  }

  const isStarred = ({ accountId, threadId }: ThreadRef): boolean =>
    parts.records.store.peekEmailsOf({ accountId, threadId }).some(({ keywords }) => keywords['$flagged'])

  return {
    ...actions,
    archive: (refs) => whole(refs, { type: 'archive' }) ?? actions.archive(refs),
    trash: (refs) => whole(refs, { type: 'trash' }) ?? actions.trash(refs),
    toInbox: (refs) => whole(refs, { type: 'inbox' }) ?? actions.toInbox(refs),
    toSpam: (refs) => whole(refs, { type: 'junk' }) ?? actions.toSpam(refs),
    markRead: (refs) => void (whole(refs, { type: 'markRead' }) ?? actions.markRead(refs)),
    markUnread: (refs) => void (whole(refs, { type: 'markUnread' }) ?? actions.markUnread(refs)),
    toggleStar: (refs) =>
      void (whole(refs, { type: refs.every(isStarred) ? 'unstar' : 'star' }) ?? actions.toggleStar(refs)),
    move: (refs, into) => void (whole(refs, { type: 'moveTo', into }) ?? actions.move(refs, into)),
    label: (refs, into, isOn) =>
      void (whole(refs, { type: isOn ? 'addTo' : 'removeFrom', into }) ?? actions.label(refs, into, isOn)),
    categorise: (refs, category, text) =>
      void (whole(refs, { type: 'categorise', category }) ?? actions.categorise(refs, category, text)),
  }
}
