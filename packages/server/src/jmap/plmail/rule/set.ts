import { type RuleId, ruleWireId } from '@plmail/wire'
import type { RuleRefusal, RuleView } from '../../../mail/index.ts'
import type { JsonObject } from '../../engine/arguments.ts'
import type { Caller, Method } from '../../engine/method.ts'
import { invalidProperties, type SetError, setRequest } from '../../engine/set.ts'
import { setObjects } from '../../engine/set-objects.ts'
import { readRulesAccount } from './account.ts'
import type { RuleNeeds } from './get.ts'
import { newRule, ruleJson, rulePatch } from './rule-json.ts'

/** Rule/set. */
export function ruleSet({ rules }: RuleNeeds): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const request = setRequest(args, context.caller, [], readRulesAccount)
      const { account, ifInState } = request
      const before = request.update.length > 0 ? await rules.list(account.id) : []
      const { answer } = await setObjects(ruleType(before, context.caller), request, context, (objects) =>
        rules.set(context.caller.userId, account.id, objects, ifInState),
      )
      return answer
    },
  }
}

/** A patch is read over what stands there: `before`. */
const ruleType = (before: readonly RuleView[], caller: Caller) => ({
  wireId: ruleWireId,
  readCreation: (json: JsonObject) => newRule(json, caller),
  readPatch: (json: JsonObject, id: RuleId) => {
    const existing = before.find((rule) => rule.id === id)
    return rulePatch(json, existing && ruleJson(existing), caller)
  },
  getId: ({ id }: RuleView) => id,
  toJson: ruleJson,
  toError,
})

/** Why a rule is refused, in the terms of RFC 8620 §5.3. */
export function toError(why: RuleRefusal): SetError {
  switch (why) {
    case 'not-found':
      return { type: 'notFound' }
    case 'too-many':
      return { type: 'overQuota', description: { problem: 'rules/too-many' } }
    case 'unfit-condition':
      return invalidProperties(['condition'], { problem: 'rules/unusable-condition' })
    case 'asks-nothing':
      return invalidProperties(['condition'], { problem: 'rules/matches-everything' })
    case 'no-action':
      return invalidProperties(['actions'], { problem: 'rules/nothing-to-do' })
    case 'unknown-mailbox':
      return invalidProperties(['actions'], { problem: 'rules/no-such-folder' })
  }
}
