import { capability, preferencesId, savedSearchWireId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { PreferenceRoom, SavedSearches } from '../../people/index.ts'
import { personalOf } from '../engine/arguments.ts'
import { changesMethod } from '../engine/changes.ts'
import type { Method } from '../engine/method.ts'
import { preferencesGet } from './preferences/get.ts'
import { preferencesSet } from './preferences/set.ts'
import { savedSearchGet } from './saved-search/get.ts'
import { savedSearchSet } from './saved-search/set.ts'

export interface ChoiceNeeds {
  preferences: PreferenceRoom
  savedSearches: SavedSearches
}

/** The methods on what users choose and keep for themselves, all in the personal account. */
export function choiceMethods(needs: ChoiceNeeds & { changes: Changes }): Array<[string, Method]> {
  const { changes } = needs
  const place = { choose: personalOf }
  return [
    ['Preferences/get', preferencesGet(needs)],
    [
      'Preferences/changes',
      changesMethod(
        changes,
        'Preferences',
        { encode: () => preferencesId },
        {
          ...place,
          capability: capability.preferences,
        },
      ),
    ],
    ['Preferences/set', preferencesSet(needs)],
    ['SavedSearch/get', savedSearchGet(needs)],
    [
      'SavedSearch/changes',
      changesMethod(changes, 'SavedSearch', savedSearchWireId, {
        ...place,
        capability: capability.search,
      }),
    ],
    ['SavedSearch/set', savedSearchSet(needs)],
  ]
}
