import { capability, templateWireId } from '@plmail/wire'
import { readPersonalAccount } from '../../engine/arguments.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { changesMethod } from '../../engine/changes.ts'
import { templateGet, type TemplateNeeds } from './get.ts'
import { templateQuery } from './query.ts'
import { templateSet } from './set.ts'

/** Messages that a user writes more than once, kept in the personal account. */
export function createTemplatesCapability({ templates, changes }: TemplateNeeds): Capability {
  return {
    uri: capability.templates,
    ofAccount: inAccountsThat('isOfPerson'),
    methods: {
      'Template/get': templateGet({ templates, changes }),
      'Template/changes': changesMethod(changes, 'Template', templateWireId, readPersonalAccount),
      'Template/query': templateQuery({ templates, changes }),
      'Template/set': templateSet({ templates }),
    },
  }
}
