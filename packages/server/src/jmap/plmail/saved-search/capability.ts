import { capability, savedSearchWireId } from '@plmail/wire'
import { readPersonalAccount } from '../../engine/arguments.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { changesMethod } from '../../engine/changes.ts'
import { savedSearchGet, type SavedSearchMethodNeeds } from './get.ts'
import { savedSearchSet } from './set.ts'

/** Typed searches: in Email/query as the condition `query`, and kept by name in the personal account. */
export function createSearchCapability({ savedSearches, changes }: SavedSearchMethodNeeds): Capability {
  return {
    uri: capability.search,
    ofAccount: inAccountsThat('holdsMail', 'isOfPerson'),
    methods: {
      'SavedSearch/get': savedSearchGet({ savedSearches, changes }),
      'SavedSearch/changes': changesMethod(changes, 'SavedSearch', savedSearchWireId, readPersonalAccount),
      'SavedSearch/set': savedSearchSet({ savedSearches }),
    },
  }
}
