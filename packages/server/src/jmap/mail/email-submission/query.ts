import { type AccountId, accountWireId, submissionWireId } from '@plmail/wire'
import {
  readAccount,
  readBoolean,
  readInt,
  invalid,
  onlyKnown,
  optionalString,
  readState,
} from '../../engine/arguments.ts'
import { limits } from '../../engine/limits.ts'
import { type Arguments, type Method, MethodFailure } from '../../engine/method.ts'
import { cut, readPaging, queryArguments, queryChangesArguments } from '../../engine/query.ts'
import { submissionFilter, submissionOrder } from './filter.ts'
import type { SubmissionNeeds } from './get.ts'

/** EmailSubmission/query (RFC 8621 §7.3). */
export function submissionQuery(needs: SubmissionNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, queryArguments)
      const account = readAccount(args, caller)
      const paging = readPaging(args)
      const { state, ids } = await loadResults(needs, account.id, args)
      const page = cut(ids, paging)
      return {
        accountId: accountWireId.encode(account.id),
        queryState: String(state),
        canCalculateChanges: true,
        position: page.position,
        ids: page.ids,
        ...(paging.calculateTotal ? { total: ids.length } : {}),
        ...(paging.isBounded ? { limit: limits.maxQuery } : {}),
      }
    },
  }
}

/** EmailSubmission/queryChanges (RFC 8621 §7.4): what changed leaves the results and enters them again where it is now. */
export function submissionQueryChanges(needs: SubmissionNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, queryChangesArguments)
      const account = readAccount(args, caller)
      if (typeof args['sinceQueryState'] !== 'string') throw invalid('sinceQueryState', 'a state string')
      const max = readInt(args, 'maxChanges', Number.MAX_SAFE_INTEGER, 0)
      if (max === 0) throw invalid('maxChanges', 'a whole number above 0')
      optionalString(args, 'upToId')
      const sinceState = readState(args, 'sinceQueryState')
      const since = await needs.changes.since(account.id, 'EmailSubmission', sinceState, limits.maxChanges)
      if (since === 'cannot-calculate' || since.hasMore) throw new MethodFailure('cannotCalculateChanges')
      const { state, ids } = await loadResults(needs, account.id, args)
      const touched = new Set([...since.created, ...since.updated].map(wireId))
      const removed = [...since.updated, ...since.destroyed].map(wireId)
      const added = ids.flatMap((id, index) => (touched.has(id) ? [{ id, index }] : []))
      if (removed.length + added.length > max) throw new MethodFailure('tooManyChanges')
      return {
        accountId: accountWireId.encode(account.id),
        oldQueryState: String(sinceState),
        newQueryState: String(state),
        ...(readBoolean(args, 'calculateTotal', false) ? { total: ids.length } : {}),
        removed,
        added,
      }
    },
  }
}

const wireId = (id: number): string =>
  submissionWireId.encode(id as Parameters<typeof submissionWireId.encode>[0])

/** The state is read first, so that a client can only be told too much later. */
async function loadResults(
  { submissions, changes }: SubmissionNeeds,
  accountId: AccountId,
  args: Arguments,
): Promise<{ state: number; ids: string[] }> {
  const matches = submissionFilter(args['filter'])
  const order = submissionOrder(args['sort'])
  const state = await changes.state(accountId)
  const matching = (await submissions.list(accountId, null)).filter(matches).sort(order)
  return { state, ids: matching.map(({ id }) => submissionWireId.encode(id)) }
}
