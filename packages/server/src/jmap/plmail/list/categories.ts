import { accountWireId, type Category, isCategory } from '@plmail/wire'
import type { Mail } from '../../../mail/index.ts'
import { invalid, isObject, onlyKnown } from '../../engine/arguments.ts'
import { categoryNames } from '../../mail/email/category.ts'
import type { Method } from '../../engine/method.ts'
import { readUtcDate } from '../../engine/utc-date.ts'
import { readList, mustBeSplittable } from './query.ts'

/** List/categories: how much of each category a list holds, how much of it is unread, and what came since a time. */
export function listCategories({ mail }: { mail: Mail }): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['role', 'accountId', 'mailboxId', 'seenAt'])
      const { wanted, within } = readList(args, caller)
      mustBeSplittable(wanted)
      const { list, states } = await mail.read.categories(
        { ...wanted, within },
        caller.userId,
        readSeenAt(args['seenAt']),
      )
      return {
        list,
        states: Object.fromEntries(
          [...states].map(([id, state]) => [accountWireId.encode(id), String(state)]),
        ),
      }
    },
  }
}

function readSeenAt(value: unknown): Map<Category, Date> {
  if (value === undefined || value === null) return new Map()
  if (!isObject(value)) throw invalid('seenAt', 'a UTCDate by category')
  return new Map(
    Object.entries(value).map(([name, at]) => {
      const time = readUtcDate(at)
      if (!isCategory(name) || !time) throw invalid(`seenAt/${name}`, `a UTCDate, of ${categoryNames}`)
      return [name, time] as const
    }),
  )
}
