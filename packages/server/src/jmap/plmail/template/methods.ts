import { accountWireId, capability, templateWireId } from '@plmail/wire'
import { invalid, onlyKnown, personalOf } from '../../engine/arguments.ts'
import { changesMethod } from '../../engine/changes.ts'
import { type Arguments, type Method, MethodFailure } from '../../engine/method.ts'
import { comparatorsOf, cut, filterTreeOf, pagingOf, queryArguments } from '../../engine/query.ts'
import { type TemplateNeeds, templateGet } from './get.ts'
import { templateSet } from './set.ts'

export type { TemplateNeeds } from './get.ts'

/** Letter templates of the personal account. */
export function templateMethods(needs: TemplateNeeds): Array<[string, Method]> {
  const place = { capability: capability.templates, choose: personalOf }
  return [
    ['Template/get', templateGet(needs)],
    ['Template/changes', changesMethod(needs.changes, 'Template', templateWireId, place)],
    ['Template/query', templateQuery(needs)],
    ['Template/set', templateSet(needs)],
  ]
}

function templateQuery({ templates, changes }: TemplateNeeds): Method {
  return {
    capability: capability.templates,
    run: async (args, { caller }) => {
      onlyKnown(args, queryArguments)
      const { id } = personalOf(args, caller)
      comparatorsOf(args['sort'], [])
      const words = wordsOf(args)
      const paging = pagingOf(args)
      const state = await changes.state(id)
      const all = (await templates.find(id, words)).map(templateWireId.encode)
      return {
        accountId: accountWireId.encode(id),
        queryState: String(state),
        canCalculateChanges: false,
        ...cut(all, paging),
        ...(paging.calculateTotal ? { total: all.length } : {}),
        ...(paging.isBounded ? { limit: paging.limit } : {}),
      }
    },
  }
}

const longestText = 200

/** The words of the only condition there is, `text`. */
function wordsOf({ filter }: Arguments): string[] {
  const tree = filterTreeOf(filter, (condition) => condition)
  if (tree === null) return []
  if (!('condition' in tree)) throw new MethodFailure('unsupportedFilter')
  const { text = '', ...rest } = tree.condition
  if (Object.keys(rest).length > 0) throw new MethodFailure('unsupportedFilter')
  if (typeof text !== 'string' || text.length > longestText || text.includes('\u0000'))
    throw invalid('filter', `a text of at most ${longestText} characters`)
  return text.split(/\s+/).filter((word) => word !== '')
}
