import { accountWireId, type MailboxId, mailboxWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Mail, MailboxView } from '../../../mail/index.ts'
import {
  readAccount,
  readBoolean,
  readInt,
  invalid,
  onlyKnown,
  optionalString,
  readState,
} from '../../engine/arguments.ts'
import { type JmapAccount, type Method, MethodFailure } from '../../engine/method.ts'
import { queryChangesArguments } from '../../engine/query.ts'
import { answersTo, mailboxQueryArguments, readMailboxQuestion } from './question.ts'

interface Needs {
  mail: Mail
  changes: Changes
}

/** Mailbox/queryChanges (RFC 8621 §2.4). `upToId` is for orders that cannot change, and these can: it counts for nothing. */
export function mailboxQueryChanges({ mail, changes }: Needs): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, [...queryChangesArguments, ...mailboxQueryArguments])
      const account = readAccount(args, caller)
      if (typeof args['sinceQueryState'] !== 'string') throw invalid('sinceQueryState', 'a state string')
      const max = readInt(args, 'maxChanges', Number.MAX_SAFE_INTEGER, 0)
      if (max === 0) throw invalid('maxChanges', 'a whole number above 0')
      optionalString(args, 'upToId')
      const question = readMailboxQuestion(args)
      const oldState = readState(args, 'sinceQueryState')
      const { state, mailboxes } = await mail.mailboxes.at(account.id)
      const changed = await changedSince(changes, account, oldState)
      const moved = question.sortAsTree || question.filterAsTree ? withBelow(changed, mailboxes) : changed
      const all = answersTo(question, mailboxes)
      const removed = [...moved].filter(([, existed]) => existed).map(([id]) => mailboxWireId.encode(id))
      const added = all.flatMap((id, index) =>
        moved.has(id) ? [{ id: mailboxWireId.encode(id), index }] : [],
      )
      if (removed.length + added.length > max) throw new MethodFailure('tooManyChanges')
      return {
        accountId: accountWireId.encode(account.id),
        oldQueryState: String(oldState),
        newQueryState: String(state),
        ...(readBoolean(args, 'calculateTotal', false) ? { total: all.length } : {}),
        removed,
        added,
      }
    },
  }
}

/**
 * Mailboxes of which anything but the counters changed, which no filter and no order looks at; with whether they were
 * there before. RFC 8620 §5.6 lets `removed` name what was not among the results.
 */
async function changedSince(
  changes: Changes,
  account: JmapAccount,
  since: number,
): Promise<Map<MailboxId, boolean>> {
  const changed = new Map<MailboxId, boolean>()
  for (let state = since; ;) {
    const next = await changes.since(account.id, 'Mailbox', state, Number.MAX_SAFE_INTEGER)
    if (next === 'cannot-calculate') throw new MethodFailure('cannotCalculateChanges')
    const counted = new Set(next.onlyNamed)
    const note = (ids: readonly number[], existed: boolean) => {
      for (const id of ids) if (!changed.has(id as MailboxId)) changed.set(id as MailboxId, existed)
    }
    note(next.created, false)
    note(
      next.updated.filter((id) => !counted.has(id)),
      true,
    )
    note(next.destroyed, true)
    if (!next.hasMore) return changed
    state = next.newState
  }
}

/** Adds the mailboxes below each changed one: they move with it and are hidden with it. */
function withBelow(
  changed: ReadonlyMap<MailboxId, boolean>,
  mailboxes: readonly MailboxView[],
): Map<MailboxId, boolean> {
  const all = new Map(changed)
  for (let before = -1; before !== all.size;) {
    before = all.size
    for (const { id, parentId } of mailboxes)
      if (parentId !== null && all.has(parentId) && !all.has(id)) all.set(id, true)
  }
  return all
}
