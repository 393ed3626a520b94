import { emailListProperties } from '@plmail/wire'
import { createBatch, resultOf, type Answers, type Batch, type Call } from '../net/index.ts'
import type { ListSource, SourceParts } from './list-sources.ts'
import type { ListEntry } from './list-window.ts'
import type { Store } from './store.ts'
import { createTopic } from './topic.ts'

/**
 * What answers a search, newest first over all accounts. Each account gives its newest conversations up to the end of the
 * page, and those are merged: one request, however many accounts.
 */
export function searchSource(
  { jmap, store }: SourceParts,
  query: string,
  accountIds: () => Promise<readonly string[]>,
): ListSource {
  const topic = createTopic()
  let unsearched = 0
  return {
    key: `search?${query}`,
    mailboxIn: () => undefined,
    // What was found stays found until it is asked again; only what is gone leaves.
    holds: (ref) => store.peekEmailsOf(ref).length > 0,
    unsearched() {
      topic.watch()
      return unsearched
    },
    async page(position, limit) {
      const askedAt = store.mark()
      const batch = createBatch()
      const asked = (await accountIds()).map((accountId) => ask(batch, accountId, query, position + limit))
      if (asked.length === 0) return { entries: [], total: 0 }
      const answers = await jmap.send(batch)
      const found = answers && asked.map((one) => answerOf(store, one, answers, askedAt))
      if (!found || found.includes(undefined)) return undefined
      const whole = found.flatMap((one) => one ?? [])
      unsearched = whole.reduce((sum, one) => sum + one.notSearched, 0)
      topic.touch()
      const entries = whole
        .flatMap((one) => one.entries)
        .toSorted((a, b) => (a.newestAt < b.newestAt ? 1 : -1))
      return {
        entries: entries.slice(position, position + limit),
        total: whole.reduce((sum, one) => sum + one.total, 0),
      }
    },
  }
}

interface Asked {
  accountId: string
  found: Call<'Email/query'>
  newest: Call<'Email/get'>
  threads: Call<'Thread/get'>
  emails: Call<'Email/get'>
}

function ask(batch: Batch, accountId: string, query: string, limit: number): Asked {
  const found = batch.add('Email/query', {
    ...{ accountId, filter: { query }, collapseThreads: true, calculateTotal: true },
    ...{ sort: [{ property: 'receivedAt', isAscending: false }], position: 0, limit },
  })
  const ids = resultOf(found, '/ids')
  const newest = batch.add('Email/get', { accountId, '#ids': ids, properties: ['threadId', 'receivedAt'] })
  const threads = batch.add('Thread/get', { accountId, '#ids': resultOf(newest, '/list/*/threadId') })
  const all = resultOf(threads, '/list/*/emailIds')
  const emails = batch.add('Email/get', { accountId, '#ids': all, properties: emailListProperties })
  return { accountId, found, newest, threads, emails }
}

/** Undefined when the account could not be asked. */
function answerOf(
  store: Store,
  { accountId, found, newest, threads, emails }: Asked,
  answers: Answers,
  askedAt: number,
): { entries: ListEntry[]; total: number; notSearched: number } | undefined {
  const hits = answers.of(found)
  if (!hits.ok) return undefined
  const [heads, loadedThreads, loadedEmails] = [answers.of(newest), answers.of(threads), answers.of(emails)]
  if (loadedThreads.ok) store.putThreads(accountId, loadedThreads.value.list)
  if (loadedEmails.ok) store.putEmails(accountId, loadedEmails.value.list, askedAt)
  const entries = (heads.ok ? heads.value.list : []).flatMap(({ id, threadId, receivedAt }) =>
    threadId && receivedAt ? [{ accountId, threadId, emailId: id, newestAt: receivedAt }] : [],
  )
  const { total, ids, notSearched = 0 } = hits.value
  return { entries, total: total ?? ids.length, notSearched }
}
