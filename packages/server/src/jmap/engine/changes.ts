import { accountWireId, type WireId } from '@plmail/wire'
import type { Changes, ObjectType } from '../../changes/index.ts'
import { type AccountChoice, readAccount, readInt, invalid, onlyKnown, readState } from './arguments.ts'
import { limits } from './limits.ts'
import { type Method, MethodFailure } from './method.ts'

/** Foo/changes (RFC 8620 §5.2), the same for every type with a log; `codec` is the type's. Default: of a mail account. */
export function changesMethod<N extends number>(
  changes: Changes,
  type: ObjectType,
  codec: Pick<WireId<N>, 'encode'>,
  choose: AccountChoice = readAccount,
): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'sinceState', 'maxChanges'])
      const account = choose(args, caller)
      const max = readInt(args, 'maxChanges', limits.maxChanges, 0)
      if (max === 0) throw invalid('maxChanges', 'a whole number above 0')
      const since = await changes.since(
        account.id,
        type,
        readState(args, 'sinceState'),
        Math.min(max, limits.maxChanges),
      )
      if (since === 'cannot-calculate') throw new MethodFailure('cannotCalculateChanges')
      // The log keeps the numbers of every type, and was asked for those of this one.
      const encoded = (ids: readonly number[]) => ids.map((id) => codec.encode(id as N))
      return {
        accountId: accountWireId.encode(account.id),
        oldState: String(since.oldState),
        newState: String(since.newState),
        hasMoreChanges: since.hasMore,
        created: encoded(since.created),
        updated: encoded(since.updated),
        destroyed: encoded(since.destroyed),
        ...(type === 'Mailbox' || type === 'Quota' ? { updatedProperties: since.updatedProperties } : {}),
      }
    },
  }
}
