import { accountWireId, capability, type WireId } from '@plmail/wire'
import type { Changes, ObjectType } from '../../changes/index.ts'
import { type AccountChoice, accountOf, intOf, invalid, onlyKnown, stateOf } from './arguments.ts'
import { limits } from './limits.ts'
import { type Method, MethodFailure } from './method.ts'

/** Capability and account of a type; mail by default. */
export interface TypePlace {
  capability: string
  choose: AccountChoice
}

const ofMail: TypePlace = { capability: capability.mail, choose: accountOf }

/** Foo/changes (RFC 8620 §5.2), the same for every type with a log; `codec` is the type's. */
export function changesMethod<N extends number>(
  changes: Changes,
  type: ObjectType,
  codec: Pick<WireId<N>, 'encode'>,
  place: TypePlace = ofMail,
): Method {
  return {
    capability: place.capability,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'sinceState', 'maxChanges'])
      const account = place.choose(args, caller)
      const most = intOf(args, 'maxChanges', limits.maxChanges, 0)
      if (most === 0) throw invalid('maxChanges', 'a whole number above 0')
      const since = await changes.since(
        account.id,
        type,
        stateOf(args, 'sinceState'),
        Math.min(most, limits.maxChanges),
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
