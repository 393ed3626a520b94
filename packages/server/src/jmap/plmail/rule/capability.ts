import { capability, ruleWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Capability } from '../../engine/capability.ts'
import { changesMethod } from '../../engine/changes.ts'
import { readRulesAccount } from './account.ts'
import { ruleGet, type RuleNeeds } from './get.ts'
import { rulePreview, ruleRun, ruleUndoRun } from './run.ts'
import { ruleSet } from './set.ts'

/** Rules for new mail, kept in the personal account. */
export function createRulesCapability({ rules, changes }: RuleNeeds & { changes: Changes }): Capability {
  return {
    uri: capability.rules,
    // Rules move mail: credentials that open none have none.
    ofAccount: ({ isOfPerson, caller }) => (isOfPerson && caller.accounts.size > 0 ? {} : undefined),
    methods: {
      'Rule/get': ruleGet({ rules, changes }),
      'Rule/changes': changesMethod(changes, 'Rule', ruleWireId, readRulesAccount),
      'Rule/preview': rulePreview({ rules }),
      'Rule/run': ruleRun({ rules }),
      'Rule/undoRun': ruleUndoRun({ rules }),
      'Rule/set': ruleSet({ rules }),
    },
  }
}
