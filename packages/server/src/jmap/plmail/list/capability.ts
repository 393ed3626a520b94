import { capability } from '@plmail/wire'
import type { Mail, Rules } from '../../../mail/index.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { listQuery } from './query.ts'
import { listRun, listRuns, listUndoRun } from './run.ts'

/** Conversations of many accounts in one list, and one action on all of them. */
export function createListsCapability({ mail, rules }: { mail: Mail; rules: Rules }): Capability {
  return {
    uri: capability.lists,
    ofAccount: inAccountsThat('holdsMail'),
    methods: {
      'List/query': listQuery({ mail }),
      'List/run': listRun({ rules }),
      'List/runs': listRuns({ rules }),
      'List/undoRun': listUndoRun({ rules }),
    },
  }
}
