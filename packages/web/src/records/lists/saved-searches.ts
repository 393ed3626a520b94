import type { SavedSearch } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import { type RecordsContext, isOf, oncePer } from '../core/records-context.ts'
import { createTopic } from '../core/topic.ts'

/** The searches a user keeps beside the folders. */
export interface SavedSearchRecords {
  /** Watched. Undefined until they were asked for once. */
  all(): readonly SavedSearch[] | undefined
  load(): Promise<void>
  /** False when it could not be kept. */
  keep(name: string, query: string): Promise<boolean>
  forget(id: string): Promise<boolean>
}

export const savedSearchesOf = oncePer(createSavedSearches)

function createSavedSearches({ jmap, personal, listen }: RecordsContext): SavedSearchRecords {
  const topic = createTopic()
  let searches: readonly SavedSearch[] | undefined

  async function load(): Promise<void> {
    const accountId = await personal.id()
    if (accountId === undefined) return
    const batch = createBatch()
    const call = batch.add('SavedSearch/get', { accountId })
    const answer = (await jmap.send(batch))?.of(call)
    if (!answer?.ok) return
    searches = answer.value.list
    topic.touch()
  }

  async function set(args: {
    create?: Record<string, { name: string; query: string }>
    destroy?: string[]
  }): Promise<boolean> {
    const accountId = await personal.id()
    if (accountId === undefined) return false
    const batch = createBatch()
    const call = batch.add('SavedSearch/set', { accountId, ...args })
    const answer = (await jmap.send(batch))?.of(call)
    await load()
    return answer?.ok === true && !answer.value.notCreated && !answer.value.notDestroyed
  }

  listen((news) => {
    if (news.kind === 'state' && isOf(news.change, 'SavedSearch')) void load()
  })

  return {
    all() {
      topic.watch()
      return searches
    },
    load,
    keep: (name, query) => set({ create: { s: { name, query } } }),
    forget: (id) => set({ destroy: [id] }),
  }
}
