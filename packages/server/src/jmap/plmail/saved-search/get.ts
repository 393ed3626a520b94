import { savedSearchWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { SavedSearches } from '../../../people/index.ts'
import { onlyKnown, readPersonalAccount } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import type { Method } from '../../engine/method.ts'

export interface SavedSearchMethodNeeds {
  savedSearches: SavedSearches
  changes: Changes
}

const properties = ['id', 'name', 'query', 'sortOrder']

/** SavedSearch/get. */
export function savedSearchGet({ savedSearches, changes }: SavedSearchMethodNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, savedSearchWireId, properties, readPersonalAccount)
      return answerGet(changes, request, savedSearchWireId, async () => {
        const all = await savedSearches.list(request.account.id)
        const listed = request.ids === null ? all : all.filter(({ id }) => request.ids?.includes(id))
        return listed.map(({ id, ...fields }) => ({
          id,
          json: pick({ id: savedSearchWireId.encode(id), ...fields }, request.properties),
        }))
      })
    },
  }
}
