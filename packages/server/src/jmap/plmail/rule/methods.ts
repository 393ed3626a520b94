import { capability, ruleWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import { changesMethod } from '../../engine/changes.ts'
import type { Method } from '../../engine/method.ts'
import { rulesAccountOf } from './account.ts'
import { ruleGet, type RuleNeeds } from './get.ts'
import { rulePreview, ruleRun, ruleUndoRun } from './run.ts'
import { ruleSet } from './set.ts'

/** The methods on rules (docs/jmap.md), which live in the personal account. */
export function ruleMethods(needs: RuleNeeds & { changes: Changes }): Array<[string, Method]> {
  const place = { capability: capability.rules, choose: rulesAccountOf }
  return [
    ['Rule/get', ruleGet(needs)],
    ['Rule/changes', changesMethod(needs.changes, 'Rule', ruleWireId, place)],
    ['Rule/preview', rulePreview(needs)],
    ['Rule/run', ruleRun(needs)],
    ['Rule/undoRun', ruleUndoRun(needs)],
    ['Rule/set', ruleSet(needs)],
  ]
}
