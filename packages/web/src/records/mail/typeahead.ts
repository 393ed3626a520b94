import type { Email, EmailAddress, PersonFound } from '@plmail/wire'
import { createBatch, resultOf, type Jmap } from '../../net/index.ts'
import type { Personal } from '../core/personal.ts'
import type { ThreadRef } from './store.ts'

/** A conversation that answers what has been typed so far. */
export interface Hit extends ThreadRef {
  emailId: string
  subject: string | null
  from: readonly EmailAddress[]
  /** UTC, RFC 3339. */
  receivedAt: string
}

interface TypeaheadWish {
  /** As in a search box (docs/jmap.md, search); undefined asks for no conversations. */
  query?: string | undefined
  /** The beginning of a name or address; undefined asks for no people. */
  person?: string | undefined
}

export interface TypeaheadAnswer {
  threads: readonly Hit[]
  people: readonly PersonFound[]
}

/** Searches while somebody types; a later call cancels the one before. Undefined when it was cancelled, or not answered. */
export type Typeahead = (wish: TypeaheadWish) => Promise<TypeaheadAnswer | undefined>

const maxThreads = 5
const maxPeople = 4
const shown = ['threadId', 'subject', 'from', 'receivedAt']

/** One small request for all of it: the newest few of each account, neither counted nor with their whole threads. */
export function createTypeahead(
  jmap: Pick<Jmap, 'send'>,
  personal: Personal,
  accountIds: () => Promise<readonly string[]>,
): Typeahead {
  let under: AbortController | undefined

  return async ({ query, person }) => {
    under?.abort()
    const mine = (under = new AbortController())
    const [ids, own] = await Promise.all([accountIds(), person === undefined ? undefined : personal.id()])
    const batch = createBatch()
    const requests = query === undefined ? [] : ids.map((accountId) => ask(batch, accountId, query))
    const people =
      own !== undefined && person !== undefined
        ? batch.add('Person/complete', { accountId: own, text: person, limit: maxPeople })
        : undefined
    if (mine.signal.aborted) return undefined
    if (batch.calls.length === 0) return { threads: [], people: [] }
    const answers = await jmap.send(batch, mine.signal)
    if (!answers || mine.signal.aborted) return undefined
    const threads = requests.flatMap(({ accountId, emails }) => {
      const answer = answers.of(emails)
      return answer.ok ? answer.value.list.flatMap((email) => hitOf(accountId, email)) : []
    })
    const completions = people && answers.of(people)
    return {
      threads: threads.toSorted((a, b) => (a.receivedAt < b.receivedAt ? 1 : -1)).slice(0, maxThreads),
      people: completions?.ok ? completions.value.list : [],
    }
  }
}

function ask(batch: ReturnType<typeof createBatch>, accountId: string, query: string) {
  const matches = batch.add('Email/query', {
    accountId,
    filter: { query },
    collapseThreads: true,
    limit: maxThreads,
    sort: [{ property: 'receivedAt', isAscending: false }],
  })
  const emails = batch.add('Email/get', { accountId, '#ids': resultOf(matches, '/ids'), properties: shown })
  return { accountId, emails }
}

function hitOf(
  accountId: string,
  { id, threadId, subject = null, from, receivedAt }: Partial<Email> & { id: string },
): Hit[] {
  if (threadId === undefined || receivedAt === undefined) return []
  return [{ accountId, threadId, emailId: id, subject, from: from ?? [], receivedAt }]
}
