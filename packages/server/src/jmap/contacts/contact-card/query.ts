import { accountWireId, type ContactCardId, contactCardWireId } from '@plmail/wire'
import type { ContactNeeds } from '../address-book/get.ts'
import {
  readInt,
  invalid,
  onlyKnown,
  optionalString,
  readPersonalAccount,
  readState,
} from '../../engine/arguments.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { cut, readPaging, queryArguments, queryChangesArguments } from '../../engine/query.ts'
import { readCardQuestion } from './question.ts'

/** ContactCard/query (RFC 9610 §3.3). */
export function contactCardQuery({ contacts, changes }: ContactNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, queryArguments)
      const { id } = readPersonalAccount(args, caller)
      const question = readCardQuestion(args)
      const paging = readPaging(args)
      await contacts.collect(caller.userId)
      const state = await changes.state(id)
      const all = (await contacts.cards.query(id, question)).map(contactCardWireId.encode)
      return {
        accountId: accountWireId.encode(id),
        queryState: String(state),
        canCalculateChanges: true,
        ...cut(all, paging),
        ...(paging.calculateTotal ? { total: all.length } : {}),
        ...(paging.isBounded ? { limit: paging.limit } : {}),
      }
    },
  }
}

/**
 * ContactCard/queryChanges (RFC 9610 §3.4): what changed since is taken out and, where it answers now, put in. `upToId` is
 * for orders that cannot change, and these can: it counts for nothing.
 */
export function contactCardQueryChanges({ contacts, changes }: ContactNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, queryChangesArguments)
      const { id } = readPersonalAccount(args, caller)
      if (typeof args['sinceQueryState'] !== 'string') throw invalid('sinceQueryState', 'a state string')
      const max = readInt(args, 'maxChanges', Number.MAX_SAFE_INTEGER, 0)
      if (max === 0) throw invalid('maxChanges', 'a whole number above 0')
      optionalString(args, 'upToId')
      const question = readCardQuestion(args)
      const since = await changes.since(id, 'ContactCard', readState(args, 'sinceQueryState'), maxChanges)
      if (since === 'cannot-calculate' || since.hasMore) throw new MethodFailure('cannotCalculateChanges')
      const all = await contacts.cards.query(id, question)
      const moved = new Set([...since.created, ...since.updated])
      const added = all.flatMap((card, index) =>
        moved.has(card) ? [{ id: contactCardWireId.encode(card), index }] : [],
      )
      const removed = [...since.updated, ...since.destroyed].map((card) =>
        contactCardWireId.encode(card as ContactCardId),
      )
      if (added.length + removed.length > max) throw new MethodFailure('tooManyChanges')
      return {
        accountId: accountWireId.encode(id),
        oldQueryState: String(since.oldState),
        newQueryState: String(since.newState),
        removed,
        added,
        ...(args['calculateTotal'] === true ? { total: all.length } : {}),
      }
    },
  }
}

/** Beyond this a client asks again for less. */
const maxChanges = 5000
