import { capability, type SavedSearchId, savedSearchWireId } from '@plmail/wire'
import type { SavedSearchFields } from '../../../people/index.ts'
import { type JsonObject, personalOf } from '../arguments.ts'
import { type CallContext, type Method, MethodFailure } from '../method.ts'
import {
  invalidProperties,
  knownId,
  nothingSet,
  type SetError,
  type SetOutcome,
  type SetRequest,
  setAnswer,
  setRequest,
} from '../set.ts'
import type { SavedSearchNeeds } from './get.ts'

/** SavedSearch/set. */
export function savedSearchSet({ savedSearches }: Pick<SavedSearchNeeds, 'savedSearches'>): Method {
  return {
    capability: capability.search,
    writes: true,
    run: async (args, context) => {
      const request = setRequest(args, context.caller, [], personalOf)
      const { account, ifInState } = request
      const outcome = nothingSet()
      const create = creations(request, outcome)
      const update = updates(request, context, outcome)
      const destroy = idsOf(request.destroy, context, outcome.notDestroyed)
      const asked = { create: create.map(([, fields]) => fields), update, destroy }
      const done = await savedSearches.set(context.caller.userId, account.id, asked, ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      for (const [index, [name, { sortOrder }]] of create.entries()) {
        const made = done.created[index]
        if (made === undefined) outcome.notCreated.set(name, tooMany)
        else {
          const id = savedSearchWireId.encode(made)
          context.createdIds.set(name, id)
          outcome.created.set(name, { id, sortOrder })
        }
      }
      for (const id of update.keys()) {
        const text = savedSearchWireId.encode(id)
        if (done.updated.has(id)) outcome.updated.set(text, null)
        else outcome.notUpdated.set(text, { type: done.destroyed.has(id) ? 'willDestroy' : 'notFound' })
      }
      for (const id of new Set(destroy)) {
        const text = savedSearchWireId.encode(id)
        if (done.destroyed.has(id)) outcome.destroyed.push(text)
        else outcome.notDestroyed.set(text, { type: 'notFound' })
      }
      return setAnswer(account, done, outcome)
    },
  }
}

const tooMany: SetError = { type: 'overQuota', description: 'There are too many saved searches' }

function creations({ create }: SetRequest, outcome: SetOutcome): Array<[string, SavedSearchFields]> {
  return create.flatMap(([name, json]) => {
    const fields = fieldsOf(json)
    if ('type' in fields) outcome.notCreated.set(name, fields)
    else if (fields.name === undefined) outcome.notCreated.set(name, invalidProperties(['name']))
    else if (fields.query === undefined) outcome.notCreated.set(name, invalidProperties(['query']))
    else return [[name, { sortOrder: 0, ...fields, name: fields.name, query: fields.query }]]
    return []
  })
}

function updates({ update }: SetRequest, { createdIds }: CallContext, outcome: SetOutcome) {
  const found = new Map<SavedSearchId, Partial<SavedSearchFields>>()
  for (const [text, patch] of update) {
    const id = savedSearchWireId.decode(knownId(text, createdIds))
    const fields = fieldsOf(patch)
    if (id === undefined) outcome.notUpdated.set(text, { type: 'notFound' })
    else if ('type' in fields) outcome.notUpdated.set(text, fields)
    else found.set(id, fields)
  }
  return found
}

function idsOf(
  texts: readonly string[],
  { createdIds }: CallContext,
  refused: Map<string, SetError>,
): SavedSearchId[] {
  return texts.flatMap((text) => {
    const id = savedSearchWireId.decode(knownId(text, createdIds))
    if (id === undefined) refused.set(text, { type: 'notFound' })
    return id === undefined ? [] : [id]
  })
}

const longest = { name: 200, query: 2000 }

function fieldsOf(json: JsonObject): Partial<SavedSearchFields> | SetError {
  const fields: { -readonly [Name in keyof SavedSearchFields]?: SavedSearchFields[Name] } = {}
  const bad: string[] = []
  for (const [property, value] of Object.entries(json)) {
    if ((property === 'name' || property === 'query') && isText(value, longest[property]))
      fields[property] = value.trim()
    else if (property === 'sortOrder' && isOrder(value)) fields.sortOrder = value
    else bad.push(property)
  }
  return bad.length > 0 ? invalidProperties(bad) : fields
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most && !/[\p{Cc}\p{Cs}]/u.test(value)

const isOrder = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31
