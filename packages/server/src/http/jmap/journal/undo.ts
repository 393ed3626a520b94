import { accountWireId, capability, emailWireId, journalWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Mail } from '../../../mail/index.ts'
import { idsOf, invalid, onlyKnown } from '../arguments.ts'
import { limits } from '../limits.ts'
import type { Method } from '../method.ts'

const errorTypes = {
  'not-found': 'notFound',
  expired: 'expired',
  'already-undone': 'alreadyUndone',
  'not-undoable': 'notUndoable',
} as const

/** Journal/undo: takes back what the user did, from any window, as long as the journal allows. */
export function journalUndo({ mail, changes }: { mail: Mail; changes: Pick<Changes, 'journal'> }): Method {
  return {
    capability: capability.journal,
    writes: true,
    run: async (args, { caller }) => {
      onlyKnown(args, ['ids'])
      const ids = idsOf(args, 'ids', limits.maxObjectsInSet)
      if (ids === null) throw invalid('ids', 'a list of journal ids')
      const undone: Record<string, unknown>[] = []
      const notUndone: Record<string, { type: string }> = {}
      for (const text of ids) {
        const id = journalWireId.decode(text)
        // Entries are the user's; the caller may be narrowed to some accounts.
        const entry = id === undefined ? undefined : await changes.journal.get(caller.userId, id)
        const isOpen = entry !== undefined && caller.accounts.has(entry.accountId)
        const outcome = isOpen ? await mail.actions.undo(caller.userId, entry.id) : undefined
        if (!outcome) notUndone[text] = { type: 'notFound' }
        else if (!outcome.ok) notUndone[text] = { type: errorTypes[outcome.why] }
        else
          undone.push({
            id: text,
            accountId: accountWireId.encode(outcome.accountId),
            restored: outcome.restored.map((one) => emailWireId.encode(one)),
            skipped: outcome.skipped.map((one) => emailWireId.encode(one)),
            newState: String(outcome.newState),
          })
      }
      return { undone, notUndone }
    },
  }
}
