import { accountWireId, templateWireId } from '@plmail/wire'
import { invalid, onlyKnown, readPersonalAccount } from '../../engine/arguments.ts'
import { type Arguments, type Method, MethodFailure } from '../../engine/method.ts'
import { readComparators, cut, readFilterTree, readPaging, queryArguments } from '../../engine/query.ts'
import type { TemplateNeeds } from './get.ts'

/** Template/query: by words of the name, the subject and the text. */
export function templateQuery({ templates, changes }: TemplateNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, queryArguments)
      const { id } = readPersonalAccount(args, caller)
      readComparators(args['sort'], [])
      const words = readWords(args)
      const paging = readPaging(args)
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

const maxTextLength = 200

/** The words of the only condition there is, `text`. */
function readWords({ filter }: Arguments): string[] {
  const tree = readFilterTree(filter, (condition) => condition)
  if (tree === null) return []
  if (!('condition' in tree)) throw new MethodFailure('unsupportedFilter')
  const { text = '', ...rest } = tree.condition
  if (Object.keys(rest).length > 0) throw new MethodFailure('unsupportedFilter')
  if (typeof text !== 'string' || text.length > maxTextLength || text.includes('\u0000'))
    throw invalid('filter', `a text of at most ${maxTextLength} characters`)
  return text.split(/\s+/).filter((word) => word !== '')
}
