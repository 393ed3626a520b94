import type { ListSource, SourceParts, Unsearched } from './list-sources.ts'
import { createTopic } from '../core/topic.ts'

const none: Unsearched = { messages: 0, attachments: 0 }

/**
 * Creates a proxy of the search source (search-source.ts), which is fetched with the first search: the first screen
 * does without it.
 */
export function lazySearch(
  parts: SourceParts,
  query: string,
  accountIds: () => Promise<readonly string[]>,
): ListSource {
  const topic = createTopic()
  let source: ListSource | undefined

  async function fetched(): Promise<ListSource> {
    const { searchSource } = await import('./search-source.ts')
    source ??= searchSource(parts, query, accountIds)
    topic.touch()
    return source
  }

  return {
    key: `search?${query}`,
    mailboxIn: () => undefined,
    // Matches stay until the search runs again; only deleted conversations leave.
    holds: (ref) => parts.store.peekEmailsOf(ref).length > 0,
    unsearched() {
      topic.watch()
      return source?.unsearched?.() ?? none
    },
    snippet(accountId, emailId) {
      topic.watch()
      return source?.snippet?.(accountId, emailId)
    },
    page: async (position, limit) => (source ?? (await fetched())).page(position, limit),
  }
}
