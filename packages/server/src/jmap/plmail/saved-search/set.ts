import { savedSearchWireId } from '@plmail/wire'
import type { SavedSearchFields, SavedSearchRefusal, SavedSearchView } from '../../../people/index.ts'
import { type JsonObject, readPersonalAccount } from '../../engine/arguments.ts'
import type { Method } from '../../engine/method.ts'
import { invalidProperties, type SetError, setRequest } from '../../engine/set.ts'
import { refuseUnless, setObjects } from '../../engine/set-objects.ts'
import type { SavedSearchMethodNeeds } from './get.ts'

/** SavedSearch/set. */
export function savedSearchSet({ savedSearches }: Pick<SavedSearchMethodNeeds, 'savedSearches'>): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const request = setRequest(args, context.caller, [], readPersonalAccount)
      const { account, ifInState } = request
      const { answer } = await setObjects(savedSearchType, request, context, async (objects) => {
        const done = await savedSearches.set(context.caller.userId, account.id, objects, ifInState)
        return done === 'state-mismatch'
          ? done
          : { ...done, refusedDestroys: refuseUnless(objects.destroy, done.destroyed) }
      })
      return answer
    },
  }
}

const savedSearchType = {
  wireId: savedSearchWireId,
  readCreation: newSearch,
  readPatch: readFields,
  getId: ({ id }: SavedSearchView) => id,
  toJson: ({ sortOrder }: SavedSearchView) => ({ sortOrder }),
  toError: (why: SavedSearchRefusal): SetError =>
    why === 'too-many'
      ? { type: 'overQuota', description: { problem: 'searches/too-many' } }
      : { type: 'notFound' },
}

function newSearch(json: JsonObject): SavedSearchFields | SetError {
  const fields = readFields(json)
  if ('type' in fields) return fields
  const { name, query } = fields
  if (name === undefined) return invalidProperties(['name'])
  return query === undefined ? invalidProperties(['query']) : { sortOrder: 0, ...fields, name, query }
}

const maxLength = { name: 200, query: 2000 }

function readFields(json: JsonObject): Partial<SavedSearchFields> | SetError {
  const fields: { -readonly [Name in keyof SavedSearchFields]?: SavedSearchFields[Name] } = {}
  const bad: string[] = []
  for (const [property, value] of Object.entries(json)) {
    if ((property === 'name' || property === 'query') && isText(value, maxLength[property]))
      fields[property] = value.trim()
    else if (property === 'sortOrder' && isOrder(value)) fields.sortOrder = value
    else bad.push(property)
  }
  return bad.length > 0 ? invalidProperties(bad) : fields
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max && !/[\p{Cc}\p{Cs}]/u.test(value)

const isOrder = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31
