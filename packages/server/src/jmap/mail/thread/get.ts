import { capability, emailWireId, type ThreadCategory, type ThreadId, threadWireId } from '@plmail/wire'
import type { CategoryView, Mail } from '../../../mail/index.ts'
import { onlyKnown } from '../../engine/arguments.ts'
import { buildAnswer, readRequest, pick } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import { type JmapAccount, type Method, MethodFailure } from '../../engine/method.ts'
import { readAhead } from './read-ahead.ts'

/** Thread/get (RFC 8621 §3.1), with `category` for requests that use the categories extension. */
export function threadGet({ mail }: { mail: Mail }): Method {
  return {
    run: async (args, context) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const hasCategories = context.using.has(capability.categories)
      const allowed = ['id', 'emailIds', ...(hasCategories ? ['category'] : [])]
      const request = readRequest(args, context.caller, threadWireId, allowed)
      const ids = request.ids ?? (await allIds(mail, request.account))
      const categorisedIds = request.properties?.has('category') ? ids : []
      // Before the threads themselves, or a change in between would be of an older state.
      const kinds =
        categorisedIds.length === 0
          ? new Map<ThreadId, CategoryView>()
          : await mail.read.threadCategories(request.account.id, categorisedIds)
      const ahead = await readAhead(mail, request.account, ids, args, context)
      const { state, found: emailIdsByThread } = ahead ?? (await mail.read.threads(request.account.id, ids))
      const threads = [...emailIdsByThread].map(([id, emailIds]) => ({
        id,
        json: pick(
          {
            id: threadWireId.encode(id),
            emailIds: emailIds.map((emailId) => emailWireId.encode(emailId)),
            category: categoryJson(kinds.get(id)),
          },
          request.properties ?? standard,
        ),
      }))
      return buildAnswer(request, threadWireId, state, threads)
    },
  }
}

/** Properties returned when none are named. */
const standard: ReadonlySet<string> = new Set(['id', 'emailIds'])

function categoryJson(view: CategoryView | undefined): ThreadCategory {
  if (!view) return { name: 'primary', rule: 'nothing', field: null, value: null, emailId: null }
  return { ...view, emailId: emailWireId.encode(view.emailId) }
}

/** Every thread, when there are few enough to be given at once (RFC 8620 §5.1). */
async function allIds(mail: Mail, account: JmapAccount): Promise<ThreadId[]> {
  const ids = await mail.read.threadIds(account.id, limits.maxObjectsInGet + 1)
  if (ids.length > limits.maxObjectsInGet)
    throw new MethodFailure('requestTooLarge', `There are more than ${limits.maxObjectsInGet} threads`)
  return ids
}
