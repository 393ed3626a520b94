import { accountWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Mail } from '../../../mail/index.ts'
import { readAccount, invalid, type JsonObject, onlyKnown } from '../../engine/arguments.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import {
  readComparators,
  cut,
  readFilterTree,
  matching,
  readPaging,
  queryArguments,
  queryChangesArguments,
} from '../../engine/query.ts'
import { quotaJson } from './quota.ts'

type Quota = ReturnType<typeof quotaJson>
type IsMatch = (quota: Quota) => boolean

/** Quota/query (RFC 9425 §4.4). */
export function quotaQuery({ mail, changes }: { mail: Mail; changes: Changes }): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, queryArguments)
      const { id } = readAccount(args, caller)
      const isMatch = matching(readFilterTree(args['filter'], compileCondition))
      const sort = readComparators(args['sort'], ['name', 'used'])
      const paging = readPaging(args)
      const state = await changes.state(id)
      const quotas = (await mail.quotas.list(id)).map(quotaJson).filter(isMatch)
      const sorted = quotas.sort((a, b) => {
        for (const { property, isAscending } of sort) {
          const order = a[property] === b[property] ? 0 : a[property] < b[property] ? -1 : 1
          if (order !== 0) return isAscending ? order : -order
        }
        return 0
      })
      const page = cut(
        sorted.map((quota) => quota.id),
        paging,
      )
      return {
        accountId: accountWireId.encode(id),
        queryState: String(state),
        canCalculateChanges: false,
        ...page,
        ...(paging.calculateTotal ? { total: quotas.length } : {}),
      }
    },
  }
}

/** Quota/queryChanges (RFC 9425 §4.5). There are a handful at most: asking again costs less than counting changes. */
export const quotaQueryChanges: Method = {
  run: async (args, { caller }) => {
    onlyKnown(args, queryChangesArguments)
    readAccount(args, caller)
    throw new MethodFailure('cannotCalculateChanges')
  },
}

function compileCondition(json: JsonObject): IsMatch {
  onlyKnown(json, ['name', 'scope', 'resourceType', 'type'])
  if (Object.values(json).some((value) => typeof value !== 'string'))
    throw invalid('filter', 'conditions that are strings')
  const { name, scope, resourceType, type } = json as Record<string, string>
  return (quota) =>
    (name === undefined || quota.name.toLowerCase().includes(name.toLowerCase())) &&
    (scope === undefined || quota.scope === scope) &&
    (resourceType === undefined || quota.resourceType === resourceType) &&
    (type === undefined || quota.types.includes(type))
}
