import { preferenceNames, preferencesId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { PreferenceRoom } from '../../../people/index.ts'
import { readIds, invalid, onlyKnown, readPersonalAccount, readStrings } from '../../engine/arguments.ts'
import { pick } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import type { Method } from '../../engine/method.ts'

export interface PreferenceMethodNeeds {
  preferences: PreferenceRoom
  changes: Changes
}

const properties: readonly string[] = ['id', ...preferenceNames]

/** Preferences/get: one object, whose values are all there whether chosen or not. */
export function preferencesGet({ preferences, changes }: PreferenceMethodNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const account = readPersonalAccount(args, caller)
      const ids = readIds(args, 'ids', limits.maxObjectsInGet)
      const selection = readStrings(args, 'properties')
      const unknown = selection?.find((name) => !properties.includes(name))
      if (unknown !== undefined)
        throw invalid('properties', `properties of the type, which ${unknown} is not`)
      const state = await changes.state(account.id)
      const stored = { id: preferencesId, ...(await preferences.get(account.id)) }
      return {
        accountId: args['accountId'],
        state: String(state),
        list:
          ids?.includes(preferencesId) === false
            ? []
            : [pick(stored, selection && new Set(['id', ...selection]))],
        notFound: (ids ?? []).filter((id) => id !== preferencesId),
      }
    },
  }
}
