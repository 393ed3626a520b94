import { capability, preferencesId } from '@plmail/wire'
import { readPersonalAccount } from '../../engine/arguments.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { changesMethod } from '../../engine/changes.ts'
import { preferencesGet, type PreferenceMethodNeeds } from './get.ts'
import { preferencesSet } from './set.ts'

/** Choices of a user that are the same in every browser. */
export function createPreferencesCapability({ preferences, changes }: PreferenceMethodNeeds): Capability {
  const wireId = { encode: () => preferencesId }
  return {
    uri: capability.preferences,
    ofAccount: inAccountsThat('isOfPerson'),
    methods: {
      'Preferences/get': preferencesGet({ preferences, changes }),
      'Preferences/changes': changesMethod(changes, 'Preferences', wireId, readPersonalAccount),
      'Preferences/set': preferencesSet({ preferences, changes }),
    },
  }
}
