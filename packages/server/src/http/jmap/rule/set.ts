import { capability, type RuleId, ruleWireId } from '@plmail/wire'
import type { RuleFields, RuleRefusal, RuleView } from '../../../mail/index.ts'
import { type CallContext, type Method, MethodFailure } from '../method.ts'
import { invalidProperties, knownId, nothingSet, setAnswer, type SetError, setRequest } from '../set.ts'
import { rulesAccountOf } from './account.ts'
import type { RuleNeeds } from './get.ts'
import { newRule, ruleJson, rulePatch } from './rule-json.ts'

/** Rule/set. */
export function ruleSet({ rules }: RuleNeeds): Method {
  return {
    capability: capability.rules,
    writes: true,
    run: async (args, context) => {
      const request = setRequest(args, context.caller, [], rulesAccountOf)
      const { account, ifInState } = request
      const outcome = nothingSet()
      const made: Array<[string, RuleFields]> = []
      for (const [name, json] of request.create) {
        const fields = newRule(json, context.caller)
        if ('type' in fields) outcome.notCreated.set(name, fields)
        else made.push([name, fields])
      }
      const before = request.update.length > 0 ? await rules.list(account.id) : []
      const destroy = ids(request.destroy, context, outcome.notDestroyed)
      const update = updates(request.update, before, context, outcome.notUpdated)
      for (const id of destroy)
        if (update.delete(id)) outcome.notUpdated.set(ruleWireId.encode(id), { type: 'willDestroy' })
      const wanted = { create: made.map(([, fields]) => fields), update, destroy }
      const done = await rules.set(context.caller.userId, account.id, wanted, ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      for (const [index, [name]] of made.entries()) {
        const one = done.created[index] ?? 'not-found'
        if (typeof one === 'string') outcome.notCreated.set(name, errorOf(one))
        else {
          context.createdIds.set(name, ruleWireId.encode(one.id))
          outcome.created.set(name, ruleJson(one))
        }
      }
      for (const id of update.keys()) {
        const why = done.refusedUpdates.get(id)
        if (why) outcome.notUpdated.set(ruleWireId.encode(id), errorOf(why))
        else outcome.updated.set(ruleWireId.encode(id), null)
      }
      for (const id of new Set(destroy)) {
        const why = done.refusedDestroys.get(id)
        if (why) outcome.notDestroyed.set(ruleWireId.encode(id), errorOf(why))
        else outcome.destroyed.push(ruleWireId.encode(id))
      }
      return setAnswer(account, done, outcome)
    },
  }
}

function ids(
  texts: readonly string[],
  { createdIds }: CallContext,
  refused: Map<string, SetError>,
): RuleId[] {
  return texts.flatMap((text) => {
    const id = ruleWireId.decode(knownId(text, createdIds))
    if (id === undefined) refused.set(text, { type: 'notFound' })
    return id === undefined ? [] : [id]
  })
}

function updates(
  wanted: ReadonlyArray<[string, Readonly<Record<string, unknown>>]>,
  before: readonly RuleView[],
  { createdIds, caller }: CallContext,
  refused: Map<string, SetError>,
): Map<RuleId, Partial<RuleFields>> {
  const found = new Map<RuleId, Partial<RuleFields>>()
  for (const [text, patch] of wanted) {
    const id = ruleWireId.decode(knownId(text, createdIds))
    const known = before.find((one) => one.id === id)
    const fields = rulePatch(patch, known && ruleJson(known), caller)
    if (id === undefined) refused.set(text, { type: 'notFound' })
    else if ('type' in fields) refused.set(text, fields)
    else found.set(id, fields)
  }
  return found
}

/** Why a rule is refused, in the terms of RFC 8620 §5.3. */
export function errorOf(why: RuleRefusal): SetError {
  switch (why) {
    case 'not-found':
      return { type: 'notFound' }
    case 'too-many':
      return { type: 'overQuota', description: 'There are too many rules' }
    case 'unfit-condition':
      return invalidProperties(['condition'], 'No filter of Email/query that rules can have')
    case 'asks-nothing':
      return invalidProperties(['condition'], 'It finds all mail there is')
    case 'no-action':
      return invalidProperties(['actions'], 'A rule does something')
    case 'unknown-mailbox':
      return invalidProperties(['actions'], 'None of the accounts has a folder of that name')
  }
}
