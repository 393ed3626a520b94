import { accountWireId, capability } from '@plmail/wire'
import type { Changes, ObjectType } from '../../changes/index.ts'
import { type AccountChoice, accountOf, intOf, invalid, onlyKnown, stateOf } from './arguments.ts'
import { limits } from './limits.ts'
import { type Method, MethodFailure } from './method.ts'

/** Where a type lives and what it belongs to; mail unless said otherwise. */
export interface TypePlace {
  capability: string
  choose: AccountChoice
}

const ofMail: TypePlace = { capability: capability.mail, choose: accountOf }

/** Foo/changes (RFC 8620 §5.2), the same for every type with a log. */
export function changesMethod(
  changes: Changes,
  type: ObjectType,
  encode: (id: number) => string,
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
      return {
        accountId: accountWireId.encode(account.id),
        oldState: String(since.oldState),
        newState: String(since.newState),
        hasMoreChanges: since.hasMore,
        created: since.created.map(encode),
        updated: since.updated.map(encode),
        destroyed: since.destroyed.map(encode),
        ...(type === 'Mailbox' || type === 'Quota' ? { updatedProperties: since.updatedProperties } : {}),
      }
    },
  }
}
