import { ruleWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Rules } from '../../../mail/index.ts'
import { onlyKnown } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import type { Method } from '../../engine/method.ts'
import { readRulesAccount } from './account.ts'
import { ruleJson, ruleProperties } from './rule-json.ts'

export interface RuleNeeds {
  rules: Rules
}

/** Rule/get: in the order in which they are asked. */
export function ruleGet({ rules, changes }: RuleNeeds & { changes: Changes }): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, ruleWireId, ruleProperties, readRulesAccount)
      return answerGet(changes, request, ruleWireId, async () => {
        const all = await rules.list(request.account.id)
        const listed = request.ids === null ? all : all.filter(({ id }) => request.ids?.includes(id))
        return listed.map((rule) => ({ id: rule.id, json: pick(ruleJson(rule), request.properties) }))
      })
    },
  }
}
